package stats

import (
	"cmp"
	"slices"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
)

// results counts recorded results by colour, year and tournament. All games count, with any status and from
// any start position. Games without a result are counted separately. Use newResults to create one.
type results struct {
	all         Tally
	years       groups[int]
	tournaments groups[tournament]
}

// A tournament is identified by its id in the source and its label.
type tournament struct {
	id    int
	label string
}

// newResults returns an empty counter.
func newResults() *results {
	return &results{years: groups[int]{}, tournaments: groups[tournament]{}}
}

// Add counts a game.
func (r *results) Add(g *dataset.Game) {
	r.all.add(g, 1)
	r.years.of(g.Year).add(g, 1)
	r.tournaments.of(tournament{g.TournamentID, g.Tournament}).add(g, 1)
}

// Merge adds the counts of s, which counted other games.
func (r *results) Merge(s *results) {
	r.all.merge(&s.all)
	r.years.merge(s.years)
	r.tournaments.merge(s.tournaments)
}

// A colorResult summarises the results of one colour.
type colorResult struct {
	Color string `json:"color" unit:"text" meaning:"black or white"`
	Standing
}

// ColorResults are the results of all games from the view of each colour.
type ColorResults struct {
	Total  Outcome       `json:"total"`
	Colors []colorResult `json:"colors"` // black, white
}

// Tables returns the table of the two colours.
func (r ColorResults) Tables() []Table {
	return []Table{NewTable("colors", "Results by colour", r.Colors),
		NewTable("total", "Results of all games", []Outcome{r.Total})}
}

// Colors returns the results of all games by colour.
func (r *results) Colors() ColorResults {
	white := r.all.turned()
	return ColorResults{r.all.Outcome(), []colorResult{
		{engine.Black.String(), r.all.standing()},
		{engine.White.String(), white.standing()},
	}}
}

// A yearResult summarises the games of one year.
type yearResult struct {
	Year int `json:"year" unit:"year" meaning:"calendar year, 0 = unknown"`
	Outcome
}

// YearResults are the results of each year, in order.
type YearResults struct {
	Years []yearResult `json:"years"`
}

// Tables returns the table of years.
func (r YearResults) Tables() []Table {
	return []Table{NewTable("years", "Results by year", r.Years)}
}

// Years returns the results by year.
func (r *results) Years() YearResults {
	list := make([]yearResult, 0, len(r.years))
	for year, t := range r.years {
		list = append(list, yearResult{year, t.Outcome()})
	}
	slices.SortFunc(list, func(a, b yearResult) int { return cmp.Compare(a.Year, b.Year) })
	return YearResults{list}
}

// A tournamentResult summarises the games of one tournament over all years.
type tournamentResult struct {
	TournamentID int    `json:"tournament_id" unit:"id" meaning:"id in the source, -1 = none"`
	Tournament   string `json:"tournament" unit:"text" meaning:"label of the tournament, empty = unknown"`
	Outcome
}

// tournamentResults are the results of each tournament, those with the most games first.
type tournamentResults struct {
	Tournaments []tournamentResult `json:"tournaments"`
}

// Tables returns the table of tournaments.
func (r tournamentResults) Tables() []Table {
	return []Table{NewTable("tournaments", "Results by tournament", r.Tournaments)}
}

// Tournaments returns the results by tournament.
func (r *results) Tournaments() tournamentResults {
	list := make([]tournamentResult, 0, len(r.tournaments))
	for key, t := range r.tournaments {
		list = append(list, tournamentResult{key.id, key.label, t.Outcome()})
	}
	slices.SortFunc(list, func(a, b tournamentResult) int {
		return cmp.Or(-cmp.Compare(a.Games, b.Games), cmp.Compare(a.Tournament, b.Tournament),
			cmp.Compare(a.TournamentID, b.TournamentID))
	})
	return tournamentResults{list}
}
