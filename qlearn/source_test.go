package qlearn

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/outflank/outflank/engine"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// transcripts returns the games of a source as text.
func transcripts(t testing.TB, s Source) (games []string) {
	t.Helper()
	for ep, err := range s.Episodes(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, ep.Game.String())
	}
	if len(games) != s.Len() {
		t.Errorf("%d games, Len says %d", len(games), s.Len())
	}
	return games
}

// TestTranscriptOrder: each epoch has each game once, in an order of its own that
// depends on the seed only.
func TestTranscriptOrder(t *testing.T) {
	games := randomGames(t, engine.StandardStart(), 150)
	var all []string
	for _, g := range games {
		all = append(all, g.String())
	}
	slices.Sort(all)
	source := Transcripts{Games: games, Epochs: 3, Seed: 7}
	want := transcripts(t, source)
	for epoch := range slices.Chunk(want, len(games)) {
		if sorted := slices.Sorted(slices.Values(epoch)); !slices.Equal(sorted, all) {
			t.Error("an epoch is no permutation of the games")
		}
	}
	if slices.Equal(want[:150], want[150:300]) || slices.Equal(want[150:300], want[300:]) {
		t.Error("two epochs have the same order")
	}
	for _, workers := range []int{1, 3, 8} {
		source.Model, source.Workers = model(t, "report"), workers
		if !slices.Equal(transcripts(t, source), want) {
			t.Errorf("another order with %d workers", workers)
		}
	}
	source.Seed = 8
	if slices.Equal(transcripts(t, source), want) {
		t.Error("another seed has the same order")
	}
	for _, none := range []Transcripts{{Games: games}, {Epochs: 5}, {Games: games, Epochs: -1}} {
		if got := transcripts(t, none); len(got) != 0 {
			t.Errorf("%d games of none", len(got))
		}
	}
}

// TestTranscriptWorkers: whoever works out the games, the weights are the same,
// also when they were worked out for another model.
func TestTranscriptWorkers(t *testing.T) {
	games := randomGames(t, engine.StandardStart(), 100)
	learn := func(workers int, own bool) []float64 {
		m := randomModel(t, "report@6+corner")
		source := Transcripts{Games: games, Epochs: 2, Seed: 1, Workers: workers}
		if own {
			source.Model = m
		} else if workers > 0 {
			source.Model = model(t, "squares")
		}
		train(t, m, DefaultData, source)
		return slices.Concat(m.Weights, m.Actions)
	}
	want := learn(0, false)
	for _, workers := range []int{1, 2, 8} {
		if !slices.Equal(learn(workers, true), want) || !slices.Equal(learn(workers, false), want) {
			t.Errorf("%d workers learn other weights", workers)
		}
	}
}

// sources are one of each kind.
func sources(t testing.TB) map[string]Source {
	m := model(t, "report")
	games := randomGames(t, engine.StandardStart(), 200)
	return map[string]Source{
		"transcripts":         Transcripts{Games: games, Epochs: 1000},
		"prepared":            Transcripts{Games: games, Epochs: 1000, Model: m, Workers: 3},
		"self-play":           Play{Model: m, Games: 1e6, Epsilon: 0.1, Workers: 3},
		"against an opponent": Play{Model: m, Games: 1e6, Opponents: []Opponent{random}, Workers: 3},
	}
}

// TestCancel: when the context ends, so does the training, with its error, and
// goleak sees that nothing is left running.
func TestCancel(t *testing.T) {
	for name, source := range sources(t) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		n, after := 0, 0
		var last error
		for _, err := range trainer(t, model(t, "report"), Default).Train(ctx, source) {
			if n++; n == 40 {
				cancel()
			} else if n > 40 {
				after++
			}
			last = err
		}
		if !errors.Is(last, context.Canceled) || after > 64 {
			t.Errorf("%s: %v, %d games after the end", name, last, after)
		}
		goleak.VerifyNone(t)
	}
}

// TestCancelledBefore does not even play a game.
func TestCancelledBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, source := range sources(t) {
		n := 0
		for _, err := range source.Episodes(ctx) {
			if n++; n > 1 || !errors.Is(err, context.Canceled) {
				t.Errorf("%s: %d, %v", name, n, err)
			}
		}
	}
}

// TestBreak leaves no goroutine behind.
func TestBreak(t *testing.T) {
	for name, source := range sources(t) {
		n := 0
		for range trainer(t, model(t, "report"), Default).Train(t.Context(), source) {
			if n++; n == 20 {
				break
			}
		}
		if n != 20 {
			t.Errorf("%s: %d games", name, n)
		}
		goleak.VerifyNone(t)
	}
}
