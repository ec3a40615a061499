package store

import (
	"slices"
	"strings"

	"github.com/outflank/outflank/dataset"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
)

// A selector finds the rows that filters accept, ignoring splits. It reads only the columns that the filters
// need. It is safe for concurrent use.
type selector struct {
	filters []Filter
	columns []int // indices in gameSchema
}

// newSelector returns a selector for the filters, or nil if they do not select by columns.
func newSelector(filters []Filter) *selector {
	if len(filters) == 0 {
		return nil
	}
	s := &selector{filters: filters}
	for _, f := range filters {
		for _, name := range f.columns() {
			s.columns = append(s.columns, gameColumn(name))
		}
	}
	slices.Sort(s.columns)
	s.columns = slices.Compact(s.columns)
	return s
}

func gameColumn(name string) int { return gameSchema.FieldIndices(name)[0] }

// columns returns the columns that the filter needs, except those with the moves.
func (f *Filter) columns() (names []string) {
	if len(f.IDs) > 0 {
		names = append(names, "id")
	}
	if f.FromYear != 0 || f.ToYear != 0 {
		names = append(names, "year")
	}
	for _, r := range f.labelRules() {
		names = append(names, r.columns...)
	}
	if len(f.Status) > 0 {
		names = append(names, "status")
	}
	return names
}

// A labelRule requires a property of the label in at least one of some columns or, if negative, in none of
// them.
type labelRule struct {
	columns  []string
	has      func(label string) bool
	negative bool
}

// labelRules returns the rules of the filter.
func (f *Filter) labelRules() (rules []labelRule) {
	both := []string{"black", "white"}
	for _, part := range []struct {
		text    string
		columns []string
	}{{f.Player, both}, {f.Black, both[:1]}, {f.White, both[1:]}, {f.Tournament, []string{"tournament"}}} {
		if part.text != "" {
			rules = append(rules, labelRule{columns: part.columns, has: remembered(func(label string) bool {
				return contains(label, part.text)
			})})
		}
	}
	if f.Kind != dataset.AnyKind {
		rules = append(rules, labelRule{columns: both, has: dataset.IsProgram, negative: f.Kind == dataset.Humans})
	}
	return rules
}

// rows returns the rows of a batch that all filters accept. The batch must contain the selector's columns.
func (s *selector) rows(rec arrow.Record) (rows []int) {
	keep := make([]bool, rec.NumRows())
	for i := range keep {
		keep[i] = true
	}
	for i := range s.filters {
		f := &s.filters[i]
		f.keepIDs(rec, keep)
		f.keepYears(rec, keep)
		for _, r := range f.labelRules() {
			r.keep(rec, keep)
		}
		f.keepStatus(rec, keep)
	}
	for i, ok := range keep {
		if ok {
			rows = append(rows, i)
		}
	}
	return rows
}

func columnOf[A arrow.Array](rec arrow.Record, name string) A {
	return rec.Column(rec.Schema().FieldIndices(name)[0]).(A)
}

func (f *Filter) keepIDs(rec arrow.Record, keep []bool) {
	if len(f.IDs) == 0 {
		return
	}
	for i, id := range columnOf[*array.Int64](rec, "id").Int64Values() {
		keep[i] = keep[i] && f.matchID(id)
	}
}

func (f *Filter) keepYears(rec arrow.Record, keep []bool) {
	if f.FromYear == 0 && f.ToYear == 0 {
		return
	}
	for i, year := range columnOf[*array.Int32](rec, "year").Int32Values() {
		keep[i] = keep[i] && f.matchYear(int(year))
	}
}

// keep drops the rows that break the rule.
func (r labelRule) keep(rec arrow.Record, keep []bool) {
	columns := make([]*array.String, len(r.columns))
	for i, name := range r.columns {
		columns[i] = columnOf[*array.String](rec, name)
	}
	for i := range keep {
		if keep[i] {
			some := slices.ContainsFunc(columns, func(c *array.String) bool { return r.has(c.Value(i)) })
			keep[i] = some != r.negative
		}
	}
}

// remembered returns has with a cache: labels repeat, but each is tested only once.
func remembered(has func(label string) bool) func(string) bool {
	known := map[string]bool{}
	return func(label string) bool {
		yes, ok := known[label]
		if !ok {
			yes = has(label)
			known[strings.Clone(label)] = yes
		}
		return yes
	}
}

func (f *Filter) keepStatus(rec arrow.Record, keep []bool) {
	if len(f.Status) == 0 {
		return
	}
	status := columnOf[*array.String](rec, "status")
	for i := range keep {
		// Rows with an invalid status are kept, so that decoding them reports the error.
		st, err := dataset.ParseStatus(status.Value(i))
		keep[i] = keep[i] && (err != nil || f.matchStatus(st))
	}
}
