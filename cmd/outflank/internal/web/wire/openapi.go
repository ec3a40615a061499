package wire

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3gen"
)

// Describe returns the OpenAPI document of routes. names are the names of schemas; a type that is not in
// names has its own name, which must then be unique.
func Describe(title, version string, routes []Route, names map[reflect.Type]string) (*openapi3.T, error) {
	d := describer{openapi3.T{
		OpenAPI: "3.0.3",
		Info:    &openapi3.Info{Title: title, Version: version},
		Paths:   openapi3.NewPaths(),
		Components: &openapi3.Components{Schemas: openapi3.Schemas{}, SecuritySchemes: openapi3.SecuritySchemes{
			tokenScheme: {Value: openapi3.NewSecurityScheme().WithType("http").WithScheme("bearer").
				WithDescription("the token of the server, if it was started with one")}}},
		Security: openapi3.SecurityRequirements{{}, {tokenScheme: {}}},
	}, names, map[string]reflect.Type{}, nil}
	for _, r := range routes {
		op, err := d.operation(r)
		if err = cmp.Or(err, d.clash); err != nil {
			return nil, fmt.Errorf("%s: %w", r.Pattern(), err)
		}
		d.doc.AddOperation(strings.ReplaceAll(r.Path, "...}", "}"), r.Method, op)
	}
	return &d.doc, nil
}

// tokenScheme is the name of the security scheme for the server's token.
const tokenScheme = "token"

type describer struct {
	doc   openapi3.T
	names map[reflect.Type]string
	types map[string]reflect.Type // by the names of their schemas
	clash error                   // two types with one name
}

func (d *describer) operation(r Route) (*openapi3.Operation, error) {
	op := openapi3.NewOperation()
	op.Summary = r.Summary
	if r.Tag != "" {
		op.Tags = []string{r.Tag}
	}
	op.OperationID = strings.ToLower(r.Method) + strings.NewReplacer("/api/v1", "", "/", "-",
		"{", "", "...}", "", "}", "", ".", "-").Replace(r.Path)
	for f := range fields(r.query) {
		param, err := d.parameter(r.Path, f)
		if err != nil {
			return nil, err
		}
		op.AddParameter(param)
	}
	if r.body != nil {
		ref, err := d.schema(r.body)
		if err != nil {
			return nil, err
		}
		op.RequestBody = &openapi3.RequestBodyRef{Value: openapi3.NewRequestBody().WithRequired(true).
			WithJSONSchemaRef(ref)}
	}
	return op, d.answers(op, r)
}

// answers describes the answers of a route: success and errors.
func (d *describer) answers(op *openapi3.Operation, r Route) error {
	done := openapi3.NewResponse().WithDescription(r.Summary)
	status := http.StatusOK
	switch {
	case r.answer != nil && r.Stream:
		ref, err := d.schema(r.answer)
		if err != nil {
			return err
		}
		// OpenAPI 3.0 cannot describe a stream: x-event is the schema of the data of one event.
		done.WithContent(openapi3.Content{r.media: openapi3.NewMediaType().WithSchema(openapi3.NewStringSchema())})
		done.Extensions = map[string]any{"x-event": ref}
	case r.answer != nil:
		ref, err := d.schema(r.answer)
		if err != nil {
			return err
		}
		done.WithJSONSchemaRef(ref)
	case r.media != "application/json":
		content := openapi3.Content{}
		for media := range strings.SplitSeq(r.media, ", ") {
			content[media] = openapi3.NewMediaType().WithSchema(openapi3.NewStringSchema().WithFormat("binary"))
		}
		done.WithContent(content)
	default:
		status = http.StatusNoContent
	}
	op.AddResponse(status, done)
	problem, err := d.schema(reflect.TypeFor[Problem]())
	if err != nil {
		return err
	}
	failed := openapi3.NewResponse().WithDescription("the error").WithContent(openapi3.Content{
		"application/problem+json": openapi3.NewMediaType().WithSchemaRef(problem),
	})
	op.Responses.Set("default", &openapi3.ResponseRef{Value: failed})
	return nil
}

// parameter describes a field of a query.
func (d *describer) parameter(path string, f reflect.StructField) (*openapi3.Parameter, error) {
	name, _, _ := strings.Cut(f.Tag.Get("query"), ",")
	param := openapi3.NewQueryParameter(name)
	if slices.ContainsFunc(inPath.FindAllStringSubmatch(path, -1), func(m []string) bool {
		return m[1] == name
	}) {
		param = openapi3.NewPathParameter(name)
	}
	param.Description = f.Tag.Get("doc")
	ref, err := openapi3gen.NewSchemaRefForValue(reflect.New(f.Type).Elem().Interface(), nil)
	if err != nil {
		return nil, err
	}
	constrain(ref.Value, f.Tag)
	ref.Value.Nullable = false
	param.Schema = ref
	return param, nil
}

// fields yields the fields of a query, including those of embedded structs.
func fields(t reflect.Type) func(yield func(reflect.StructField) bool) {
	return func(yield func(reflect.StructField) bool) {
		if t == nil {
			return
		}
		for _, f := range reflect.VisibleFields(t) {
			if f.Tag.Get("query") != "" && !yield(f) {
				return
			}
		}
	}
}

// schema returns a reference to the schema of a type, which becomes a component.
func (d *describer) schema(t reflect.Type) (*openapi3.SchemaRef, error) {
	return openapi3gen.NewSchemaRefForValue(reflect.New(t).Interface(), d.doc.Components.Schemas,
		openapi3gen.CreateComponentSchemas(openapi3gen.ExportComponentSchemasOptions{ExportComponentSchemas: true,
			ExportTopLevelSchema: true}),
		openapi3gen.CreateTypeNameGenerator(d.nameOf),
		openapi3gen.SchemaCustomizer(customize))
}

// nameOf returns the name of the schema of a type.
func (d *describer) nameOf(t reflect.Type) string {
	name, ok := d.names[t]
	if !ok {
		var args string
		name, args, _ = strings.Cut(t.Name(), "[")
		name = capital(name) + strings.TrimSuffix(args[strings.LastIndexAny(args, "./")+1:], "]")
	}
	if other := d.types[name]; other != nil && other != t {
		d.clash = fmt.Errorf("the types %v and %v have the same name %q", other, t, name)
	}
	d.types[name] = t
	return name
}

// capital returns a word with its first letter in upper case.
func capital(word string) string {
	if word == "" {
		return ""
	}
	return strings.ToUpper(word[:1]) + word[1:]
}

// customize adds descriptions and choices from tags. It makes all fields of a struct required unless they may
// be omitted, and forbids other fields.
func customize(_ string, t reflect.Type, tag reflect.StructTag, s *openapi3.Schema) error {
	constrain(s, tag)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() == reflect.Interface { // any value, including null
		s.Nullable = true
	}
	if t.Kind() != reflect.Struct || len(s.Properties) == 0 {
		return nil
	}
	s.WithoutAdditionalProperties()
	s.Required = nil
	for _, f := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		property, ok := s.Properties[name]
		if ok && !strings.Contains(options, "omit") {
			s.Required = append(s.Required, name)
		}
		if ok && f.Type.Kind() == reflect.Pointer && f.Type.Elem().Kind() == reflect.Struct {
			// A reference cannot have other keywords such as nullable.
			s.Properties[name] = &openapi3.SchemaRef{Value: &openapi3.Schema{Nullable: true,
				AllOf: openapi3.SchemaRefs{property}}}
		}
	}
	slices.Sort(s.Required)
	s.Required = slices.Compact(s.Required)
	return nil
}

// constrain adds the constraints of a field's tags. The range of a Go type is no constraint.
func constrain(s *openapi3.Schema, tag reflect.StructTag) {
	s.Max = nil
	for key, to := range map[string]**float64{"min": &s.Min, "max": &s.Max} {
		if bound, err := strconv.ParseFloat(tag.Get(key), 64); err == nil {
			*to = &bound
		}
	}
	if text := tag.Get("doc"); text != "" {
		s.Description = text
	}
	if text := tag.Get("meaning"); text != "" { // of columns of statistics
		s.Description = text
	}
	if text := tag.Get("enum"); text != "" {
		s.Enum = nil
		for choice := range strings.SplitSeq(text, ",") {
			s.Enum = append(s.Enum, choice)
		}
	}
	if text := tag.Get("example"); text != "" {
		s.Example = valueOf(s, text)
	}
}

// valueOf parses an example. A string is given as it is, an array by one element, any other value as JSON.
func valueOf(s *openapi3.Schema, text string) (v any) {
	switch {
	case s.Type.Is(openapi3.TypeString):
		return text
	case s.Type.Is(openapi3.TypeArray):
		return []any{valueOf(s.Items.Value, text)}
	case json.Unmarshal([]byte(text), &v) != nil:
		return text // wrong type, which the validation of the document reports
	}
	return v
}
