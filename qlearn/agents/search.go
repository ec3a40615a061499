package agents

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/search"
	"github.com/outflank/outflank/eval"
)

// searchKinds search to a depth. Their evaluator is a parameter, so a paper's player is one of these kinds
// with its own presets.
var searchKinds = []Kind{
	minimaxKind,
	variant(minimaxKind, "minimax(1)", "the report's player of this name: minimax to depth 2", paperCS181,
		"eval=cs181"),
	variant(minimaxKind, "minimax(2)", "the report's player of this name: minimax to depth 4", paperCS181,
		"depth=4", "eval=cs181"),
	alphaBetaKind,
	{
		Name: "negascout", Aliases: []string{"pvs"}, About: "NegaScout: alpha-beta with null windows",
		Source: paperSearch,
		Params: searchParams("6", "12"), build: buildSearch(search.NegaScout),
	},
	{
		Name: "mtdf", About: "MTD(f): null windows only", Source: paperSearch,
		Params: searchParams("6", "12"), build: buildSearch(search.MTDF),
	},
	variant(alphaBetaKind, "cassio", "Cassio's minimax program, with hand-tuned weights", paperCassio, "depth=5",
		"exact=10", "eval=cassio"),
	umeaKind(),
	variant(alphaBetaKind, "flat", "Mini-Max Piece-Counter", paperGenetic, "depth=4", "exact=0", "eval=flat"),
	variant(alphaBetaKind, "wedge", "Mini-Max Weighted Wedge Piece-Counter, with the evolved weights",
		paperGenetic, "depth=4", "exact=0", "eval=wedge"),
	variant(alphaBetaKind, "grid", "Mini-Max Weighted Grid Piece-Counter, with the evolved weights",
		paperGenetic, "depth=4", "exact=0", "eval=grid"),
}

var minimaxKind = Kind{
	Name: "minimax", About: "plain minimax", Source: paperSearch,
	Params: searchParams("2", "0"), build: buildSearch(search.Minimax),
}

var alphaBetaKind = Kind{
	Name: "alphabeta", Aliases: []string{"ab"}, About: "alpha-beta with iterative deepening and a " +
		"transposition table; plain=true uses neither, as in the papers", Source: paperSearch,
	Params: append(searchParams("6", "12"), Param{"plain", "false", "search to the depth at once, moves in " +
		"the order a1 to h8, without a table; exact and start count only where they are given"}),
	build: buildSearch(search.AlphaBeta),
}

// umeaKind is Ranvier's program. Parameters change parts of its evaluation.
func umeaKind() Kind {
	k := variant(alphaBetaKind, "umea", "alpha-beta from depth 5, deeper if time is given; the report's "+
		"program is plain,start=5 and stops at depth=19", paperUmea, "depth=5", "start=5", "exact=0",
		"eval=umea")
	u := eval.DefaultUmea
	k.Params = append(k.Params,
		Param{"bonus", fmt.Sprint(u.Bonus), "points of its evaluation for each stable disc"},
		Param{"stable", "edge", "the discs with the bonus: edge, those that no disc put beside them flips on " +
			"the next move, judged by the cell opposite; line, judged by the first cell opposite that is not " +
			"their own; enemy, where that cell must be the opponent's; or definite, those that can never be flipped"},
		Param{"mobility", fmt.Sprint(u.Mobility), "points of its evaluation for each legal move"},
	)
	return k
}

// searchParams returns the parameters of a search with default values for depth and exact.
func searchParams(depth, exact string) []Param {
	return []Param{
		{"depth", depth, "plies; without limit where time or nodes are limited and depth is not given"},
		{"start", "", "first depth of the deepening: 1, but minimax and plain search to their depth at once unless time or nodes are limited"},
		{"nodes", "0", "node limit for each move; 0 = none"},
		{"exact", exact, "number of empty squares from which it plays perfectly"},
		{"hash", "16", "memory of the transposition table in MiB; 0 = none"},
		{"eval", "default", evalAbout},
		{"model", "", "a model file instead of eval"},
	}
}

// variant returns base with a different name and its own presets.
func variant(base Kind, name, about, source string, presets ...string) Kind {
	base.Name, base.About, base.Source, base.Aliases = name, about, source, nil
	base.Params = slices.Clone(base.Params)
	for _, text := range presets {
		key, value, _ := strings.Cut(text, "=")
		i := slices.IndexFunc(base.Params, func(q Param) bool { return q.Key == key })
		base.Params[i].Default = value
	}
	return base
}

func buildSearch(a search.Algorithm) func(p *params) (newAgent, error) {
	return func(p *params) (newAgent, error) {
		e, err := p.evaluator()
		opt := p.searchOptions(a)
		opt.Win = e.win
		return func(*rand.Rand) engine.Agent { return search.New(e.new(), opt) }, err
	}
}

func (p *params) searchOptions(a search.Algorithm) search.Options {
	opt := search.Options{
		Algorithm:  a,
		Depth:      p.integer("depth", 1, 60),
		Nodes:      uint64(p.wide("nodes", 0, 1<<50)),
		Exact:      p.integer("exact", 0, 60),
		TableBytes: p.integer("hash", 0, 1<<20) << 20,
	}
	if opt.TableBytes == 0 {
		opt.TableBytes = -1
	}
	plain := a == search.AlphaBeta && p.flag("plain")
	if plain {
		opt.Algorithm = search.PlainAlphaBeta
	}
	if plain && !p.given("exact") {
		opt.Exact = 0
	}
	limited := opt.Nodes > 0 || p.text("time") != ""
	if limited && !p.given("depth") {
		opt.Depth = 0
	}
	if limited {
		opt.Start = 1
	}
	if p.given("start") || p.text("start") != "" && !plain {
		opt.Start = p.integer("start", 1, 60)
	}
	return opt
}
