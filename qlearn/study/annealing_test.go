package study

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Weights that only grow do not move; others move by the distance of their directions, in
// each step between the two that the trace has.
func TestMovement(t *testing.T) {
	trace := []TraceAt{
		{Step: 1, Weights: []float64{1, 2}},
		{Step: 2, Weights: []float64{2, 4}},
		{Step: 5, Weights: []float64{4, 4}},
	}
	if got, want := movement(trace), 0.5/4; math.Abs(got-want) > 1e-12 {
		t.Errorf("%v, want %v", got, want)
	}
	rows := settlingRows("x", []Tuned{tuned(trace, 1, 0), tuned(trace, 0, 2), tuned(trace, 1, 1)})
	if *rows[1].Ours-math.Sqrt2/3 > 1e-12 || *rows[0].Ours < 1e9 {
		t.Errorf("movement %v, agreement %v", *rows[0].Ours, *rows[1].Ours)
	}
}

// tuned is what an annealing with a trace found at the end.
func tuned(trace []TraceAt, weights ...float64) Tuned {
	return Tuned{Trace: trace, Kept: []Kept{{}, {Weights: weights}}}
}

// An annealing of noise slows down by itself, as neighbours come nearer; the claim that W is stable is not
// settled by two annealings of noise, and it holds where only games slow it further and bring seeds together.
func TestNoiseIsNotStable(t *testing.T) {
	claim := All.Find("cs181-annealing").Claims[0]
	walk := func(seed uint64, last float64, weights ...float64) Tuned {
		rng := rand.New(rand.NewPCG(seed, 1))
		var trace []TraceAt
		at := []float64{1, 0, 0, 0}
		for step := range 60 {
			for i := 1; i < len(at); i++ {
				at[i] += 0.01 * math.Pow(last, float64(step)/60) * rng.NormFloat64()
			}
			trace = append(trace, TraceAt{Step: step, Weights: slices.Clone(at)})
		}
		found := []float64{0, 0, 0, 0}
		copy(found, weights)
		for i := range found {
			found[i] += rng.NormFloat64() * 0.3
		}
		return tuned(trace, found...)
	}
	for _, test := range []struct {
		last    float64
		weights []float64
		want    Verdict
	}{{0.01, nil, verdictOpen}, {0.0001, []float64{1, 2, 3, 4}, verdictHolds}} {
		var noise, games []Tuned
		for seed := range uint64(6) {
			noise, games = append(noise, walk(seed, 0.01)), append(games, walk(seed+100, test.last, test.weights...))
		}
		rows := slices.Concat(settlingRows("noise", noise), settlingRows("H(s)", games))
		for _, m := range claim.Meanings() {
			if got := m.Test.judge(rows); got != test.want {
				t.Errorf("last step %g, %s: %s, want %s: %s", test.last, m.Means, got, test.want, m.Test.because(rows))
			}
		}
	}
}

// Minimax(2) plays with the file that the annealing kept, deeper.
func TestDeep(t *testing.T) {
	tuned := []Tuned{{Kept: []Kept{{Spec: `ab:depth=2,exact=0,model="$DIR/report-1-1.model"`}}}}
	if got, want := deep(tuned, 0, 4)(0), `ab:plain,depth=4,model="$DIR/report-1-1.model"`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
