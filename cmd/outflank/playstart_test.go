package main

import (
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine"
)

// TestHoles: as many as asked for, never under the start discs, and black can move.
func TestHoles(t *testing.T) {
	for _, name := range []string{"4x4", "6x6", "8x8", "hex", "rhombus", "8x8-a1"} {
		shape, err := engine.ParseShape(name)
		if err != nil {
			t.Fatal(err)
		}
		start, err := shape.Start()
		if err != nil {
			t.Fatal(err)
		}
		different := map[engine.Set]bool{}
		for seed := range uint64(50) {
			share := float64(seed%5) / 20
			holed, err := withHoles(shape, share, rand.New(rand.NewPCG(seed, randomHoles)))
			if err != nil {
				t.Fatal(err)
			}
			holes := shape.Field &^ holed.Field
			want := int(share*float64(start.Board.Empty().Len()) + 0.5)
			p, err := holed.Start()
			if err != nil || holes.Len() != want || holes&(start.Board.Mine|start.Board.Theirs) != 0 || p.Discs(engine.Black) != start.Discs(engine.Black) || p.Board.Moves() == 0 {
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

// TestPlayRandomStart: a seed makes a start, another seed another, with that many moves.
func TestPlayRandomStart(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(10) {
		for range 2 {
			g, err := playSettings{shape: "hex", holes: 0.1, random: 6, seed: seed}.game()
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
