package reports

import (
	"context"
	"fmt"
	"math"

	"github.com/outflank/outflank/qlearn/study"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/eval"
)

// successorCache is the work of the speed test: games of depth 4 against depth 2 with
// and without a cache of the boards that follow a board, on two kinds of rules.
type successorCache struct{ games, least int }

// cacheStates is the size of the report's cache.
const cacheStates = 150_000

// The four ways to come by successors.
var successorKinds = []struct {
	name   string
	rules  successors
	cached bool
}{
	{"matrix without cache", matrixSuccessors, false},
	{"matrix with cache", matrixSuccessors, true},
	{"bitboards without cache", bitboardSuccessors, false},
	{"bitboards with cache", bitboardSuccessors, true},
}

// An episode is one timed game.
type episode struct {
	NS    int64  `json:"ns"`
	Moves string `json:"moves"`
}

func (s successorCache) Run(ctx context.Context, r *study.Run) (out study.Outcome, err error) {
	n := r.Scaled(s.games, s.least)
	var list []study.Step[episode]
	match := arena.Match{Random: 2, Seed: r.Seed}
	for i := range n {
		for _, kind := range successorKinds {
			list = append(list, study.Step[episode]{Key: fmt.Sprintf("%s | game %d", kind.name, i), Do: func(ctx context.Context) (episode, error) {
				return playEpisode(ctx, r, &match, i, kind.rules, kind.cached)
			}})
		}
	}
	games, err := study.Steps(ctx, r, "playing", "games", 1, list)
	if err != nil {
		return out, err
	}
	out.Rows, out.Notes = cacheRows(games), []string{"times of " + study.Machine()}
	out.Plots = []study.Plot{study.RowPlot("seconds", out.Rows)}
	return out, nil
}

// cacheRows are the times of the kinds, and how many times as fast one is as another.
func cacheRows(games []episode) (rows []study.Row) {
	seconds := make([][]float64, len(successorKinds))
	for i, g := range games {
		k := i % len(successorKinds)
		seconds[k] = append(seconds[k], float64(g.NS)/1e9)
	}
	for i, kind := range successorKinds {
		rows = append(rows, study.MeanRow(kind.name+", a game", study.Seconds, seconds[i]))
	}
	rows[0].Paper, rows[3].Paper = study.Number(77.05), study.Number(9.78)
	factor := func(label string, slow, fast int) study.Row {
		var logs []float64
		for i := range seconds[slow] {
			logs = append(logs, math.Log(seconds[slow][i]/seconds[fast][i]))
		}
		m, low, high := study.MeanOf(logs)
		return study.Row{Label: label, Unit: study.Factor, Ours: study.Known(math.Exp(m)), Low: study.Known(math.Exp(low)), High: study.Known(math.Exp(high)), Games: len(logs)}
	}
	all := factor("matrix without cache, over bitboards with", 0, 3)
	all.Paper = study.Number(7.88)
	return append(rows, factor("matrix: without cache, over with", 0, 1), factor("bitboards: without cache, over with", 2, 3), all)
}

// playEpisode plays a game of depth 4 against depth 2 and stops the time.
func playEpisode(ctx context.Context, r *study.Run, m *arena.Match, i int, rules successors, cached bool) (episode, error) {
	g, err := m.Opening(i)
	if err != nil {
		return episode{}, err
	}
	if cached {
		rules = withCache(rules)
	}
	start := r.Clock()
	done, err := engine.PlayOut(ctx, g, [2]engine.Agent{newCachedMinimax(4, rules), newCachedMinimax(2, rules)})
	return episode{r.Clock().Sub(start).Nanoseconds(), done.String()}, err
}

// A successor is a move and the board after it, seen by the opponent.
type successor struct {
	move engine.Square
	next engine.Board
}

// successors return those of a board, none when the side to move has to pass.
type successors func(b engine.Board) []successor

func bitboardSuccessors(b engine.Board) []successor {
	moves := b.Moves()
	list := make([]successor, 0, moves.Len())
	for s := range moves.All() {
		list = append(list, successor{s, b.Play(s)})
	}
	return list
}

// withCache keeps the successors of boards, as the report's dictionary does; when it is
// full it begins again.
func withCache(rules successors) successors {
	known := map[engine.Board][]successor{}
	return func(b engine.Board) []successor {
		list, ok := known[b]
		if ok {
			return list
		}
		if len(known) >= cacheStates {
			clear(known)
		}
		list = rules(b)
		known[b] = list
		return list
	}
}

// A cachedMinimax is alpha-beta without table and order over given rules, with the
// evaluator "report".
type cachedMinimax struct {
	depth int
	rules successors
	eval  *eval.Linear
}

func newCachedMinimax(depth int, rules successors) *cachedMinimax {
	h, _ := eval.FindHeuristic("report")
	return &cachedMinimax{depth, rules, h.Model().Linear()}
}

// Choose returns the best move, the lowest square of equals.
func (c *cachedMinimax) Choose(ctx context.Context, b engine.Board) (engine.Square, error) {
	best, most := engine.None, math.Inf(-1)
	for _, s := range c.rules(b) {
		if v := -c.value(s.next, c.depth-1, math.Inf(-1), -most); v > most || best == engine.None {
			best, most = s.move, v
		}
	}
	if best == engine.None {
		return best, engine.ErrNoMove
	}
	return best, ctx.Err()
}

// value returns the value of a board for the side to move, within a window.
func (c *cachedMinimax) value(b engine.Board, depth int, low, high float64) float64 {
	if b.Over() {
		return float64(b.Score())
	}
	if depth == 0 {
		return c.eval.Eval(b)
	}
	list := c.rules(b)
	if len(list) == 0 {
		return -c.value(b.Pass(), depth, -high, -low)
	}
	for _, s := range list {
		low = max(low, -c.value(s.next, depth-1, -high, -low))
		if low >= high {
			break
		}
	}
	return low
}
