package pattern

import (
	"testing"

	"github.com/outflank/outflank/engine"
)

// FuzzFollowIsPlain: the indices after a move are the same by vectors and by words, whatever is given.
func FuzzFollowIsPlain(f *testing.F) {
	f.Add(uint64(0x0000001008000000), uint64(0x0000000810000000), uint8(19), uint64(1)<<27, false)
	f.Add(^uint64(0)>>1, uint64(1)<<63, uint8(63), uint64(0), true)
	f.Add(uint64(0), uint64(0), uint8(0), ^uint64(0), true)
	f.Fuzz(func(t *testing.T, mine, theirs uint64, square uint8, flips uint64, other bool) {
		var from, got, want lanes
		from.of(engine.Set(mine&^theirs), engine.Set(theirs))
		side := uint64(0)
		if other {
			side = 1
		}
		for s := range engine.Set(flips).All() { // turn what can be turned
			if digit := uint64(2) - side; !holds(mine&^theirs, theirs, s, digit) {
				flips &^= uint64(s.Set())
			}
		}
		if engine.Set(mine | theirs).Has(engine.Square(square & 63)) {
			return
		}
		follow(&got, &from, uint(square), flips, side)
		followPlain(&want, &from, uint(square), flips, side)
		if got != want {
			t.Errorf("%x, want %x", got, want)
		}
	})
}

// holds tells whether a square has the content 1, a disc of the first side, or 2.
func holds(mine, theirs uint64, s engine.Square, content uint64) bool {
	if content == 1 {
		return engine.Set(mine).Has(s)
	}
	return engine.Set(theirs).Has(s)
}
