package stats

import (
	"cmp"
	"slices"

	"github.com/outflank/outflank/dataset"
)

// openings counts results by opening, as named by [Classify]. It skips games from other start positions. Use
// newOpenings to create one.
type openings struct {
	skipped int
	by      groups[int] // by index in the table; -1 = none
}

// newOpenings returns an empty counter.
func newOpenings() *openings { return &openings{by: groups[int]{}} }

// Add counts a game.
func (o *openings) Add(g *dataset.Game) {
	if !g.Standard() {
		o.skipped++
		return
	}
	i, ok := classify(g.Game)
	if !ok {
		i = -1
	}
	o.by.of(i).add(g, 1)
}

// Merge adds the counts of p, which counted other games.
func (o *openings) Merge(p *openings) {
	o.skipped += p.skipped
	o.by.merge(p.by)
}

// An openingRow summarises the results of an opening.
type openingRow struct {
	NamedOpening
	Share *float64 `json:"share" unit:"1" meaning:"share of all games, 0 to 1"`
	Outcome
}

// openingResult is the result of the openings statistic, most frequent opening first. Each game counts once,
// under the last named position that it reaches.
type openingResult struct {
	Games    int          `json:"games"`   // games from the ordinary start
	Skipped  int          `json:"skipped"` // games from other starts
	Openings []openingRow `json:"openings"`
}

// Tables returns the table of openings.
func (r openingResult) Tables() []Table {
	return []Table{NewTable("openings", "Results by opening", r.Openings)}
}

// Result returns the results by opening.
func (o *openings) Result() openingResult {
	r := openingResult{Skipped: o.skipped, Openings: make([]openingRow, 0, len(o.by))}
	for _, t := range o.by {
		r.Games += t.Games()
	}
	for i, t := range o.by {
		row := openingRow{Share: share(t.Games(), r.Games), Outcome: t.Outcome()}
		if i >= 0 {
			row.NamedOpening = namedOpenings[i]
		}
		r.Openings = append(r.Openings, row)
	}
	slices.SortFunc(r.Openings, func(a, b openingRow) int {
		return cmp.Or(-cmp.Compare(a.Games, b.Games), cmp.Compare(a.Name, b.Name))
	})
	return r
}
