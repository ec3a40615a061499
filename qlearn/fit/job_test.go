package fit

import (
	"bytes"
	"context"
	"math"
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
	farm := parallel.Here(parallel.Openers(false, Jobs()...))
	if want := fitted(nil); len(want) == 0 || !bytes.Equal(fitted(farm), want) {
		t.Errorf("%d bytes differ", len(want))
	}
}

// TestJudgedElsewhere: samples go to their games, and those of other games are errors.
func TestJudgedElsewhere(t *testing.T) {
	part := gamesPart{games: make([]dataset.Game, 3)}
	answer := []judgedSample{{0, -64, 1, 2}, {0, 0.5, 1 << 63, 3}, {2, 64, 7, 8}}
	judge := func(context.Context, []judgedGame) ([]judgedSample, error) { return answer, nil }
	got, err := part.judge(t.Context(), judge)
	want := [][]sample{{{1, 2, -64, 1}, {1 << 63, 3, 0.5, 1}}, {}, {{7, 8, 64, 1}}}
	if err != nil || !slices.EqualFunc(got.samples, want, slices.Equal) {
		t.Errorf("%v (%v), want %v", got.samples, err, want)
	}
	games := make([]judgedGame, 3)
	if err := checkSamples(games, answer); err != nil {
		t.Error(err)
	}
	nan := float32(math.NaN())
	for _, bad := range []judgedSample{{Game: 3}, {Target: 65}, {Target: nan}, {Mine: 3, Theirs: 1}} {
		if err := checkSamples(games, []judgedSample{answer[0], bad}); err == nil {
			t.Errorf("the sample %+v was taken", bad)
		}
	}
}

// TestStints: stints that no round has are refused.
func TestStints(t *testing.T) {
	p := Play{Games: 10}
	if err := p.check(stint{8, make([]start, 2)}); err != nil {
		t.Error(err)
	}
	for _, s := range []stint{{From: 1}, {-1, make([]start, 1)}, {9, make([]start, 2)}, {11, make([]start, 1)},
		{0, []start{{3, 1}}}} {
		if err := p.check(s); err == nil {
			t.Errorf("%+v was taken", s)
		}
	}
}
