package stats_test

import (
	"iter"
	"sync"
	"testing"

	"github.com/outflank/outflank/dataset"
)

// base is a folder of real games, read once for all tests.
type base struct {
	once  sync.Once
	games []dataset.Game
}

var bases = map[string]*base{"wthor": {}, "wthor-2001-2015": {}}

// realGames returns the games of a folder and skips the test if there is none. The
// big one is left out with the race detector.
func realGames(t testing.TB, folder string) (path string, games []dataset.Game) {
	t.Helper()
	if raceEnabled && folder == "wthor" {
		t.Skip("too slow with the race detector")
	}
	path, src := realSources(t, folder)
	b := bases[folder]
	b.once.Do(func() {
		for g, err := range src.Games(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			b.games = append(b.games, g)
		}
	})
	return path, b.games
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
