package fit

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/eval"
)

// someGames yields n finished games of random moves; of some the theoretical result is known.
func someGames(t *testing.T, n int) func(yield func(dataset.Game, error) bool) {
	return func(yield func(dataset.Game, error) bool) {
		for seed := range n {
			random := engine.Random{Rand: rand.New(rand.NewPCG(7, uint64(seed)))}
			moves, err := engine.PlayOut(t.Context(), engine.Game{Start: engine.StandardStart()},
				[2]engine.Agent{random, random})
			if err != nil {
				t.Fatal(err)
			}
			end, _ := moves.End()
			g := dataset.Game{Game: moves, Status: dataset.Complete, Score: end.Score(engine.Black)}
			if seed%3 == 0 {
				g.Theory, g.TheoryEmpties = -g.Score, 20
			}
			if !yield(g, nil) {
				return
			}
		}
	}
}

// TestFarm: a fit whose games a farm judges and plays makes the model of one that does it here, to
// the last bit.
func TestFarm(t *testing.T) {
	fitted := func(farm parallel.Farm) []byte {
		o := Options{
			Features: "corner@2+constant", Ridge: 1, Iterations: 5, Solve: 8, Lambda: 0.5, Results: 0.5, Workers: 2,
			Farm: farm,
			Play: Play{Games: 75, Rounds: 2, Depth: 1, Exact: 7, Seed: 1, Beside: 0.5},
		}
		var text bytes.Buffer
		for p, err := range Run(t.Context(), someGames(t, 150), o) {
			if err != nil {
				t.Fatal(err)
			}
			if p.Model != nil {
				if err := eval.WriteModel(&text, p.Model); err != nil {
					t.Fatal(err)
				}
			}
		}
		return text.Bytes()
	}
	farm := parallel.Here(map[string]parallel.Opener{JudgeKind: OpenJudgeJobs, PlayKind: OpenPlayJobs})
	if want := fitted(nil); len(want) == 0 || !bytes.Equal(fitted(farm), want) {
		t.Errorf("%d bytes differ", len(want))
	}
}

// TestSamplesThere: samples come back as they were sent, and damaged ones are errors.
func TestSamplesThere(t *testing.T) {
	games := [][]sample{{{1, 2, -64, 1}, {1 << 63, 3, 0.5, 1}}, {}, {{7, 8, 64, 1}}}
	text := encodeSamples(games)
	got, err := decodeSamples(text, 3)
	if err != nil || !slices.EqualFunc(got, games, slices.Equal) {
		t.Errorf("%v (%v), want %v", got, err, games)
	}
	for _, bad := range [][]byte{nil, text[:len(text)-1], append(slices.Clone(text), 0), text[:1]} {
		if _, err := decodeSamples(bad, 3); err == nil {
			t.Errorf("%d bytes were read", len(bad))
		}
	}
	if _, err := decodeSamples(text, 2); err == nil {
		t.Error("samples of another number of games were read")
	}
}
