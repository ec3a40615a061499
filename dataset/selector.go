package dataset

import (
	"slices"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
)

// A selector finds the rows that filters let through, from the columns that they ask
// for and no others. Names repeat, so each is compared once. It is for one goroutine.
type selector struct {
	filters []Filter
	columns []int // of GameSchema
	names   []map[string]bool
	decoder *decoder
}

// newSelector returns nil if there is nothing to select by.
func newSelector(filters []Filter) *selector {
	if len(filters) == 0 {
		return nil
	}
	s := &selector{filters: filters, decoder: newDecoder()}
	for _, f := range filters {
		for _, name := range f.columns() {
			s.columns = append(s.columns, gameColumn(name))
		}
		for range f.parts() {
			s.names = append(s.names, map[string]bool{})
		}
	}
	slices.Sort(s.columns)
	s.columns = slices.Compact(s.columns)
	return s
}

func gameColumn(name string) int { return GameSchema.FieldIndices(name)[0] }

// columns returns the columns that the filter asks for.
func (f *Filter) columns() (names []string) {
	if f.FromYear != 0 || f.ToYear != 0 {
		names = append(names, "year")
	}
	for _, p := range f.parts() {
		names = append(names, p.columns...)
	}
	if len(f.Status) > 0 {
		names = append(names, "status")
	}
	if f.Split != AnySplit {
		names = append(names, "start", "plies", "moves")
	}
	return names
}

// A part is a text that one of some columns must contain.
type part struct {
	text    string
	columns []string
}

// parts returns those that are asked for.
func (f *Filter) parts() []part {
	all := []part{{f.Player, []string{"black", "white"}}, {f.Black, []string{"black"}}, {f.White, []string{"white"}}, {f.Tournament, []string{"tournament"}}}
	return slices.DeleteFunc(all, func(p part) bool { return p.text == "" })
}

// rows returns the rows of a batch that all filters let through. The batch has the
// selector's columns, by name.
func (s *selector) rows(rec arrow.Record) (rows []int) {
	keep := make([]bool, rec.NumRows())
	for i := range keep {
		keep[i] = true
	}
	names := s.names
	for i := range s.filters {
		f := &s.filters[i]
		f.keepYears(rec, keep)
		for _, p := range f.parts() {
			p.keep(rec, keep, names[0])
			names = names[1:]
		}
		f.keepStatus(rec, keep)
	}
	for i, ok := range keep {
		if ok && s.matchSplit(rec, i) {
			rows = append(rows, i)
		}
	}
	return rows
}

func columnOf[A arrow.Array](rec arrow.Record, name string) A {
	return rec.Column(rec.Schema().FieldIndices(name)[0]).(A)
}

func (f *Filter) keepYears(rec arrow.Record, keep []bool) {
	if f.FromYear == 0 && f.ToYear == 0 {
		return
	}
	for i, year := range columnOf[*array.Int32](rec, "year").Int32Values() {
		keep[i] = keep[i] && f.matchYear(int(year))
	}
}

// keep drops the rows none of whose columns contains the text. known remembers names.
func (p part) keep(rec arrow.Record, keep []bool, known map[string]bool) {
	columns := make([]*array.String, len(p.columns))
	for i, name := range p.columns {
		columns[i] = columnOf[*array.String](rec, name)
	}
	for i := range keep {
		if keep[i] {
			keep[i] = slices.ContainsFunc(columns, func(c *array.String) bool { return p.in(c.Value(i), known) })
		}
	}
}

func (p part) in(name string, known map[string]bool) bool {
	has, ok := known[name]
	if !ok {
		has = contains(name, p.text)
		known[strings.Clone(name)] = has
	}
	return has
}

func (f *Filter) keepStatus(rec arrow.Record, keep []bool) {
	if len(f.Status) == 0 {
		return
	}
	status := columnOf[*array.String](rec, "status")
	for i := range keep {
		// What is no status at all is kept, so that the reader of the row reports it.
		st, err := ParseStatus(status.Value(i))
		keep[i] = keep[i] && (err != nil || slices.Contains(f.Status, st))
	}
}

// matchSplit tells whether row i is in the splits that are asked for; true also if its
// moves cannot be read, so that the reader of the row reports it.
func (s *selector) matchSplit(rec arrow.Record, i int) bool {
	var g Game
	for k := range s.filters {
		f := &s.filters[k]
		if f.Split == AnySplit {
			continue
		}
		if g.Moves == nil {
			for _, name := range [...]string{"start", "plies", "moves"} {
				if columns[gameColumn(name)].take(s.decoder, columnOf[arrow.Array](rec, name), i, &g) != nil {
					return true
				}
			}
		}
		if f.Shares.Of(g.Game) != f.Split {
			return false
		}
	}
	return true
}
