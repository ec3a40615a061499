package arena

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine"
)

// result is a finished game by its score.
func result(black, white, score int) Result {
	return Result{Pairing: Pairing{Black: black, White: white}, Score: score}
}

func TestCross(t *testing.T) {
	c := NewTally(3)
	for i, r := range []Result{
		result(0, 1, 10), result(1, 0, 4), result(0, 1, 0), result(1, 0, -20),
		result(2, 0, 64), result(1, 2, 2),
	} {
		r.Pairing.Game = 2 * i // no two of them are a pair
		c.Add(r)
	}
	for _, want := range []Pair{
		{A: 0, B: 1, Wins: 2, Draws: 1, Losses: 1, Discs: 26},
		{A: 2, B: 0, Wins: 1, Discs: 64},
		{A: 2, B: 1, Losses: 1, Discs: -2},
	} {
		if got := c.Of(want.A, want.B); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
		if got := c.Of(want.B, want.A); got != want.Swap() {
			t.Errorf("got %+v, want %+v", got, want.Swap())
		}
	}
	if got, want := c.Total(0), (Pair{A: 0, B: -1, Wins: 2, Draws: 1, Losses: 2, Discs: -38}); got != want {
		t.Errorf("total %+v, want %+v", got, want)
	}
	if s := c.Of(0, 1).Score(); s != 0.625 {
		t.Errorf("score %v, want 2.5 of 4", s)
	}
	if got, want := c.Of(0, 1).String(), "+2 =1 -1, 62.5 % (21.9–90.8)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	seen := map[[2]int]bool{}
	for _, p := range NewTally(7).Pairs() {
		seen[[2]int{p.A, p.B}] = true
	}
	for a := range 7 {
		for b := a + 1; b < 7; b++ {
			if p := NewTally(7).Of(b, a); !seen[[2]int{a, b}] || p.A != b || p.B != a {
				t.Errorf("pair of %d and %d: %+v", a, b, p)
			}
		}
	}
}

// TestForfeitCounts: Forfeits counts the loser, not the player of a colour.
func TestForfeitCounts(t *testing.T) {
	c := NewTally(2)
	r := result(1, 0, Forfeited)
	r.Forfeit = &engine.ForfeitError{Color: engine.White}
	c.Add(r)
	if c.Forfeits(0) != 1 || c.Forfeits(1) != 0 || c.Of(0, 1).Losses != 1 {
		t.Errorf("%+v, forfeits %d and %d", c.Of(0, 1), c.Forfeits(0), c.Forfeits(1))
	}
}

// TestInterval compares with values worked out by hand from Wilson's formula and
// with its laws.
func TestInterval(t *testing.T) {
	for _, c := range []struct {
		pair      Pair
		low, high float64
	}{
		{Pair{}, 0, 1},
		{Pair{Wins: 10}, 0.7225, 1}, // n/(n+z²) = 10/13.8415
		{Pair{Losses: 10}, 0, 0.2775},
		{Pair{Wins: 5, Losses: 5}, 0.2366, 0.7634}, // ½ ± z/(2·√(n+z²))
		{Pair{Draws: 10}, 0.2366, 0.7634},
		{Pair{Wins: 200, Losses: 200}, 0.4512, 0.5488},
	} {
		low, high := c.pair.Interval()
		if math.Abs(low-c.low) > 5e-5 || math.Abs(high-c.high) > 5e-5 {
			t.Errorf("%+v: %.4f to %.4f, want %.4f to %.4f", c.pair, low, high, c.low, c.high)
		}
	}
}

// TestIntervalCovers: of intervals around simulated matches about 95 % hold the
// true score.
func TestIntervalCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for _, win := range []float64{0.5, 0.7, 0.95} {
		held := 0
		for range 2000 {
			var p Pair
			for range 100 {
				if rng.Float64() < win {
					p.Wins++
				} else {
					p.Losses++
				}
			}
			if low, high := p.Interval(); low <= win && win <= high {
				held++
			}
		}
		if held < 1860 || held > 1960 {
			t.Errorf("score %v: %d of 2000 intervals hold it", win, held)
		}
	}
}
