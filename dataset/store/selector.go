package store

import (
	"slices"
	"strings"

	"github.com/outflank/outflank/dataset"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
)

// A selector finds the rows that filters, whose splits it leaves aside, let through, from the
// columns that they ask for and no others. Several goroutines may use it at once.
type selector struct {
	filters []Filter
	columns []int // of gameSchema
}

// newSelector returns nil if there is nothing to select by.
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

// columns returns the columns that the filter asks for, those of the moves aside.
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

// A labelRule wants that a label in one of some columns has a property; or none of them,
// if it is negative.
type labelRule struct {
	columns  []string
	has      func(label string) bool
	negative bool
}

// labelRules returns those that are asked for.
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

// rows returns the rows of a batch that all filters let through. The batch has the
// selector's columns, by name.
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

// remembered returns has with a memory: labels repeat, and each is looked at once.
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
		// What is no status at all is kept, so that the reader of the row reports it.
		st, err := dataset.ParseStatus(status.Value(i))
		keep[i] = keep[i] && (err != nil || f.matchStatus(st))
	}
}
