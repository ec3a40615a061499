package study

import (
	"math"
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
	rows := movementRows("", []Tuned{{Trace: trace}, {Trace: trace}})
	if *rows[0].Ours != 0 || math.Abs(*rows[1].Ours-0.5/3) > 1e-12 {
		t.Errorf("first %v, last %v", *rows[0].Ours, *rows[1].Ours)
	}
}

// Minimax(2) plays with the file that the annealing kept, deeper.
func TestDeep(t *testing.T) {
	tuned := []Tuned{{Kept: []Kept{{Spec: `ab:depth=2,exact=0,model="$DIR/report-1-1.model"`}}}}
	if got, want := deep(tuned, 0, 4)(0), `ab:plain,depth=4,model="$DIR/report-1-1.model"`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
