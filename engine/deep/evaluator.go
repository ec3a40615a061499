package deep

import (
	"math/bits"

	"github.com/outflank/outflank/engine/kernel"
)

// Unit is one disc in the unit of an [Evaluator].
const Unit = 64

// An Evaluator estimates the results of positions. It tracks them move by move on a stack with levels 0 to
// 127. It is not safe for concurrent use.
type Evaluator interface {
	// Reset sets level 0 to a position.
	Reset(mine, theirs uint64)
	// Play sets level+1 to the position after the side to move at level puts a disc on square and flips the
	// discs of flips.
	Play(level int, square uint, flips uint64)
	// Pass sets level+1 to the position at level with the other side to move.
	Pass(level int)
	// Eval returns the expected final disc difference for the side to move at level, in 1/Unit discs, -64*Unit
	// to 64*Unit. mine and theirs are the discs of both sides.
	Eval(level int, mine, theirs uint64) int
}

// Mobility is an [Evaluator] without weights: it counts moves and corners.
type Mobility struct{}

// Reset does nothing, because a Mobility needs only the position.
func (Mobility) Reset(_, _ uint64) {}

// Play does nothing.
func (Mobility) Play(_ int, _ uint, _ uint64) {}

// Pass does nothing.
func (Mobility) Pass(_ int) {}

// Eval counts one disc for each move of difference and eight discs for each corner of difference.
func (Mobility) Eval(_ int, mine, theirs uint64) int {
	a, b := kernel.MovesBoth(mine, theirs)
	moves := bits.OnesCount64(a) - bits.OnesCount64(b)
	return Unit * (moves + 8*(bits.OnesCount64(mine&corners)-bits.OnesCount64(theirs&corners)))
}
