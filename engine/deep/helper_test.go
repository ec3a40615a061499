package deep

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/kernel"
)

// randomBoard plays random moves from the start until a number of squares are empty
// and the side to move has a move.
func randomBoard(rng *rand.Rand, empties int) engine.Board {
	for {
		b := engine.Standard()
		for b.Empty().Len() > empties && !b.Over() {
			moves := b.Moves()
			if moves == 0 {
				b = b.Pass()
				continue
			}
			b = b.Play(moves.Nth(rng.IntN(moves.Len())))
		}
		if b.Empty().Len() == empties && b.Moves() != 0 {
			return b
		}
	}
}

// plainSolve is the result of perfect play, by alpha-beta and the rules alone, the
// moves that leave the fewest replies first.
func plainSolve(mine, theirs uint64, alpha, beta int) int {
	moves := kernel.Moves(mine, theirs)
	if moves == 0 {
		if kernel.Moves(theirs, mine) == 0 {
			return engine.Board{Mine: engine.Set(mine), Theirs: engine.Set(theirs), Shape: engine.Full}.Score()
		}
		return -plainSolve(theirs, mine, -beta, -alpha)
	}
	type child struct {
		mine, theirs uint64
		replies      int
	}
	var children []child
	for ; moves != 0; moves &= moves - 1 {
		s := uint(bits.TrailingZeros64(moves))
		f := kernel.Flips(mine, theirs, s)
		c := child{mine: theirs &^ f, theirs: mine | f | 1<<s}
		c.replies = bits.OnesCount64(kernel.Moves(c.mine, c.theirs))
		children = append(children, c)
	}
	slices.SortFunc(children, func(a, b child) int { return a.replies - b.replies })
	best := -infinite
	for _, c := range children {
		best = max(best, -plainSolve(c.mine, c.theirs, -beta, -max(alpha, best)))
		if best >= beta {
			break
		}
	}
	return best
}

// plainMinimax is the value at a depth, by the definition.
func plainMinimax(e Evaluator, mine, theirs uint64, depth int) int {
	if depth == 0 && mine|theirs != allSquares && mine != 0 {
		return e.Eval(0, mine, theirs) / Unit
	}
	moves := kernel.Moves(mine, theirs)
	if moves == 0 {
		if kernel.Moves(theirs, mine) == 0 {
			return kernel.Final(mine, theirs)
		}
		return -plainMinimax(e, theirs, mine, depth)
	}
	best := -infinite
	for ; moves != 0; moves &= moves - 1 {
		s := uint(bits.TrailingZeros64(moves))
		f := kernel.Flips(mine, theirs, s)
		best = max(best, -plainMinimax(e, theirs&^f, mine|f|1<<s, depth-1))
	}
	return best
}
