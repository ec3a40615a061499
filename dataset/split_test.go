package dataset

import (
	"testing"

	"github.com/outflank/outflank/engine"
)

// The numbers decide which games are for testing, so they cannot change. They were
// computed by the Python of the definition.
func TestSplitHash(t *testing.T) {
	for _, test := range []struct {
		moves string
		hash  uint64
		split Split
	}{
		{"", 0xf52a15e9a9b5e89b, Train},
		{"f5d6c3", 0xd960361e191ab55c, Train},
		{"c4e3f6", 0xd960361e191ab55c, Train},
		{"e6f4e3f6g5d6e7f5c5", 0xb8e829a313e6410f, Train},
		{"f5f6", 0x300dfc6d760cd996, Validation},
	} {
		g, err := engine.ParseGame(engine.StandardStart(), test.moves)
		if err != nil {
			t.Fatal(err)
		}
		if got := splitHash(g); got != test.hash {
			t.Errorf("%s: %#x, want %#x", test.moves, got, test.hash)
		}
		if got := (Shares{}).Of(g); got != test.split {
			t.Errorf("%s: %v, want %v", test.moves, got, test.split)
		}
	}
}
