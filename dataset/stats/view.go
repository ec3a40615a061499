package stats

import (
	"iter"
	"slices"

	"github.com/outflank/outflank/engine/runtime/text"
)

// A view reads the cells of a table by column name. The columns must exist.
type view struct{ *Table }

// viewOf returns the table with this name.
func viewOf(tables []Table, name string) view {
	return view{&tables[slices.IndexFunc(tables, func(t Table) bool { return t.Name == name })]}
}

func (v view) find(name string) int {
	return slices.IndexFunc(v.Columns, func(c Column) bool { return c.Name == name })
}

func (v view) has(name string) bool { return v.find(name) >= 0 }

func (v view) column(name string) int {
	i := v.find(name)
	if i < 0 {
		panic("no column " + name + " in table " + v.Name)
	}
	return i
}

// known yields the rows whose values in these columns are known.
func (v view) known(columns ...string) iter.Seq[[]any] {
	return func(yield func([]any) bool) {
		for _, row := range v.Rows {
			if !slices.ContainsFunc(columns, func(name string) bool { return v.unknown(row, v.column(name)) }) &&
				!yield(row) {
				return
			}
		}
	}
}

// unknown reports whether a cell has no value. A year of 0 counts as no value.
func (v view) unknown(row []any, i int) bool {
	return row[i] == nil || v.Columns[i].Unit == "year" && row[i] == int64(0)
}

// number returns a number, which must be known.
func (v view) number(row []any, name string) float64 {
	switch n := row[v.column(name)].(type) {
	case int64:
		return float64(n)
	default:
		return n.(float64)
	}
}

// percent returns the factor of a column in a picture: 100 for shares, otherwise 1.
func (v view) percent(name string) float64 {
	if v.IsShare(v.column(name)) {
		return 100
	}
	return 1
}

// scaled returns numbers times a factor.
func scaled(list []float64, factor float64) []float64 {
	list = slices.Clone(list)
	for i := range list {
		list[i] *= factor
	}
	return list
}

func (v view) text(row []any, name string) string { return row[v.column(name)].(string) }

// count formats a number of things for display: 7,440,261.
func (v view) count(row []any, name string) string {
	return text.Number(int(row[v.column(name)].(int64)))
}

// matches reports whether a row has these texts.
func (v view) matches(row []any, texts map[string]string) bool {
	for name, text := range texts {
		if v.text(row, name) != text {
			return false
		}
	}
	return true
}
