package store_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
)

// The numbers stand in files, so they cannot change. They were computed by the
// Python of the definition.
func TestPositionHash(t *testing.T) {
	for _, test := range []struct {
		mine, theirs engine.Set
		want         uint64
	}{
		{0x810000000, 0x1008000000, 0x2af26ee6250948cd}, // the start
		{0x1000000000, 0x2808000000, 0xdee4586ba373e3f4},
		{0x123456789abcdef0, 0x102010405020108, 0xa79605bcc163c663},
	} {
		if got := dataset.PositionHash(engine.Board{Mine: test.mine, Theirs: test.theirs,
			Shape: engine.Full}); got != test.want {
			t.Errorf("%v, %v: %#x, want %#x", test.mine, test.theirs, got, test.want)
		}
	}
}

// Law: images share a hash, and the side to move and the shape change it.
func TestPositionHashImages(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mine := engine.Set(rapid.Uint64().Draw(t, "mine"))
		b := engine.Board{Mine: mine, Theirs: engine.Set(rapid.Uint64().Draw(t, "theirs")) &^ mine,
			Shape: engine.Full}
		h := dataset.PositionHash(b)
		for y := range engine.Symmetry(engine.Symmetries) {
			if got := dataset.PositionHash(b.Transform(y)); got != h {
				t.Errorf("symmetry %d: %#x, want %#x", y, got, h)
			}
		}
		if b.Mine.Len() != b.Theirs.Len() && dataset.PositionHash(b.Pass()) == h {
			t.Error("the side to move does not matter")
		}
		hex := b
		hex.Shape.Lattice = engine.Hexagonal
		if b.Mine|b.Theirs != 0 && dataset.PositionHash(hex) == h { // both are 0 without discs
			t.Error("the lattice does not matter")
		}
	})
}
