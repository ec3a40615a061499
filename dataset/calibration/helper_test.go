package calibration_test

import (
	"encoding/json"
	"iter"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
)

// madeGames returns random games of twelve players, replayed, of which every fifth is not finished.
func madeGames(n int) []dataset.Game {
	rng := rand.New(rand.NewPCG(5, 6))
	games := make([]dataset.Game, n)
	for i := range games {
		p, g := engine.StandardStart(), &games[i]
		g.Start = p
		for !p.Board.Over() && (i%5 > 0 || len(g.Moves) < 30) {
			legal := p.Board.Moves()
			s := legal.Nth(rng.IntN(legal.Len()))
			g.Moves = append(g.Moves, s)
			p, _ = p.Play(s)
		}
		g.Score = p.Score(engine.Black)
		g.BlackID, g.WhiteID = rng.IntN(12), rng.IntN(12)
		_ = g.Replay()
	}
	return games
}

// sequence yields games without errors.
func sequence(games []dataset.Game) iter.Seq2[dataset.Game, error] {
	return func(yield func(dataset.Game, error) bool) {
		for _, g := range games {
			if !yield(g, nil) {
				return
			}
		}
	}
}

// add counts games one by one.
func add[C interface{ Add(*dataset.Game) }](c C, games []dataset.Game) C {
	for i := range games {
		c.Add(&games[i])
	}
	return c
}

// near complains unless got is want to within a relative error of 1e-9.
func near(t *testing.T, what string, got *float64, want float64) {
	t.Helper()
	if got == nil || math.Abs(*got-want) > 1e-9*max(1, math.Abs(want)) {
		t.Errorf("%s is %v, want %v", what, asJSON(t, got), want)
	}
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
