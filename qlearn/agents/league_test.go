package agents

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/outflank/outflank/engine"
)

// TestConventions: after d3 white may play c3, c5 or e3, and a table rewards black discs
// on c3 and punishes white ones on c5, by weights for white, empty and black.
func TestConventions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tiny.player")
	const text = `2
		1 1  18   0 0 9
		1 1  34  -4 0 0`
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	game, err := engine.ParseGame(engine.StandardStart(), "d3")
	if err != nil {
		t.Fatal(err)
	}
	end, _ := game.End()
	for convention, want := range map[string]string{
		"inversion": "c3", // white's discs are shown as black's: 9, against 0 for c5 and e3
		"negation":  "c5", // white takes the lowest: -4, against 0 for c3 and e3
	} {
		p, err := Parse("player:file=" + path + ",convention=" + convention)
		if err != nil {
			t.Fatal(err)
		}
		a := p.New(rand.New(rand.NewPCG(1, 1)))
		engine.Follow(a, &game)
		got, err := a.Choose(t.Context(), end.Board)
		if err != nil || got.String() != want {
			t.Errorf("%s: %v %v, want %s", convention, got, err, want)
		}
	}
}
