package wire

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"reflect"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"
)

// A row is a row of a statistic.
type row struct {
	key
	Share float64 `json:"share" meaning:"of all games"`
	Last  *said   `json:"last"`
}

type key struct {
	Seed uint64 `json:"seed"`
	Rank *int   `json:"rank,omitempty"`
}

// TestDescription: what the document says of routes of each kind.
func TestDescription(t *testing.T) {
	doc := Describe("Test", "1", []Route{
		Get("/api/v1/q", "Asks", func(context.Context, query) (said, error) { return said{}, nil }),
		Get("/few", "Bounds", func(context.Context, bounded) (said, error) { return said{}, nil }),
		Post("/api/v1/games/{id}/{rest...}", "Plays", func(context.Context, pathQuery, body) (said, error) {
			return said{}, nil
		}),
		Get("/api/v1/row", "Counts", func(context.Context, None) (row, error) { return row{}, nil }),
		Delete("/api/v1/games/{id}", "Ends", func(context.Context, pathQuery) (None, error) { return None{}, nil }),
		Bytes("/api/v1/board", "Draws", "image/png, image/svg+xml", func(context.Context, None) (File, error) {
			return File{}, nil
		}),
		Events("/api/v1/events", "Listens", func(context.Context, None) (iter.Seq2[said, error], error) {
			return nil, nil
		}),
	}, map[reflect.Type]string{reflect.TypeFor[body](): "Command"})
	text, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	read, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := read.Validate(t.Context()); err != nil {
		t.Error(err)
	}
	var all any
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	at := func(keys ...any) any {
		v := all
		for _, k := range keys {
			switch in := v.(type) {
			case map[string]any:
				v = in[k.(string)]
			case []any:
				v = in[k.(int)]
			default:
				return nil
			}
		}
		return v
	}
	const get, post, remove, draw, listen = "/api/v1/q", "/api/v1/games/{id}/{rest}", "/api/v1/games/{id}",
		"/api/v1/board", "/api/v1/events"
	type list = []any
	type object = map[string]any
	for _, tt := range []struct {
		at   []any
		want any
	}{
		{list{"paths", get, "get", "summary"}, "Asks"},
		{list{"paths", get, "get", "operationId"}, "get-q"},
		{list{"paths", get, "get", "parameters", 0}, object{"name": "color", "in": "query", "description": "a side", "schema": object{"type": "string", "description": "a side", "enum": list{"black", "white"}, "examples": list{"black"}}}},
		{list{"paths", get, "get", "parameters", 2, "schema"}, object{"type": "array", "items": object{"type": "integer", "format": "int64"}, "description": "of the game", "examples": list{list{1999.0}}}},
		{list{"paths", get, "get", "parameters", 5, "schema"}, object{"type": "integer", "minimum": 0.0}},
		{list{"paths", "/few", "get", "parameters", 0, "schema"}, object{"type": "integer", "minimum": 1.0, "maximum": 9.0}},
		{list{"paths", "/few", "get", "parameters", 1, "schema"}, object{"type": "integer", "minimum": 0.0}},
		{list{"paths", get, "get", "responses", "200", "content", "application/json", "schema", "$ref"}, "#/components/schemas/Said"},
		{list{"paths", get, "get", "responses", "default", "content", "application/problem+json", "schema", "$ref"}, "#/components/schemas/Problem"},
		{list{"paths", post, "post", "operationId"}, "post-games-id-rest"},
		{list{"paths", post, "post", "parameters", 0, "in"}, "path"},
		{list{"paths", post, "post", "parameters", 0, "required"}, true},
		{list{"paths", post, "post", "parameters", 1, "in"}, "path"},
		{list{"paths", post, "post", "parameters", 2, "in"}, "query"},
		{list{"paths", post, "post", "requestBody", "content", "application/json", "schema", "$ref"}, "#/components/schemas/Command"},
		{list{"paths", post, "post", "requestBody", "required"}, true},
		{list{"paths", remove, "delete", "responses", "204"}, object{"description": "Ends"}},
		{list{"paths", draw, "get", "responses", "200", "content", "image/svg+xml", "schema"}, object{"type": "string", "format": "binary", "contentMediaType": "application/octet-stream"}},
		{list{"paths", listen, "get", "responses", "200", "content", "text/event-stream", "schema"}, object{"type": "string"}},
		{list{"paths", listen, "get", "responses", "200", "x-event", "$ref"}, "#/components/schemas/Said"},
		{list{"openapi"}, "3.1.0"},
		{list{"components", "schemas", "Row", "required"}, list{"share", "last", "seed"}},
		{list{"components", "schemas", "Row", "properties"}, object{
			"seed": object{"type": "integer", "minimum": 0.0}, "rank": object{"type": "integer", "format": "int64"},
			"share": object{"type": "number", "format": "double", "description": "of all games"},
			"last":  object{"anyOf": list{object{"$ref": "#/components/schemas/Said"}, object{"type": "null"}}},
		}},
		{list{"components", "schemas", "Command"}, object{
			"type": "object", "additionalProperties": false, "required": list{"move"},
			"properties": object{
				"move": object{"type": "string", "description": "a square"}, "ply": object{"type": "integer", "format": "int64"},
				"before": object{"$ref": "#/components/schemas/Said"},
			},
		}},
	} {
		if diff := cmp.Diff(tt.want, at(tt.at...)); diff != "" {
			t.Errorf("%v (-want +got):\n%s", tt.at, diff)
		}
	}
}

// TestNamesClash: two types of one name are a mistake whose text names both, unless one of them is named.
func TestNamesClash(t *testing.T) {
	type Problem struct {
		Text string `json:"text"`
	}
	routes := []Route{Get("/", "", func(context.Context, None) (Problem, error) { return Problem{}, nil })}
	describe := func(names map[reflect.Type]string) (said string) {
		defer func() {
			if cause := recover(); cause != nil {
				said = fmt.Sprint(cause)
			}
		}()
		Describe("", "", routes, names)
		return ""
	}
	if said := describe(nil); !strings.Contains(said, "duplicate name: Problem") {
		t.Errorf("%q", said)
	}
	if said := describe(map[reflect.Type]string{reflect.TypeFor[Problem](): "Other"}); said != "" {
		t.Error(said)
	}
}
