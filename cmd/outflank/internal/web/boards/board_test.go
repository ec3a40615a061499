package boards

import (
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/web/position"
)

// TestBoardCut: with legal, a position is that before the first illegal move, and says which it was. Other errors
// remain errors.
func TestBoardCut(t *testing.T) {
	const cut = "shown up to an illegal move: move 2: a1 by white is illegal: it outflanks nothing (legal: f4 d6 f6)"
	for _, c := range []struct {
		start, moves string
		legal        bool
		want, cut    string
	}{
		{"", "f5d6", true, "f5d6", ""},
		{"", "f5a1c3", true, "f5", cut},
		{"4x4", "h8", true, "", "shown up to an illegal move: move 1: h8 by black is illegal: the board has no such square (legal: b1 a2 d3 c4)"},
		{"", "f5a1", false, "", "error"},
		{"", "f5d", true, "", "error"},
		{"9x9", "f5", true, "", "error"},
	} {
		v, err := board(t.Context(), boardQuery{position.Place{Start: c.start, Moves: c.moves}, c.legal})
		if got := v.Cut; (err != nil) != (c.cut == "error") || err == nil && (got != c.cut || v.Moves != c.want) {
			t.Errorf("%+v: %q %q %v", c, v.Moves, got, err)
		}
	}
}
