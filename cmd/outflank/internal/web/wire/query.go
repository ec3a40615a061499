package wire

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/outflank/outflank/engine/runtime/fault"
)

// A parameter is a field of a query.
type parameter struct {
	name   string
	index  []int // of the field
	inPath bool
	cookie string // name of the cookie that replaces an omitted parameter, "" = none
	schema *huma.Schema
}

// inPath matches the parts of a pattern in braces.
var inPath = regexp.MustCompile(`\{(\w+)(?:\.\.\.)?\}`)

// parametersOf returns the fields of a query, including those of embedded structs. t may be nil.
func parametersOf(path string, t reflect.Type) (list []parameter) {
	if t == nil {
		return nil
	}
	schemas := huma.NewMapRegistry("", huma.DefaultSchemaNamer)
	for _, f := range reflect.VisibleFields(t) {
		p := parameter{name: f.Tag.Get("query"), index: f.Index, cookie: f.Tag.Get("cookie")}
		if p.name == "" {
			continue
		}
		p.inPath = slices.ContainsFunc(inPath.FindAllStringSubmatch(path, -1), func(m []string) bool {
			return m[1] == p.name
		})
		p.schema = huma.SchemaFromField(schemas, f, "")
		p.schema.Nullable, p.schema.Format = false, "" // huma's format of uint64 is int64
		list = append(list, p)
	}
	return list
}

// QueryReader returns a function that reads the query of a request, including the parts of its path that the
// pattern has in braces. path is a pattern of [http.ServeMux] without a method. Unknown parameters are
// errors, as in files; empty ones count as omitted.
func QueryReader[Q any](path string) func(*http.Request) (Q, error) {
	parameters := parametersOf(path, typeOf[Q]())
	return func(req *http.Request) (q Q, err error) {
		values, err := url.ParseQuery(req.URL.RawQuery)
		if err != nil {
			return q, fault.Misuse(err)
		}
		to := reflect.ValueOf(&q).Elem()
		for _, p := range parameters {
			given := slices.DeleteFunc(p.given(req, values), func(text string) bool { return text == "" })
			if len(given) > 0 {
				if err := p.set(to.FieldByIndex(p.index), given); err != nil {
					return q, fault.Misusef("%s=%s: %w", p.name, strings.Join(given, ","), err)
				}
			}
			delete(values, p.name)
		}
		if len(values) > 0 {
			return q, fault.Misusef("unknown parameter %q", slices.Sorted(maps.Keys(values))[0])
		}
		return q, nil
	}
}

// given returns the values of a parameter in a request.
func (p parameter) given(req *http.Request, values url.Values) []string {
	if p.inPath {
		return []string{req.PathValue(p.name)}
	}
	if c, err := req.Cookie(p.cookie); err == nil && values[p.name] == nil {
		return []string{c.Value}
	}
	return values[p.name]
}

// set sets a field to the values of its parameter; one that is no list takes the last value.
func (p parameter) set(field reflect.Value, given []string) error {
	for _, text := range given {
		to := field
		if field.Kind() == reflect.Slice {
			to = reflect.New(field.Type().Elem()).Elem()
		}
		if to.Kind() == reflect.Pointer {
			to.Set(reflect.New(to.Type().Elem()))
			to = to.Elem()
		}
		if to.Kind() == reflect.String {
			to.SetString(text)
		} else if text == "null" || json.Unmarshal([]byte(text), to.Addr().Interface()) != nil {
			return fmt.Errorf("want a value of type %v", to.Type())
		}
		if field.Kind() == reflect.Slice {
			field.Set(reflect.Append(field, to))
		}
	}
	var found huma.ValidateResult
	huma.Validate(nil, p.schema, huma.NewPathBuffer(nil, 0), huma.ModeWriteToServer,
		reflect.Indirect(field).Interface(), &found)
	if len(found.Errors) > 0 {
		return fmt.Errorf("want %s", allowed(p.schema))
	}
	return nil
}

// allowed describes the values that a schema with a minimum or choices allows.
func allowed(s *huma.Schema) string {
	switch number := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }; {
	case s.Enum != nil:
		return "one of " + strings.TrimSuffix(fmt.Sprintln(s.Enum...), "\n")
	case s.Maximum != nil:
		return number(*s.Minimum) + " to " + number(*s.Maximum)
	default:
		return number(*s.Minimum) + " or more"
	}
}
