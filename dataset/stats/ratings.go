package stats

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/portable"
)

// A playerYear is a player in a year.
type playerYear struct {
	id   PlayerID
	year int
}

// A ratingRow is the rating of a player in a year.
type ratingRow struct {
	ID      int     `json:"player_id" unit:"id" meaning:"id in the source, -1 = none"`
	Name    string  `json:"player" unit:"text" meaning:"the player's label in the latest game"`
	Program bool    `json:"program" unit:"1" meaning:"whether the player is a program: its label has parentheses"`
	Year    int     `json:"year" unit:"year" meaning:"calendar year"`
	Elo     float64 `json:"elo" unit:"elo" meaning:"rating from the games of the year; opponents have their ratings from all games"`
	EloLow  float64 `json:"elo_low" unit:"elo" meaning:"lower bound of its 95 % interval, which treats the opponents' ratings as exact"`
	EloHigh float64 `json:"elo_high" unit:"elo" meaning:"upper bound of its 95 % interval"`
	Games   int     `json:"games" unit:"game" meaning:"games of the year with a result"`
	Score   float64 `json:"score" unit:"1" meaning:"share of the points, 0 to 1; a draw is half a point"`
	Overall float64 `json:"overall_elo" unit:"elo" meaning:"rating from all games of the database"`
}

// ratingResult contains ratings by year: people, then programs, each with the highest overall ratings first.
type ratingResult struct {
	Anchor   float64     `json:"anchor"`    // rating of the fictional average player
	MinGames int         `json:"min_games"` // years with fewer games are left out
	Ratings  []ratingRow `json:"ratings"`
}

// Tables returns the table of ratings.
func (r ratingResult) Tables() []Table {
	return []Table{NewTable("ratings", "Ratings by year", r.Ratings)}
}

// ratings lists the years in which a player of p's games has at least minGames results in the games of all.
// If all is nil, it uses p's games.
func (p *Players) ratings(all *Players, minGames int) ratingResult {
	all = cmp.Or(all, p)
	elo, meetings := all.Elo(), all.meetings()
	r := ratingResult{Anchor: anchor, MinGames: minGames, Ratings: []ratingRow{}}
	for who := range p.meetings() {
		list, name := meetings[who], all.labels[who.id].name
		row := ratingRow{ID: who.id.ID, Name: name, Program: dataset.IsProgram(name), Year: who.year,
			Overall: elo[who.id]}
		half := 0.0
		row.Elo, half = performance(list, elo, row.Overall)
		row.EloLow, row.EloHigh = row.Elo-half, row.Elo+half
		for _, m := range list {
			row.Games += m.games
			row.Score += float64(m.points) / 2
		}
		if row.Score /= float64(row.Games); who.year != 0 && row.Games >= minGames {
			r.Ratings = append(r.Ratings, row)
		}
	}
	slices.SortFunc(r.Ratings, func(a, b ratingRow) int {
		return cmp.Or(compareBool(a.Program, b.Program), -cmp.Compare(a.Overall, b.Overall),
			cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID), cmp.Compare(a.Year, b.Year))
	})
	return r
}

// A meeting contains a player's results against an opponent in a year.
type meeting struct {
	opponent PlayerID
	seasonResult
}

// meetings returns the results of each player in each year, in a fixed order.
func (p *Players) meetings() map[playerYear][]meeting {
	list := map[playerYear][]meeting{}
	for _, s := range slices.SortedFunc(maps.Keys(p.seasons), func(a, b season) int {
		return cmp.Or(cmp.Compare(a.year, b.year), comparePlayers(a.pair[0], b.pair[0]),
			comparePlayers(a.pair[1], b.pair[1]))
	}) {
		first, second, t := playerYear{s.pair[0], s.year}, playerYear{s.pair[1], s.year}, p.seasons[s]
		list[first] = append(list[first], meeting{second.id, t})
		list[second] = append(list[second], meeting{first.id, seasonResult{t.games, 2*t.games - t.points}})
	}
	return list
}

// performance returns the rating that maximizes the likelihood of results against opponents with known
// ratings, and half the width of its 95 % interval. It adds virtual draws against a player rated own, and
// uses Newton's method.
func performance(list []meeting, elo map[PlayerID]float64, own float64) (rating, half float64) {
	rating = own
	for range 100 {
		p := expected(rating, own)
		slope, curve := float64(virtualDraws*(0.5-p)), float64(virtualDraws*p*(1-p))
		for _, m := range list {
			n, p := float64(m.games), expected(rating, elo[m.opponent])
			slope += float64(m.points)/2 - float64(n*p)
			curve += float64(n * p * (1 - p))
		}
		step := min(max(slope/curve, -1.5), 1.5) // far from the maximum, Newton's step is too long
		rating += float64(arena.Scale * step)
		half = float64(arena.Scale*arena.Z) / math.Sqrt(curve)
		if math.Abs(step) < 1e-9 {
			break
		}
	}
	return rating, half
}

// expected returns the expected share of the points, 0 to 1, of a player with this rating against an
// opponent.
func expected(rating, opponent float64) float64 {
	return 1 / (1 + portable.Exp((opponent-rating)/arena.Scale))
}

// OnlyPlayer keeps only the rows of a result about players whose names match name, as in [store.Filter]. It
// returns results without players unchanged. If name is "", all rows match.
func OnlyPlayer(r Result, name string) Result {
	other := func(label string) bool {
		return !store.Filter{Black: name}.Match(&dataset.Game{Black: label})
	}
	switch r := r.(type) {
	case PlayerResult:
		r.Players = slices.DeleteFunc(r.Players, func(row playerRow) bool { return other(row.Name) })
		return r
	case ratingResult:
		r.Ratings = slices.DeleteFunc(r.Ratings, func(row ratingRow) bool { return other(row.Name) })
		return r
	}
	return r
}
