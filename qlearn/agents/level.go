package agents

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/outflank/outflank/engine"
)

// A Level is a strength of play for people. The JSON fields are stable.
type Level struct {
	Name        string  `json:"name"`
	About       string  `json:"about"`
	Depth       int     `json:"depth"`       // plies that it looks ahead; 0 = the full engine, without errors
	Exact       int     `json:"exact"`       // empty squares from which on it counts to the end; no fewer than Depth
	Temperature float64 `json:"temperature"` // discs by which it mistakes moves, see [Chances]
}

// Spec returns the agent spec of the level.
func (l Level) Spec() string { return "level:" + l.Name }

// Levels returns the levels for people, the weakest first, each beaten by the next in about three
// games of four. The last one is the full engine as `engine` plays, on other boards than 8×8 without
// holes alpha-beta as `alphabeta` does.
func Levels() []Level { return slices.Clone(levels) }

// levels are steps of about 200 Elo points, which depths and temperatures were chosen for by games
// with other seeds than those of the table in notebooks/reports/levels.
var levels = []Level{
	{Name: "beginner", About: "sees only its own move, and errs most of the time", Depth: 1, Exact: 1, Temperature: 12},
	{Name: "novice", About: "sees only its own move, and errs often", Depth: 1, Exact: 1, Temperature: 6.5},
	{Name: "casual", About: "sees the answer to its move, and errs often", Depth: 2, Exact: 2, Temperature: 5.5},
	{Name: "regular", About: "sees the answer to its move, and errs now and then", Depth: 2, Exact: 2, Temperature: 3.7},
	{Name: "club", About: "looks three plies ahead", Depth: 3, Exact: 3, Temperature: 2.9},
	{Name: "strong", About: "looks three plies ahead, errs less, and counts the last 6 squares", Depth: 3, Exact: 6, Temperature: 1.6},
	{Name: "expert", About: "looks four plies ahead, and counts the last 8 squares", Depth: 4, Exact: 8, Temperature: 1.25},
	{Name: "master", About: "looks five plies ahead, seldom errs, and counts the last 10 squares", Depth: 5, Exact: 10, Temperature: 0.6},
	{Name: "champion", About: "looks seven plies ahead, hardly errs, and counts the last 12 squares", Depth: 7, Exact: 12, Temperature: 0.35},
	{Name: "full", About: "the full engine"},
}

// levelKind plays like a person of some strength.
var levelKind = Kind{
	Name: "level", About: "an opponent for people, from beginner to full: draws among all moves, the rarer the more they lose", Source: "McKelvey and Palfrey 1995",
	Params: []Param{{"name", "club", "who plays, also without the key, as in level:club: " + strings.Join(levelNames(), ", ")}},
	alone:  "name",
	build: func(p *params) (newAgent, error) {
		l := p.level()
		return func(rng *rand.Rand) engine.Agent { return l.New(rng) }, nil
	},
}

// level returns the level that key "name" names.
func (p *params) level() Level { return levels[p.choice("name", levelNames()...)] }

// levelNames are the names in the order of the levels.
func levelNames() (names []string) {
	for _, l := range levels {
		names = append(names, l.Name)
	}
	return names
}
