package dataset_test

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
)

// TestReplayIsByTheRules: a replay of whole, cut and damaged games is what the plies of their moves give.
func TestReplayIsByTheRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	seen := map[dataset.Status]int{}
	for i, g := range randomGames(t, 4, 6000, 0) {
		g.Moves = g.Moves[:len(g.Moves)-i%3*rng.IntN(len(g.Moves))/2]
		if n := len(g.Moves); i%2 == 1 && n > 0 {
			g.Moves[rng.IntN(n)] = engine.Square(rng.IntN(256))
		}
		g.Passes, g.Status = 77, 77
		want, wantErr := byTheRules(g)
		err := g.Replay()
		if diff := cmp.Diff(want, g) + cmp.Diff(wantErr, err); diff != "" {
			t.Fatalf("game %d: %s", i, diff)
		}
		seen[g.Status]++
	}
	if len(seen) != 3 || seen[dataset.Complete] < 500 || seen[dataset.Unfinished] < 500 {
		t.Errorf("replays that end so: %v", seen)
	}
}

// byTheRules is Replay by engine.Game.Plies.
func byTheRules(g dataset.Game) (dataset.Game, error) {
	g.Passes, g.Status = 0, dataset.Unfinished
	end := g.Start
	var err error
	for ply, illegal := range g.Plies() {
		if err = illegal; err != nil {
			g.Status = dataset.Illegal
			break
		}
		if ply.Passed {
			g.Passes++
		}
		end = engine.Position{Board: ply.Position.Board.Play(ply.Move), Color: ply.Position.Color.Opponent()}
	}
	if err == nil && end.Board.Over() {
		g.Status = dataset.Complete
	}
	g.Replayed, g.Empties = end.Score(engine.Black), end.Board.Empty().Len()
	return g, err
}

// BenchmarkReplay replays games on the full board, and by the rules of all boards.
func BenchmarkReplay(b *testing.B) {
	games := randomGames(b, 4, 100, 0)
	b.Run("full", func(b *testing.B) {
		for b.Loop() {
			for i := range games {
				_ = games[i].Replay() // they are legal
			}
		}
	})
	b.Run("rules", func(b *testing.B) {
		for b.Loop() {
			for i := range games {
				_, _ = byTheRules(games[i])
			}
		}
	})
}
