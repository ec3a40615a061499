package study

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/kernel/lines"
	"github.com/outflank/outflank/eval"
)

// speed is the work of the speed test: games of depth 4 against depth 2 on boards with and without each of
// the report's optimisations. The first plies of a game are random. On some boards, it also counts the
// positions four plies later.
type speed struct {
	games, least, random, boards int
	kept                         bool // keep caches between games
}

// A speedKind is an implementation to time. Its agents are created for each game, before the clock starts; if
// caches are kept, they are created only once.
type speedKind struct {
	name   string
	agents func() [2]engine.Agent
}

// The kinds that rows compare.
const (
	plainMatrix = "matrix"
	plainPairs  = "pairs of words"
	allPairs    = "pairs of words, all but the cache"
	cachedPairs = "all optimisations"
	bitboards   = "our bitboards"
)

// speedKinds returns all kinds.
func speedKinds() []speedKind {
	pairs := func(opt lines.Options) lines.Rules[lines.Pair] { return lines.PairRules(opt) }
	return []speedKind{
		{plainMatrix, onLines(lines.PlainRules(), 0)},
		{"matrix, cache", onLines(lines.PlainRules(), lines.CacheStates)},
		{plainPairs, onLines(pairs(lines.Options{}), 0)},
		{"pairs of words, neighbours' mask", onLines(pairs(lines.Options{Neighbours: true}), 0)},
		{"pairs of words, line table", onLines(pairs(lines.Options{LineTable: true}), 0)},
		{"pairs of words, feature extraction", onLines(pairs(lines.Options{Features: true}), 0)},
		{"pairs of words, cache", onLines(pairs(lines.Options{}), lines.CacheStates)},
		{"all but the cache and the mask", onLines(pairs(lines.Options{LineTable: true, Features: true}), 0)},
		{"all but the cache and the table", onLines(pairs(lines.Options{Neighbours: true, Features: true}), 0)},
		{"all but the cache and the extraction", onLines(pairs(lines.Options{Neighbours: true, LineTable: true}), 0)},
		{allPairs, onLines(pairs(lines.All), 0)},
		{cachedPairs, onLines(pairs(lines.All), lines.CacheStates)},
		{bitboards, onBitboards},
	}
}

// factors are the rows that state how many times as fast one kind is as another.
var factors = []struct {
	label, slow, fast string
	paper             *float64
}{
	{"state aggregation alone", plainMatrix, plainPairs, nil},
	{"neighbours' mask alone", plainPairs, "pairs of words, neighbours' mask", nil},
	{"line table alone", plainPairs, "pairs of words, line table", nil},
	{"feature extraction alone", plainPairs, "pairs of words, feature extraction", nil},
	{"neighbours' mask on top of the others", "all but the cache and the mask", allPairs, nil},
	{"line table on top of the others", "all but the cache and the table", allPairs, nil},
	{"feature extraction on top of the others", "all but the cache and the extraction", allPairs, nil},
	{"cache alone, on the matrix", plainMatrix, "matrix, cache", nil},
	{"cache alone, on pairs of words", plainPairs, "pairs of words, cache", nil},
	{"cache on top of the others", allPairs, cachedPairs, nil},
	{"all but the cache", plainMatrix, allPairs, nil},
	{"all together", plainMatrix, cachedPairs, number(7.88)},
	{"our bitboards over all together", cachedPairs, bitboards, nil},
}

// speedLabel returns the label of a factor's row.
func speedLabel(factor string) string { return factor + ", times as fast" }

// An episode is one timed game.
type episode struct {
	NS    int64  `json:"ns"`
	Moves string `json:"moves"`
}

func (s speed) Run(ctx context.Context, r *execution) (out outcome, err error) {
	kinds := speedKinds()
	var list []step[episode]
	again := fmt.Sprintf("random %d", s.random)
	if s.kept {
		again += " | caches kept"
		for i := range kinds {
			kinds[i].agents = sync.OnceValue(kinds[i].agents)
		}
	}
	match := arena.Match{Random: s.random, Seed: r.Seed}
	for i := range r.Scaled(s.games, s.least) {
		for _, kind := range kinds {
			list = append(list, step[episode]{Key: fmt.Sprintf("%s | %s | game %d", kind.name, again, i),
				Do: func(ctx context.Context) (episode, error) {
					return playEpisode(ctx, r, &match, i, kind)
				}})
		}
	}
	games, err := takeSteps(ctx, r, "playing", "games", 1, list)
	if err != nil {
		return out, err
	}
	seconds := map[string][]float64{}
	for i, g := range games {
		kind, first := kinds[i%len(kinds)].name, games[i-i%len(kinds)]
		if g.Moves != first.Moves {
			return out, fmt.Errorf("game %d is not the same with %s as with %s", i/len(kinds)+1, kind, plainMatrix)
		}
		seconds[kind] = append(seconds[kind], float64(g.NS)/1e9)
	}
	times, gains := timeRows(kinds, seconds), factorRows(seconds)
	repeats, err := s.repeats(ctx, &match, len(games)/len(kinds))
	if err != nil {
		return out, err
	}
	successors, err := s.successors(ctx, r)
	if err != nil {
		return out, err
	}
	out.Rows = append(slices.Concat(times, gains), repeats, successors)
	out.Notes = []string{"times measured on " + machine()}
	out.Plots = []namedPlot{rowPlot("seconds", "Time of the same games", times)}
	if gains[0].Ours != nil { // unknown if the clock is too coarse
		out.Plots = append(out.Plots, rowPlot("factors", "Speedups", gains))
	}
	return out, nil
}

// Labels of rows about the search in these games that do not depend on a clock.
const (
	repeatsLabel    = "requests for successors that repeat one, of all"
	successorsLabel = "midgame boards with more than 10,000 successors four plies on"
)

// repeats returns the row with the share of a game's requests for successors that repeat earlier ones.
func (s speed) repeats(ctx context.Context, m *arena.Match, games int) (Row, error) {
	rules, known, asked, again := bitboardRules, map[engine.Board]bool{}, 0, 0
	rules.Successors = func(b engine.Board) []lines.Successor[engine.Board] {
		if asked++; known[b] {
			again++
		}
		known[b] = true
		return bitboardRules.Successors(b)
	}
	var shares []float64
	for i := range games {
		g, err := m.Opening(i)
		if err == nil {
			_, err = engine.PlayOut(ctx, g, agentsOver(rules, 0, bitboardValue())())
		}
		if err != nil {
			return Row{}, err
		}
		shares = append(shares, float64(again)/float64(asked))
		if asked, again = 0, 0; !s.kept {
			clear(known)
		}
	}
	return meanRow(repeatsLabel, unitFactor, shares), nil
}

// successors returns the row with the share of midgame boards that have more than 10,000 successors four
// plies later.
func (s speed) successors(ctx context.Context, r *execution) (Row, error) {
	boards, err := r.Boards(evenly(20, 40, 4), s.boards)
	var many []bool
	for _, b := range boards {
		n, err := bitboardRules.Perft(ctx, b, 4)
		if err != nil {
			return Row{}, err
		}
		many = append(many, n > 10_000)
	}
	return countRow(successorsLabel, many), err
}

// playEpisode plays a game and times it.
func playEpisode(ctx context.Context, r *execution, m *arena.Match, i int, kind speedKind) (episode, error) {
	g, err := m.Opening(i)
	if err != nil {
		return episode{}, err
	}
	agents := kind.agents()
	start := r.Clock()
	done, err := engine.PlayOut(ctx, g, agents)
	return episode{r.Clock().Sub(start).Nanoseconds(), done.String()}, err
}

// timeRows returns rows with the times of the kinds.
func timeRows(kinds []speedKind, seconds map[string][]float64) (rows []Row) {
	for _, kind := range kinds {
		row := meanRow(kind.name+", a game", unitSeconds, seconds[kind.name])
		switch kind.name {
		case plainMatrix:
			row.Paper = number(77.05)
		case cachedPairs:
			row.Paper = number(9.78)
		}
		rows = append(rows, row)
	}
	return rows
}

// factorRows returns rows that state how many times as fast one kind is as another, averaged over games.
func factorRows(seconds map[string][]float64) (rows []Row) {
	for _, f := range factors {
		row := timesRow(speedLabel(f.label), seconds[f.slow], seconds[f.fast])
		row.Paper = f.paper
		rows = append(rows, row)
	}
	return rows
}

// speedDepths are the depths of Minimax(2) and Minimax(1).
var speedDepths = [2]int{4, 2}

// speedWeights are hand-set weights of the four terms of H(s), which are differences between the sides.
var speedWeights = lines.Weights{Squares: [64]float64(eval.DefaultSquares()), Position: 8, Mobility: 8,
	Stability: 6, Parity: 1}

// onLines returns agents that play on a board of package lines. cache is the number of boards in their cache,
// which is empty at first; 0 = no cache.
func onLines[S comparable](rules lines.Rules[S], cache int) func() [2]engine.Agent {
	return agentsOver(rules, cache, func(s S) float64 { return rules.Value(s, &speedWeights) })
}

// onBitboards returns agents that play on our boards, evaluated by package eval.
func onBitboards() [2]engine.Agent { return agentsOver(bitboardRules, 0, bitboardValue())() }

// bitboardValue returns a function that evaluates our boards.
func bitboardValue() func(engine.Board) float64 {
	f, err := eval.New(fourTerms, eval.DefaultSquares())
	if err != nil {
		panic(err) // the ID is a constant
	}
	m, w := eval.NewModel(f), speedWeights
	copy(m.Weights, []float64{w.Position, w.Mobility, w.Stability, w.Parity})
	return m.Linear().Eval
}

// bitboardRules adapts our rules to package lines.
var bitboardRules = lines.Rules[engine.Board]{
	Of: func(mine, theirs uint64) engine.Board {
		return engine.Board{Mine: engine.Set(mine), Theirs: engine.Set(theirs), Shape: engine.Full}
	},
	Successors: func(b engine.Board) []lines.Successor[engine.Board] {
		moves := b.Moves()
		list := make([]lines.Successor[engine.Board], 0, moves.Len())
		for s := range moves.All() {
			list = append(list, lines.Successor[engine.Board]{Move: uint8(s), Next: b.Play(s)})
		}
		return list
	},
	Pass:  engine.Board.Pass,
	Discs: func(b engine.Board) (mine, theirs int) { return b.Mine.Len(), b.Theirs.Len() },
}

// agentsOver returns a function that creates the two agents of a game.
func agentsOver[S comparable](rules lines.Rules[S], cache int, leaf func(S) float64) func() [2]engine.Agent {
	return func() (pair [2]engine.Agent) {
		r := rules
		if cache > 0 {
			r = rules.Cached(cache)
		}
		for i, depth := range speedDepths {
			pair[i] = &lineSearch[S]{depth, r, leaf}
		}
		return pair
	}
}

// A lineSearch is alpha-beta without a table or move ordering, on any board with such rules.
type lineSearch[S comparable] struct {
	depth int
	rules lines.Rules[S]
	leaf  func(S) float64
}

// Choose returns the best move. Among equal moves it returns the one with the lowest square.
func (l *lineSearch[S]) Choose(ctx context.Context, b engine.Board) (engine.Square, error) {
	best, most := engine.None, math.Inf(-1)
	for _, s := range l.rules.Successors(l.rules.Of(uint64(b.Mine), uint64(b.Theirs))) {
		if v := -l.value(s.Next, l.depth-1, math.Inf(-1), -most); v > most || best == engine.None {
			best, most = engine.Square(s.Move), v
		}
	}
	if best == engine.None {
		return best, engine.ErrNoMove
	}
	return best, ctx.Err()
}

// value returns the value of a board for the side to move within a window.
func (l *lineSearch[S]) value(s S, depth int, low, high float64) float64 {
	if depth == 0 {
		return l.leaf(s)
	}
	list := l.rules.Successors(s)
	if len(list) == 0 {
		passed := l.rules.Pass(s)
		if len(l.rules.Successors(passed)) == 0 {
			mine, theirs := l.rules.Discs(s)
			return float64(mine - theirs)
		}
		return -l.value(passed, depth, -high, -low)
	}
	for _, next := range list {
		low = max(low, -l.value(next.Next, depth-1, -high, -low))
		if low >= high {
			break
		}
	}
	return low
}
