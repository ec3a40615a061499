package mcts

import (
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine"
)

// kinds are one board of every kind, by name.
var kinds = []string{"8x8", "6x6", "4x4", "hex", "rhombus", "8x8-c2f4h7a5", "hex-b4e6"}

func start(t testing.TB, name string) engine.Board {
	t.Helper()
	sh, err := engine.ParseShape(name)
	if err != nil {
		t.Fatal(err)
	}
	p, err := sh.Start()
	if err != nil {
		t.Fatal(err)
	}
	return p.Board
}

// options are one of every way to search, by name.
func options(testing.TB) map[string]Options {
	rewards := make([]float64, 64)
	for s := range rewards {
		if engine.Corners.Has(engine.Square(s)) {
			rewards[s] = 1
		}
	}
	return map[string]Options{
		"flat":          {Selection: Flat, ByValue: true},
		"least visited": {Selection: LeastVisited, ByValue: true},
		"ucb":           {Selection: UCB, C: 0.7, ByValue: true},
		"uct":           {Selection: UCT, C: 1},
		"epsilon uct":   {Selection: UCT, C: 1, Rewards: rewards, Epsilon: 0.1},
		"cassio":        {Selection: UCB, C: 0.7, ByValue: true, NoProof: true, Forget: true},
	}
}

// wander plays random moves until only a number of squares are empty; false if the game
// ends before.
func wander(rng *rand.Rand, b engine.Board, empties int) (engine.Board, bool) {
	for b.Empty().Len() > empties {
		moves := b.Moves()
		if moves == 0 {
			return b, false
		}
		if b = b.Play(moves.Nth(rng.IntN(moves.Len()))); b.Moves() == 0 {
			b = b.Pass()
		}
	}
	return b, b.Moves() != 0
}

// perfect returns the points of the side to move when both play perfectly.
func perfect(b engine.Board) points {
	if b.Moves() == 0 {
		if b.Over() {
			return pointsOf(b.Score())
		}
		return perfect(b.Pass()).other()
	}
	best := loss
	for s := range b.Moves().All() {
		best = max(best, perfect(b.Play(s)).other())
	}
	return best
}
