package study

import (
	"math"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// Both readings of W by the definition: the difference of how often, averaged over the eight
// symmetries, by the largest.
func TestClassWeights(t *testing.T) {
	var g Games
	for s := range g.Winner {
		g.Winner[s], g.Loser[s] = 90+s*s%37, 80+s*5%29
	}
	for _, relative := range []bool{false, true} {
		winners, losers := 1.0, 1.0
		if relative {
			winners, losers = 0, 0
			for s := range g.Winner {
				winners, losers = winners+float64(g.Winner[s]), losers+float64(g.Loser[s])
			}
		}
		var want [64]float64
		largest := 0.0
		for s := range engine.Square(64) {
			for y := range engine.Symmetry(engine.Symmetries) {
				image := y.Square(s)
				want[s] += (float64(g.Winner[image])/winners - float64(g.Loser[image])/losers) / 8
			}
			largest = max(largest, math.Abs(want[s]))
		}
		w := classWeights(g, relative)
		for s, x := range want {
			if got := w.mean[eval.Class(engine.Square(s))]; math.Abs(got-x/largest) > 1e-12 {
				t.Fatalf("relative %v, square %d: %v, want %v", relative, s, got, x/largest)
			}
		}
	}
}

// With the mean of 60 squares shifted to 0 the largest is 1 again, and differences keep their signs.
func TestCentredWeights(t *testing.T) {
	var g Games
	for s := range g.Winner {
		g.Winner[s], g.Loser[s] = 90+s*s%37, 80+s*5%29
		if eval.Class(engine.Square(s)) == startClass {
			g.Winner[s], g.Loser[s] = 0, 0
		}
	}
	plain, centred := classWeights(g, false), classWeights(g, false)
	centred.centre()
	sum, largest := 0.0, 0.0
	for s := range engine.Square(64) {
		sum += centred.mean[eval.Class(s)]
		largest = max(largest, math.Abs(centred.mean[eval.Class(s)]))
	}
	if math.Abs(sum) > 1e-12 || largest != 1 {
		t.Errorf("sum %v, largest %v", sum, largest)
	}
	for i := range startClass - 1 {
		if (plain.mean[i] < plain.mean[i+1]) != (centred.mean[i] < centred.mean[i+1]) {
			t.Errorf("classes %d and %d: %v, centred %v", i, i+1, plain.mean, centred.mean)
		}
	}
}
