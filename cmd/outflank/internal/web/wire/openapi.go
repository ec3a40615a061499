package wire

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// tokenScheme is the name of the security scheme for the server's token.
const tokenScheme = "token"

// schemaPath is the place of schemas in a document.
const schemaPath = "#/components/schemas/"

func init() { huma.DefaultArrayNullable = false }

// Describe returns the OpenAPI document of routes. names are the names of schemas; a type that is not in
// names has its own name. It panics if two types have one name, or a tag does not fit its field.
func Describe(title, version string, routes []Route, names map[reflect.Type]string) *huma.OpenAPI {
	schemas := huma.NewMapRegistry(schemaPath, func(t reflect.Type, hint string) string {
		for t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		if name, ok := names[t]; ok {
			return name
		}
		return huma.DefaultSchemaNamer(t, hint)
	})
	doc := &huma.OpenAPI{
		OpenAPI: "3.1.0", Info: &huma.Info{Title: title, Version: version},
		Components: &huma.Components{Schemas: schemas, SecuritySchemes: map[string]*huma.SecurityScheme{
			tokenScheme: {Type: "http", Scheme: "bearer",
				Description: "the token of the server, if it was started with one"}}},
		Security: []map[string][]string{{}, {tokenScheme: {}}},
	}
	for _, r := range routes {
		doc.AddOperation(r.operation(schemas))
	}
	for done := map[string]bool{}; len(done) < len(schemas.Map()); { // a completed schema may name others
		for name, s := range maps.Clone(schemas.Map()) {
			if !done[name] {
				complete(schemas, s, schemas.TypeFromRef(schemaPath+name))
				done[name] = true
			}
		}
	}
	return doc
}

// operation describes a route.
func (r Route) operation(schemas huma.Registry) *huma.Operation {
	op := &huma.Operation{Method: r.Method, Path: strings.ReplaceAll(r.Path, "...}", "}"), Summary: r.Summary,
		OperationID: strings.ToLower(r.Method) + strings.NewReplacer("/api/v1", "", "/", "-",
			"{", "", "...}", "", "}", "", ".", "-").Replace(r.Path)}
	if r.Tag != "" {
		op.Tags = []string{r.Tag}
	}
	for _, p := range r.parameters {
		in := "query"
		if p.inPath {
			in = "path"
		}
		op.Parameters = append(op.Parameters, &huma.Param{Name: p.name, In: in, Required: p.inPath,
			Description: p.schema.Description, Schema: p.schema})
	}
	if r.body != nil {
		op.RequestBody = &huma.RequestBody{Required: true, Content: jsonOf(schemas, "application/json", r.body)}
	}
	done := &huma.Response{Description: r.Summary}
	status := "200"
	switch {
	case r.answer != nil && r.Stream:
		// OpenAPI cannot describe a stream: x-event is the schema of the data of one event.
		done.Content = map[string]*huma.MediaType{r.Media: {Schema: &huma.Schema{Type: huma.TypeString}}}
		done.Extensions = map[string]any{"x-event": schemas.Schema(r.answer, true, "")}
	case r.answer != nil:
		done.Content = jsonOf(schemas, r.Media, r.answer)
	case r.Media != "application/json":
		done.Content = map[string]*huma.MediaType{}
		for media := range strings.SplitSeq(r.Media, ", ") {
			done.Content[media] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
		}
	default:
		status = fmt.Sprint(http.StatusNoContent)
	}
	op.Responses = map[string]*huma.Response{status: done, "default": {Description: "the error",
		Content: jsonOf(schemas, "application/problem+json", reflect.TypeFor[Problem]())}}
	return op
}

// jsonOf describes content of a media type of JSON.
func jsonOf(schemas huma.Registry, media string, t reflect.Type) map[string]*huma.MediaType {
	return map[string]*huma.MediaType{media: {Schema: schemas.Schema(t, true, "")}}
}

// complete adds to the schema of a struct what huma leaves out: fields of embedded structs with unexported
// names, descriptions of columns of statistics, and which structs may be null.
func complete(schemas huma.Registry, s *huma.Schema, t reflect.Type) {
	for _, f := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		mayOmit := strings.Contains(options, "omit")
		if embedded := t.Field(f.Index[0]); s.Properties[name] == nil && name != "" && name != "-" &&
			embedded.Anonymous && embedded.Tag.Get("json") == "" {
			added := huma.SchemaFromField(schemas, f, "")
			added.Nullable = added.Nullable && !mayOmit
			s.Properties[name] = added
			if !mayOmit {
				s.Required = append(s.Required, name)
			}
		}
		p := s.Properties[name]
		if p == nil {
			continue
		}
		p.Description = cmp.Or(p.Description, f.Tag.Get("meaning"))
		if f.Type.Kind() == reflect.Uint64 {
			p.Format = "" // huma's is int64
		}
		if f.Type.Kind() == reflect.Pointer && p.Ref != "" && !mayOmit {
			s.Properties[name] = &huma.Schema{AnyOf: []*huma.Schema{p, {Type: "null"}}}
		}
	}
}
