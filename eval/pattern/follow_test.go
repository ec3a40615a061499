package pattern

import (
	"testing"

	"github.com/outflank/outflank/engine"
)

// FuzzFollowIsPlain: the indices after a move are those of the new board, by vectors and by words, whatever is
// given.
func FuzzFollowIsPlain(f *testing.F) {
	f.Add(uint64(0x0000001008000000), uint64(0x0000000810000000), uint8(19), uint64(1)<<27)
	f.Add(^uint64(0)>>1, uint64(1)<<63, uint8(63), uint64(0))
	f.Add(uint64(0), uint64(0), uint8(0), ^uint64(0))
	fillSquares()
	f.Fuzz(func(t *testing.T, mine, theirs uint64, square uint8, flips uint64) {
		mine, flips = mine&^theirs, flips&theirs // turn what can be turned
		placed := uint64(engine.Square(square & 63).Set())
		if (mine|theirs)&placed != 0 {
			return
		}
		var from, vector, words, want level
		from.of(mine, theirs)
		want.of(theirs&^flips, mine|flips|placed)
		follow(&vector, &from, uint(square), flips)
		followPlain(&words, &from, uint(square), flips)
		if vector != want || words != want {
			t.Errorf("%x by vectors, %x by words, want %x", vector, words, want)
		}
	})
}
