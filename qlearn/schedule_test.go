package qlearn

import (
	"math"
	"testing"
)

// TestSchedulesByHand: α from 1/2 to 1/8 over five games. The harmonic one falls as
// 1/(1+n·c), where four steps make a quarter: c = 3/4.
func TestSchedulesByHand(t *testing.T) {
	half := math.Sqrt(0.5)
	for schedule, want := range map[Schedule][5]float64{
		Constant:    {0.5, 0.5, 0.5, 0.5, 0.5},
		LinearSteps: {0.5, 0.40625, 0.3125, 0.21875, 0.125},
		Cosine:      {0.5, 0.3125 + 0.1875*half, 0.3125, 0.3125 - 0.1875*half, 0.125},
		Harmonic:    {0.5, 0.5 / 1.75, 0.2, 0.5 / 3.25, 0.125},
	} {
		cfg := Config{Schedule: schedule, Alpha: 0.5, AlphaEnd: 0.125, Games: 5}
		for n, x := range want {
			if got := cfg.alpha(n); math.Abs(got-x) > 1e-15 {
				t.Errorf("%v: α of game %d is %v, want %v", schedule, n, got, x)
			}
		}
		if got := cfg.alpha(1000); math.Abs(got-want[4]) > 1e-15 {
			t.Errorf("%v: α after the last game is %v, want %v", schedule, got, want[4])
		}
		for _, games := range []int{0, 1} {
			if cfg.Games = games; cfg.alpha(0) != 0.5 {
				t.Errorf("%v: α of the only game is %v", schedule, cfg.alpha(0))
			}
		}
	}
	if got := (Config{Schedule: Harmonic, Alpha: 1, Games: 2}).alpha(1); math.Abs(got-1e-6) > 1e-15 {
		t.Errorf("harmonic to 0 ends with %v, want 1e-6", got)
	}
}

func TestEpsilon(t *testing.T) {
	cfg := Config{Games: 1000, Epsilon: 0.2, EpsilonEnd: 0.003}
	ratio := math.Pow(0.003/0.2, 1.0/999)
	for n := range 999 {
		if got := cfg.epsilon(n+1) / cfg.epsilon(n); math.Abs(got-ratio) > 1e-12 {
			t.Fatalf("game %d: ε falls by the factor %v, want %v", n, got, ratio)
		}
	}
	for _, c := range []struct {
		cfg  Config
		n    int
		want float64
	}{
		{cfg, 0, 0.2},
		{cfg, 999, 0.003},
		{Config{Games: 100}, 50, 0},
		{Config{Games: 100, EpsilonEnd: 0.5}, 99, 0},
		{Config{Games: 1, Epsilon: 0.3, EpsilonEnd: 0.1}, 0, 0.3},
		{Config{Games: 100, Epsilon: 0.3}, 99, 1e-6},
		{Config{Games: 3, Epsilon: 1, EpsilonEnd: 0.25}, 1, 0.5},
	} {
		if got := c.cfg.epsilon(c.n); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("%+v: ε of game %d is %v, want %v", c.cfg, c.n, got, c.want)
		}
	}
}
