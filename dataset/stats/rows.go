package stats

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"
)

// NewTable returns a table of rows, which must be structs. Each field is a column. Its tags describe the
// column for JSON, CSV, Arrow and readers:
//
//	Games int `json:"games" unit:"game" meaning:"games of the year"`
//
// Fields are int, float64, string or bool; NewTable panics on other types. The fields of embedded structs
// count as fields of the row. A pointer field becomes a column with possibly unknown values; nil = unknown.
func NewTable[T any](name, title string, rows []T) Table {
	t := Table{Name: name, Title: title, Columns: columnsOf(reflect.TypeFor[T](), nil),
		Rows: make([][]any, len(rows))}
	for i := range rows {
		t.Rows[i] = cellsOf(reflect.ValueOf(&rows[i]).Elem(), make([]any, 0, len(t.Columns)))
	}
	return t
}

// columnsOf appends a column for each field of the struct.
func columnsOf(s reflect.Type, list []Column) []Column {
	for f := range s.Fields() {
		if f.Anonymous {
			list = columnsOf(f.Type, list)
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		kind, nullable := f.Type, f.Type.Kind() == reflect.Pointer
		if nullable {
			kind = kind.Elem()
		}
		list = append(list, Column{name, arrowType(kind), nullable, f.Tag.Get("unit"), f.Tag.Get("meaning")})
	}
	return list
}

func arrowType(t reflect.Type) arrow.DataType {
	switch t.Kind() {
	case reflect.Int:
		return arrow.PrimitiveTypes.Int64
	case reflect.Float64:
		return arrow.PrimitiveTypes.Float64
	case reflect.String:
		return arrow.BinaryTypes.String
	case reflect.Bool:
		return arrow.FixedWidthTypes.Boolean
	}
	panic(fmt.Sprintf("stats: no column holds a %v", t))
}

// cellsOf appends the values of the struct's fields.
func cellsOf(s reflect.Value, cells []any) []any {
	for f, v := range s.Fields() {
		switch {
		case f.Anonymous:
			cells = cellsOf(v, cells)
		case v.Kind() == reflect.Pointer && v.IsNil():
			cells = append(cells, nil)
		default:
			cells = append(cells, valueOf(reflect.Indirect(v)))
		}
	}
	return cells
}

func valueOf(v reflect.Value) any {
	switch v.Kind() {
	case reflect.Int:
		return v.Int()
	case reflect.Float64:
		return v.Float()
	case reflect.Bool:
		return v.Bool()
	}
	return v.String()
}
