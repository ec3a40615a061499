package cli

import (
	"encoding"
	"encoding/json"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"
	"time"
)

// A Schema is a JSON Schema of draft 2020-12, or a part of one.
type Schema map[string]any

// Schema returns the schema of the output, with its types under $defs.
func (o *Output) Schema() Schema {
	defs, s := definitions{}, Schema{}
	var parts []Schema
	for _, t := range o.types() {
		parts = append(parts, defs.of(t))
	}
	if s["anyOf"] = parts; len(parts) == 1 {
		s = parts[0]
	}
	s["$schema"], s["$defs"] = "https://json-schema.org/draft/2020-12/schema", defs
	s["title"] = "outflank: " + o.Command
	if o.Lines {
		s["$comment"] = "The output is a stream (NDJSON): this schema describes each line."
	}
	return s
}

// bare returns the element type of a pointer, and any other type unchanged.
func bare(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

// definitions are the schemas of structs by their names, such as "stats.Outcome".
type definitions map[string]Schema

// of returns the schema of a type as encoding/json writes it.
func (d definitions) of(t reflect.Type) Schema {
	kind := t.Kind()
	switch marshaler := reflect.TypeFor[json.Marshaler](); {
	case kind == reflect.Pointer:
		return orNull(d.of(t.Elem()))
	case t == reflect.TypeFor[time.Time]():
		return Schema{"type": "string", "format": "date-time"}
	case t.Implements(marshaler) || reflect.PointerTo(t).Implements(marshaler):
		return d.formOf(t)
	case t.Implements(reflect.TypeFor[encoding.TextMarshaler]()), kind == reflect.String:
		return Schema{"type": "string"}
	case kind == reflect.Bool:
		return Schema{"type": "boolean"}
	case kind == reflect.Float32, kind == reflect.Float64:
		return Schema{"type": "number"}
	case kind == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		return Schema{"type": "string", "contentEncoding": "base64"}
	case kind == reflect.Slice:
		return Schema{"type": "array", "items": d.of(t.Elem())}
	case kind == reflect.Array:
		return Schema{"type": "array", "items": d.of(t.Elem()), "minItems": t.Len(), "maxItems": t.Len()}
	case kind == reflect.Map:
		return Schema{"type": "object", "additionalProperties": d.of(t.Elem())}
	case kind == reflect.Struct:
		return d.structOf(t)
	case kind >= reflect.Int && kind <= reflect.Int64:
		return Schema{"type": "integer"}
	case kind >= reflect.Uint && kind <= reflect.Uint64:
		return Schema{"type": "integer", "minimum": 0}
	}
	return Schema{} // an interface, which may contain any value
}

// formOf returns the schema of a type that writes its own JSON. A blank first field of size zero names the
// type that describes the JSON, as in
//
//	_ [0]*export
func (d definitions) formOf(t reflect.Type) Schema {
	if t.Kind() == reflect.Struct && t.NumField() > 0 && t.Field(0).Name == "_" {
		return d.of(t.Field(0).Type.Elem().Elem())
	}
	return Schema{}
}

// orNull returns a schema that also allows null.
func orNull(s Schema) Schema {
	switch kind, ok := s["type"].(string); {
	case ok:
		s["type"] = []string{kind, "null"}
		return s
	case len(s) == 0:
		return s
	}
	return Schema{"anyOf": []Schema{s, {"type": "null"}}}
}

// structOf returns the schema of a struct, which is a reference if the struct has a name.
func (d definitions) structOf(t reflect.Type) Schema {
	name := path.Base(t.PkgPath()) + "." + t.Name()
	if t.Name() != "" {
		if d[name] != nil {
			return Schema{"$ref": "#/$defs/" + name}
		}
		d[name] = Schema{} // for recursive types
	}
	properties := map[string]Schema{}
	required := map[string]bool{}
	d.addFields(t, properties, required)
	s := Schema{"type": "object", "properties": properties, "additionalProperties": false}
	if len(required) > 0 {
		s["required"] = slices.Sorted(maps.Keys(required))
	}
	if t.Name() == "" {
		return s
	}
	d[name] = s
	return Schema{"$ref": "#/$defs/" + name}
}

// addFields adds the fields of a struct. Fields of embedded structs come first, because the struct's own
// fields hide them.
func (d definitions) addFields(t reflect.Type, properties map[string]Schema, required map[string]bool) {
	var own []reflect.StructField
	for f := range t.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-":
		case f.Anonymous && name == "" && bare(f.Type).Kind() == reflect.Struct:
			d.addFields(bare(f.Type), properties, required)
		case f.IsExported():
			own = append(own, f)
		}
	}
	for _, f := range own {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" {
			name = f.Name
		}
		s := d.of(f.Type)
		if about := f.Tag.Get("doc") + f.Tag.Get("meaning"); about != "" { // columns have the tag meaning
			s["description"] = about
		}
		if words := f.Tag.Get("enum"); words != "" {
			s["enum"] = strings.Split(words, ",")
		}
		properties[name] = s
		delete(required, name)
		if !strings.Contains(options, "omit") {
			required[name] = true
		}
	}
}
