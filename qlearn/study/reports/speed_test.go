package reports

import (
	"slices"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/search"
	"github.com/outflank/outflank/eval"
)

// All boards of the speed test play the same games: to the last phase, in which leaves come
// to where a side passes, those that plain alpha-beta of package search plays with the same model.
func TestSpeedKindsPlayAlike(t *testing.T) {
	f, err := eval.New(fourTerms, eval.DefaultSquares())
	if err != nil {
		t.Fatal(err)
	}
	m := eval.NewModel(f)
	copy(m.Weights, []float64{8, 8, 6, 1})
	const untilPasses = 40
	match := arena.Match{Random: 2, Seed: 7}
	for i := range 2 {
		start, err := match.Opening(i)
		if err != nil {
			t.Fatal(err)
		}
		var pair [2]engine.Agent
		for k, depth := range speedDepths {
			pair[k] = search.New(m.Linear(), search.Options{Algorithm: search.PlainAlphaBeta, Depth: depth})
		}
		want, err := engine.PlayOut(t.Context(), start, pair)
		if err != nil {
			t.Fatal(err)
		}
		var games []string
		for _, kind := range speedKinds() {
			got, err := engine.PlayOut(t.Context(), start, kind.agents())
			if err != nil || !slices.Equal(got.Moves[:untilPasses], want.Moves[:untilPasses]) {
				t.Errorf("game %d, %s: %v (%v), want %v", i, kind.name, got, err, want)
			}
			games = append(games, got.String())
		}
		if len(slices.Compact(games)) != 1 {
			t.Errorf("game %d: %v", i, games)
		}
	}
}
