package deep

import "github.com/outflank/outflank/engine/kernel"

const (
	corners       uint64 = 0x8100000000000081
	besideCorners uint64 = 0x42c300000000c342 // C-squares and X-squares
	edges         uint64 = 0xff818181818181ff

	allSquares = 1<<64 - 1
)

// neighbours returns a set that contains all squares beside set.
func neighbours(set uint64) uint64 {
	const fileA, fileH = 0x0101010101010101, 0x8080808080808080
	set |= set&^fileH<<1 | set&^fileA>>1
	return set | set<<8 | set>>8
}

// over reports whether neither side has a move.
func over(mine, theirs uint64) bool {
	return kernel.Moves(mine, theirs) == 0 && kernel.Moves(theirs, mine) == 0
}
