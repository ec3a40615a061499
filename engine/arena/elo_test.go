package arena

import (
	"math"
	"testing"
)

func TestEloScale(t *testing.T) {
	for elo, want := range map[float64]float64{0: 0.5, 400: 10.0 / 11, -400: 1.0 / 11, 200: 0.7597} {
		if got := expected(elo); math.Abs(got-want) > 1e-4 || math.Abs(Difference(got)-elo) > 1e-9 {
			t.Errorf("%v Elo: %v, want %v", elo, got, want)
		}
	}
}

// TestPriorsByHand: of ten games a wins nine. Where the likelihood of both strengths, r and -r, is highest
// its slope is 0: 9 - 10/(1+e^(-2r)) = r/s² with a normal prior of s, and with two draws against a fictional
// player of strength 0 it is 2/(1+e^(-r)) - 1.
func TestPriorsByHand(t *testing.T) {
	logistic := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	for prior, pull := range map[Prior]func(r float64) float64{
		{Spread: Scale / 2}: func(r float64) float64 { return 4 * r },
		{Draws: 2}:          func(r float64) float64 { return 2*logistic(r) - 1 },
	} {
		m := Model{Players: 2, Meetings: []Meeting{{A: 0, B: 1, Games: 10, Points: 9}}, Prior: prior}
		r := m.Fit()
		if math.Abs(r[0]+r[1]) > 1e-9 || math.Abs(9-10*logistic(2*r[0])-pull(r[0])) > 1e-9 || r[0] < 0.1 {
			t.Errorf("%+v: strengths %v", prior, r)
		}
	}
}
