package deep

import (
	"math/bits"
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/kernel"
)

// randomBoard plays random moves from the start until so many squares are empty
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

// plainSolve is the result of perfect play, by alpha-beta and the rules alone.
func plainSolve(mine, theirs uint64, alpha, beta int) int {
	moves := kernel.Moves(mine, theirs)
	if moves == 0 {
		if kernel.Moves(theirs, mine) == 0 {
			return engine.Board{Mine: engine.Set(mine), Theirs: engine.Set(theirs), Shape: engine.Full}.Score()
		}
		return -plainSolve(theirs, mine, -beta, -alpha)
	}
	best := -infinite
	for ; moves != 0 && best < beta; moves &= moves - 1 {
		s := uint(bits.TrailingZeros64(moves))
		f := kernel.Flips(mine, theirs, s)
		best = max(best, -plainSolve(theirs&^f, mine|f|1<<s, -beta, -max(alpha, best)))
	}
	return best
}

// plainMinimax is the value at a depth, by the definition.
func plainMinimax(mine, theirs uint64, depth int) int {
	if depth == 0 && mine|theirs != allSquares {
		return Mobility{}.Eval(0, mine, theirs) / Unit
	}
	moves := kernel.Moves(mine, theirs)
	if moves == 0 {
		if kernel.Moves(theirs, mine) == 0 {
			return final(mine, theirs)
		}
		return -plainMinimax(theirs, mine, depth)
	}
	best := -infinite
	for ; moves != 0; moves &= moves - 1 {
		s := uint(bits.TrailingZeros64(moves))
		f := kernel.Flips(mine, theirs, s)
		best = max(best, -plainMinimax(theirs&^f, mine|f|1<<s, depth-1))
	}
	return best
}
