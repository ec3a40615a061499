package dataset_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
)

func randomGames(t testing.TB, seed uint64, n int64, workers int) (list []dataset.Game) {
	t.Helper()
	for g, err := range dataset.RandomGames(t.Context(), seed, n, workers) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, g)
	}
	return list
}

// TestRandomGames: the games are complete, as a replay finds them. Neither the number of games nor that of workers
// changes a game, another seed changes it.
func TestRandomGames(t *testing.T) {
	games := randomGames(t, 1, 10_000, 3)
	passes := 0
	for i, g := range games {
		want := g
		want.Passes, want.Status = 0, dataset.Unfinished
		if err := want.Replay(); err != nil {
			t.Fatalf("game %d: %v", i, err)
		}
		want.Score, want.ID = want.Replayed, int64(i)
		if diff := cmp.Diff(want, g); diff != "" || g.Status != dataset.Complete || !g.Standard() {
			t.Fatalf("game %d: status %v: %s", i, g.Status, diff)
		}
		passes += g.Passes
	}
	if passes == 0 {
		t.Error("no game has a pass")
	}
	if diff := cmp.Diff(games[:5000], randomGames(t, 1, 5000, 1)); diff != "" {
		t.Errorf("5,000 games by one worker: %.1000s", diff)
	}
	if slices.Equal(games[0].Moves, randomGames(t, 2, 1, 0)[0].Moves) {
		t.Error("seed 2 plays the first game of seed 1")
	}
}

// TestRandomGamesAreUniform: in 40,000 games, each move of the first two positions is played as often as chance says,
// within five standard deviations.
func TestRandomGamesAreUniform(t *testing.T) {
	const n = 40_000
	count := map[[2]engine.Square]int{}
	for g := range dataset.RandomGames(t.Context(), 3, n, 0) {
		count[[2]engine.Square(g.Moves[:2])]++
	}
	if len(count) != 12 {
		t.Errorf("%d pairs of first moves, want 12", len(count))
	}
	for moves, k := range count { // n/12 ± 5 · √(n · 1/12 · 11/12)
		if k < n/12-276 || k > n/12+276 {
			t.Errorf("%v: %d times, want about %d", moves, k, n/12)
		}
	}
}

func TestRandomGamesStop(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var last error
	for g, err := range dataset.RandomGames(ctx, 1, 1<<40, 2) {
		if last = err; g.ID == 100 {
			cancel()
		}
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("error %v", last)
	}
	for g := range dataset.RandomGames(t.Context(), 1, 1<<40, 2) {
		if g.ID == 100 {
			break
		}
	}
}

func BenchmarkRandomGames(b *testing.B) {
	n := 0
	for b.Loop() {
		for range dataset.RandomGames(b.Context(), 1, 100_000, 0) {
			n++
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "games/s")
}
