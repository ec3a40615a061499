package arena_test

import (
	"path/filepath"
	"testing"

	"github.com/outflank/outflank/engine/arena"
)

// Law: a match with a precision ends at the first pair from the 20th on after which the interval of the score is that
// narrow, for any number of workers and from its file; else it plays all games.
func TestPrecision(t *testing.T) {
	for _, test := range []struct {
		precision float64
		least     int // games
	}{{0.5, 40}, {0.05, 41}, {0.001, 400}} {
		cfg := arena.Config{Agents: []string{"random", "greedy"}, Games: 400, Random: 4, Seed: 2,
			Precision: test.precision}
		for _, workers := range []int{1, 4} {
			path := filepath.Join(t.TempDir(), "match.ndjson")
			state, err := arena.Create(path, cfg, simple{})
			if err != nil {
				t.Fatal(err)
			}
			state.Match.Workers = workers
			r := play(t, state, -1)
			want, tally := 0, arena.NewTally(2)
			for game, err := range state.Match.Run(t.Context()) {
				if err != nil {
					t.Fatal(err)
				}
				tally.Add(game)
				if want++; want >= 40 && want%2 == 0 &&
					1.96*tally.Pentanomial(0, 1).StdErr() <= test.precision {
					break
				}
			}
			if r.Played != want || r.Played < test.least {
				t.Errorf("±%v, %d workers: %d games, want %d", test.precision, workers, r.Played, want)
			}
			resumed, err := arena.Resume(path, simple{})
			if err != nil {
				t.Fatal(err)
			}
			if again := play(t, resumed, -1); again.Played != want || again.Precision != test.precision {
				t.Errorf("±%v: %d games from the file, want %d", test.precision, again.Played, want)
			}
		}
	}
	for _, cfg := range []arena.Config{
		{Agents: []string{"random", "greedy"}, Games: 2, Precision: -0.1},
		{Agents: []string{"random", "greedy"}, Games: 2, Precision: 0.51},
		{Agents: []string{"random", "greedy", "swh"}, Games: 2, Precision: 0.1},
	} {
		if err := cfg.Check(); err == nil {
			t.Errorf("%+v passes", cfg)
		}
	}
}
