package agents

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/outflank/outflank/engine"
)

// A Level is a playing strength for human opponents. The JSON fields are stable.
type Level struct {
	Name  string `json:"name"`
	About string `json:"about"`
	Depth int    `json:"depth"` // search depth in plies; 0 = the full engine, without errors
	// Exact is the number of empty squares from which it searches to the end; at least Depth.
	Exact       int     `json:"exact"`
	Temperature float64 `json:"temperature"` // size of its errors in discs, see chances

	// Measured on the 8×8 board, see notebooks/reports/levels:
	Loss float64 `json:"loss"` // expected discs lost per move, according to the full engine at depth 12
	Elo  int     `json:"elo"`  // above an agent that plays random moves
}

// Spec returns the agent spec of the level.
func (l Level) Spec() string { return LevelKind + ":" + l.Name }

// Levels returns the levels, weakest first. Each level wins about three of four games against the level
// below. The last level is the full engine, like `engine`, on 8×8 boards without holes, and alpha-beta, like
// `alphabeta`, on all other boards.
func Levels() []Level { return slices.Clone(levels) }

// levels are about 200 Elo points apart. Their depths and temperatures were chosen in games with other seeds.
// Loss and Elo come from the table in notebooks/reports/levels, created by:
//
//	outflank ladder --seed 2 --games 300 --moves 400 -o ladder.md -o ladder.json
var levels = []Level{
	{Name: "beginner", About: "sees only its own move, and errs most of the time", Depth: 1, Exact: 1, Temperature: 12, Loss: 7.22, Elo: 354},
	{Name: "novice", About: "sees only its own move, and errs often", Depth: 1, Exact: 1, Temperature: 7, Loss: 5.31, Elo: 555},
	{Name: "casual", About: "sees the answer to its move, and errs often", Depth: 2, Exact: 2, Temperature: 5.5, Loss: 4.75, Elo: 781},
	{Name: "regular", About: "sees the answer to its move, and errs now and then", Depth: 2, Exact: 2, Temperature: 3.5, Loss: 3.37, Elo: 1045},
	{Name: "club", About: "looks three plies ahead", Depth: 3, Exact: 3, Temperature: 3.2, Loss: 2.67, Elo: 1210},
	{Name: "strong", About: "looks three plies ahead, errs less, and counts the last 6 squares", Depth: 3, Exact: 6, Temperature: 1.8, Loss: 2.16, Elo: 1420},
	{Name: "expert", About: "looks four plies ahead, and counts the last 8 squares", Depth: 4, Exact: 8, Temperature: 1.25, Loss: 1.34, Elo: 1678},
	{Name: "master", About: "looks five plies ahead, seldom errs, and counts the last 10 squares", Depth: 5, Exact: 10, Temperature: 0.6, Loss: 0.99, Elo: 1905},
	{Name: "champion", About: "looks seven plies ahead, hardly errs, and counts the last 12 squares", Depth: 7, Exact: 12, Temperature: 0.35, Loss: 0.54, Elo: 2102},
	{Name: "full", About: "the full engine", Loss: 0.23, Elo: 2285},
}

// LevelKind is the name of the kind of agents that play at a level.
const LevelKind = "level"

// levelKind plays like a person of a given strength.
var levelKind = Kind{
	Name: LevelKind, About: "an opponent for people, from beginner to full: picks moves at random, worse " +
		"moves less often", Source: "McKelvey and Palfrey 1995",
	Params: []Param{{"name", "club", "who plays, also without the key, as in level:club: " +
		strings.Join(levelNames(), ", ")}},
	alone: "name",
	build: func(p *params) (newAgent, error) {
		l := p.level()
		return func(rng *rand.Rand) engine.Agent { return l.New(rng) }, nil
	},
}

// level returns the level for the key "name".
func (p *params) level() Level { return levels[p.choice("name", levelNames()...)] }

// levelNames returns the names of the levels in order.
func levelNames() (names []string) {
	for _, l := range levels {
		names = append(names, l.Name)
	}
	return names
}
