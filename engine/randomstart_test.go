package engine

import (
	"math/rand/v2"
	"testing"
)

// TestRandomHoles: as many as asked for, never under the start discs, and black can move.
func TestRandomHoles(t *testing.T) {
	for _, name := range []string{"4x4", "6x6", "8x8", "hex", "rhombus", "8x8-a1"} {
		shape, err := ParseShape(name)
		if err != nil {
			t.Fatal(err)
		}
		start, err := shape.Start()
		if err != nil {
			t.Fatal(err)
		}
		different := map[Set]bool{}
		for seed := range uint64(50) {
			share := float64(seed%5) / 20
			holed, err := shape.WithRandomHoles(Holes{Share: share}, rand.New(rand.NewPCG(seed, 2)))
			if err != nil {
				t.Fatal(err)
			}
			holes := shape.Field &^ holed.Field
			want := int(share*float64(start.Board.Empty().Len()) + 0.5)
			p, err := holed.Start()
			if err != nil || holes.Len() != want || holes&(start.Board.Mine|start.Board.Theirs) != 0 ||
				p.Discs(Black) != start.Discs(Black) || p.Board.Moves() == 0 {
				t.Fatalf("%s with share %v: %v, %v", name, share, holed, err)
			}
			if share == 0.2 {
				different[holes] = true
			}
		}
		if len(different) < 5 {
			t.Errorf("%s: only %d ways of 10 seeds", name, len(different))
		}
	}
}
