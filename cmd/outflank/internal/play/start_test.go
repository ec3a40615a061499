package play

import (
	"testing"

	"github.com/outflank/outflank/engine"
)

// TestPlayRandomStart: a seed makes a start, another seed another, with that many moves.
func TestPlayRandomStart(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(10) {
		for range 2 {
			g, err := settings{shape: "hex", holes: engine.Holes{Share: 0.1}, random: 6, seed: seed}.game()
			if end, endErr := g.End(); err != nil || endErr != nil || len(g.Moves) != 6 || end.Board.Over() {
				t.Fatalf("%v, %v, %v", g, err, endErr)
			}
			seen[g.Start.String()+g.String()] = true
		}
	}
	if len(seen) != 10 {
		t.Errorf("%d starts of 10 seeds", len(seen))
	}
}
