package arena_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
)

// Two players meet in 200 games from random openings.
func ExamplePlay() {
	random := arena.Player{Name: "random", New: func(rng *rand.Rand) engine.Agent {
		return engine.Random{Rand: rng}
	}}
	greedy := arena.Player{Name: "greedy", New: func(*rand.Rand) engine.Agent { return engine.Greedy{} }}
	score, err := arena.Play(context.Background(), greedy, random, arena.Options{Games: 200, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(score)
	// Output:
	// greedy – random: +112 =8 -80, 58.0 % (51.1–64.6)
}

// TestPlayFails: a player that fails ends the match with its error.
func TestPlayFails(t *testing.T) {
	broken := errors.New("broken")
	bad := arena.Player{Name: "bad", New: func(*rand.Rand) engine.Agent { return failing{broken} }}
	if _, err := arena.Play(t.Context(), bad, bad, arena.Options{}); !errors.Is(err, broken) {
		t.Errorf("%v, want %v", err, broken)
	}
	if _, err := arena.Play(t.Context(), bad, bad, arena.Options{Games: -1}); err == nil ||
		errors.Is(err, broken) {
		t.Errorf("-1 games: %v", err)
	}
	if _, err := arena.Play(t.Context(), bad, bad, arena.Options{Random: 51}); err == nil ||
		errors.Is(err, broken) {
		t.Errorf("51 random moves: %v", err)
	}
}

type failing struct{ error }

func (f failing) Choose(context.Context, engine.Board) (engine.Square, error) {
	return engine.None, f.error
}
