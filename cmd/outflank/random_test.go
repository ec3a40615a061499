package main

import (
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine"
)

// randomGame returns of 200 games of random moves on a shape the one that leaves the
// fewest squares empty.
func randomGame(t *testing.T, shape string) engine.Game {
	t.Helper()
	sh, err := engine.ParseShape(shape)
	if err != nil {
		t.Fatal(err)
	}
	start, err := sh.Start()
	if err != nil {
		t.Fatal(err)
	}
	agent := engine.Random{Rand: rand.New(rand.NewPCG(3, 1))}
	var longest engine.Game
	for range 200 {
		g, err := engine.PlayOut(t.Context(), engine.Game{Start: start}, [2]engine.Agent{agent, agent})
		if err != nil {
			t.Fatal(err)
		}
		if len(g.Moves) > len(longest.Moves) {
			longest = g
		}
	}
	return longest
}
