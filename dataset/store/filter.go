package store

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/outflank/outflank/dataset"
)

// A Filter selects games. A game must satisfy every field that is set; the zero value accepts all games.
type Filter struct {
	IDs []int64 // accepted ids, in ascending order; empty = any

	// First and last year, inclusive; 0 = no bound. Games of unknown year satisfy no bound.
	FromYear, ToYear int

	// Parts of labels; case is ignored.

	Player     string // either side's
	Black      string
	White      string
	Tournament string

	Kind dataset.Kind // who plays: Humans, Programs or AnyKind

	Status []dataset.Status // accepted statuses; empty = any

	Split  dataset.Split  // train, validation or test; AnySplit = all
	Shares dataset.Shares // sizes of the splits; zero = DefaultShares
}

// Match reports whether the filter accepts g.
func (f Filter) Match(g *dataset.Game) bool { return f.Matcher()(g) }

// Matcher returns a function that is equivalent to Match but faster for many games, because it compares each
// label only once. It is not safe for concurrent use.
func (f Filter) Matcher() func(*dataset.Game) bool {
	rules := f.labelRules()
	return func(g *dataset.Game) bool {
		if !f.matchID(g.ID) || !f.matchYear(g.Year) || !f.matchStatus(g.Status) {
			return false
		}
		for _, r := range rules {
			if slices.ContainsFunc(r.columns, func(name string) bool {
				return r.has(labelIn(g, name))
			}) == r.negative {
				return false
			}
		}
		return f.matchSplit(g)
	}
}

// matcherOf returns a function that reports whether a game satisfies all filters, see [Filter.Matcher].
func matcherOf(filters []Filter) func(*dataset.Game) bool {
	matchers := make([]func(*dataset.Game) bool, len(filters))
	for i, f := range filters {
		matchers[i] = f.Matcher()
	}
	return func(g *dataset.Game) bool {
		return !slices.ContainsFunc(matchers, func(match func(*dataset.Game) bool) bool { return !match(g) })
	}
}

// labelIn returns the value of a label column.
func labelIn(g *dataset.Game, column string) string {
	switch column {
	case "black":
		return g.Black
	case "white":
		return g.White
	}
	return g.Tournament
}

// Apply yields the games of seq that the filter accepts, and all errors.
func (f Filter) Apply(seq iter.Seq2[dataset.Game, error]) iter.Seq2[dataset.Game, error] {
	return func(yield func(dataset.Game, error) bool) {
		match := f.Matcher()
		for g, err := range seq {
			if (err != nil || match(&g)) && !yield(g, err) {
				return
			}
		}
	}
}

func (f Filter) matchID(id int64) bool {
	_, found := slices.BinarySearch(f.IDs, id)
	return found || len(f.IDs) == 0
}

func (f Filter) matchYear(year int) bool {
	return (f.FromYear == 0 || year >= f.FromYear) &&
		(f.ToYear == 0 || year != 0 && year <= f.ToYear)
}

func (f Filter) matchStatus(s dataset.Status) bool {
	return len(f.Status) == 0 || slices.Contains(f.Status, s)
}

func (f Filter) matchSplit(g *dataset.Game) bool {
	return f.Split == dataset.AnySplit || f.Shares.Of(g.Game) == f.Split
}

// contains reports whether s contains part, ignoring case. In WTHOR names, the two cases of a letter have the
// same number of bytes.
func contains(s, part string) bool {
	if part == "" {
		return true
	}
	for i := range s {
		if len(s)-i < len(part) {
			return false
		}
		if strings.EqualFold(s[i:i+len(part)], part) {
			return true
		}
	}
	return false
}

// Years returns the years of the filter in a form for SetYears, or "" for all years.
func (f *Filter) Years() string {
	if f.FromYear == 0 && f.ToYear == 0 {
		return ""
	}
	return fmt.Sprintf("%d-%d", f.FromYear, f.ToYear)
}

// SetYears sets the years of the filter from a text such as 2001-2015 or 2012.
func (f *Filter) SetYears(text string) error {
	from, to, span := strings.Cut(text, "-")
	if !span {
		to = from
	}
	var err1, err2 error
	f.FromYear, err1 = strconv.Atoi(from)
	f.ToYear, err2 = strconv.Atoi(to)
	if err1 == nil && err2 == nil && 1 <= f.ToYear && f.ToYear < f.FromYear {
		return fmt.Errorf("want the earlier year first, as in %s-%s", to, from)
	}
	if err1 != nil || err2 != nil || f.FromYear < 1 || f.ToYear < f.FromYear {
		return errors.New("want years as in 2001-2015 or 2012")
	}
	return nil
}
