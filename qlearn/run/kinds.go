package run

import (
	"encoding"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// kinds returns an error for the first value whose kind does not match its field in the struct shape. The
// TOML library would report it in Go terms, and it accepts -1 as a seed.
func (t *tomlText) kinds(shape reflect.Type) error {
	var tree map[string]any
	if _, err := toml.Decode(t.Source, &tree); err != nil {
		return t.explain(err, 0)
	}
	return t.tableKinds(tree, shape, nil, 0)
}

// tableKinds checks the values of a table, the nth one with this key.
func (t *tomlText) tableKinds(table map[string]any, shape reflect.Type, key []string, nth int) error {
	for _, name := range slices.Sorted(maps.Keys(table)) {
		field, ok := fieldType(shape, name)
		if !ok {
			continue // known reports it
		}
		if err := t.kind(table[name], field, append(slices.Clone(key), name), nth); err != nil {
			return err
		}
	}
	return nil
}

// kind checks a value.
func (t *tomlText) kind(v any, want reflect.Type, key []string, nth int) error {
	text, ok := wanted(v, want)
	if !ok {
		return t.complain(key, nth, fmt.Errorf("%s is %s, want %s", key[len(key)-1], tomlValueText(v), text))
	}
	if want.Kind() == reflect.Struct {
		return t.tableKinds(v.(map[string]any), want, key, nth)
	}
	if want.Kind() != reflect.Slice || readsItself(want) {
		return nil
	}
	list := reflect.ValueOf(v)
	for i := range list.Len() {
		place := nth
		if len(key) == 1 {
			place = i // find counts only [[phase]] among lists of tables
		}
		if err := t.kind(list.Index(i).Interface(), want.Elem(), key, place); err != nil {
			return err
		}
	}
	return nil
}

// wanted describes the values that a type accepts, and reports whether v is one of them. It accepts any value
// for types that parse themselves, because their errors are better.
func wanted(v any, want reflect.Type) (text string, ok bool) {
	is := reflect.ValueOf(v).Kind()
	switch {
	case readsItself(want):
		return "", true
	case readsText(want):
		return "a text", is != reflect.Map && is != reflect.Slice
	}
	switch want.Kind() {
	case reflect.Pointer:
		return wanted(v, want.Elem())
	case reflect.String:
		return "a text", is == reflect.String
	case reflect.Bool:
		return "true or false", is == reflect.Bool
	case reflect.Int:
		return "a whole number", is == reflect.Int64
	case reflect.Uint64:
		n, whole := v.(int64)
		return "a whole number, 0 or more", whole && n >= 0
	case reflect.Float64:
		return "a number", is == reflect.Float64 || is == reflect.Int64
	case reflect.Struct:
		return "a table", is == reflect.Map
	case reflect.Slice:
		return "a list", is == reflect.Slice
	}
	panic(fmt.Sprint("a field of the kind ", want.Kind()))
}

func readsItself(t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(reflect.TypeFor[toml.Unmarshaler]())
}

func readsText(t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

// tomlValueText formats a value in TOML, or describes it.
func tomlValueText(v any) string {
	switch reflect.ValueOf(v).Kind() {
	case reflect.Map:
		return "a table"
	case reflect.Slice:
		return "a list"
	case reflect.String:
		return fmt.Sprintf("%q", v)
	}
	return fmt.Sprint(v)
}

// fieldType returns the type of the field with this TOML key.
func fieldType(s reflect.Type, key string) (reflect.Type, bool) {
	for f := range s.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("toml"), ",")
		if f.Anonymous && name == "" {
			if inner, ok := fieldType(f.Type, key); ok {
				return inner, true
			}
			continue
		}
		if f.IsExported() && name != "" && name != "-" && strings.EqualFold(name, key) {
			return f.Type, true
		}
	}
	return nil, false
}
