package study

import (
	"context"
	"math"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/kernel/lines"
	"github.com/outflank/outflank/eval"
)

// The depths of Minimax(2) and Minimax(1).
var speedDepths = [2]int{4, 2}

// speedWeights are those of the four terms of H(s), as differences between the sides, set by
// hand.
var speedWeights = lines.Weights{Squares: [64]float64(eval.DefaultSquares()), Position: 8, Mobility: 8,
	Stability: 6, Parity: 1}

// onLines plays over a board of package lines, with a cache of that many boards, which is
// empty before each game; 0 = without.
func onLines[S comparable](rules lines.Rules[S], cache int) func() [2]engine.Agent {
	return agentsOver(rules, cache, func(s S) float64 { return rules.Value(s, &speedWeights) })
}

// onBitboards plays over our boards, judged by package eval.
func onBitboards() [2]engine.Agent {
	f, err := eval.New(fourTerms, eval.DefaultSquares())
	if err != nil {
		panic(err) // the text is a constant
	}
	m, w := eval.NewModel(f), speedWeights
	copy(m.Weights, []float64{w.Position, w.Mobility, w.Stability, w.Parity})
	return agentsOver(bitboardRules, 0, m.Linear().Eval)()
}

// bitboardRules are our rules as package lines has them.
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

// agentsOver makes the two agents of a game.
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

// A lineSearch is alpha-beta without table and order over any board that has such rules.
type lineSearch[S comparable] struct {
	depth int
	rules lines.Rules[S]
	leaf  func(S) float64
}

// Choose returns the best move, the lowest square of equals.
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

// value returns the value of a board for the side to move, within a window.
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
