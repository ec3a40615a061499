package deep

import (
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/kernel"
)

const (
	corners uint64 = 0x8100000000000081

	allSquares = 1<<64 - 1
)

// neighbours returns the squares beside any of those of a set, which may belong to it.
func neighbours(set uint64) uint64 { return uint64(engine.Set(set).Beside(engine.Orthogonal)) }

// over tells whether neither side has a move.
func over(mine, theirs uint64) bool {
	return kernel.Moves(mine, theirs) == 0 && kernel.Moves(theirs, mine) == 0
}
