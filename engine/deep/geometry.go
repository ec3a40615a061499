package deep

import (
	"math/bits"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/kernel"
)

const (
	corners uint64 = 0x8100000000000081

	allSquares = 1<<64 - 1
)

// quadrant holds for each square the quarter of the board it lies in. Parity is
// told by quarters: real regions would be better by little and cost a flood fill.
var quadrant = func() (t [64]uint64) {
	const west, north = 0x0F0F0F0F0F0F0F0F, 0x00000000FFFFFFFF
	for s := range t {
		t[s] = allSquares
		for _, half := range [2]uint64{west, north} {
			if half>>s&1 == 0 {
				half = ^half
			}
			t[s] &= half
		}
	}
	return t
}()

// near holds the neighbours of each square.
var near = func() (t [64]uint64) {
	for s := range t {
		t[s] = neighbours(1 << s)
	}
	return t
}()

// neighbours returns the squares beside any of those of a set, which may belong to it.
func neighbours(set uint64) uint64 { return uint64(engine.Set(set).Beside(engine.Orthogonal)) }

// oddQuadrants returns the quarters that hold an odd number of empty squares.
func oddQuadrants(empty uint64) uint64 {
	var odd uint64
	for ; empty != 0; empty &= empty - 1 {
		odd ^= quadrant[bits.TrailingZeros64(empty)&63]
	}
	return odd
}

// final returns the result of a finished game for the side to move.
func final(mine, theirs uint64) int {
	m, t := bits.OnesCount64(mine), bits.OnesCount64(theirs)
	switch {
	case m > t:
		return 64 - 2*t
	case m < t:
		return 2*m - 64
	}
	return 0
}

// over tells whether neither side has a move.
func over(mine, theirs uint64) bool {
	return kernel.Moves(mine, theirs) == 0 && kernel.Moves(theirs, mine) == 0
}
