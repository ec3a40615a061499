package arena

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestPentanomial compares with numbers worked out by hand.
func TestPentanomial(t *testing.T) {
	p := Pentanomial{10, 20, 40, 20, 10}
	if p.Pairs() != 100 || p.Score() != 0.5 || p.Superiority() != 0.5 || p.Swap() != p {
		t.Errorf("%v: score %v, superiority %v", p, p.Score(), p.Superiority())
	}
	// Variance: (2·10·¼ + 2·20·1/16)/100 = 0.075; with 0.1 more in each count
	// (2·10.1·¼ + 2·20.1·1/16)/100.5 = 0.07525.
	if want := math.Sqrt(0.0752488 / 100); math.Abs(p.StdErr()-want) > 1e-6 {
		t.Errorf("standard error %v, want %v", p.StdErr(), want)
	}
	q := Pentanomial{0, 0, 0, 0, 50}
	elo, low, high := q.Elo()
	if !math.IsInf(elo, 1) || !math.IsInf(high, 1) || low < 200 || math.IsInf(low, 0) ||
		q.Superiority() < 0.999 {
		t.Errorf("fifty pairs won: %v, %v to %v, superiority %v", elo, low, high, q.Superiority())
	}
	var none Pentanomial
	if !math.IsNaN(none.Score()) || none.Superiority() != 0.5 {
		t.Errorf("no pairs: %v, %v", none.Score(), none.Superiority())
	}
	if q.String() != "[0 0 0 0 50]" {
		t.Error(q.String())
	}
}

// TestCrossPairs: the two games of a pair are counted together, seen from both sides.
func TestCrossPairs(t *testing.T) {
	c := NewTally(3)
	// of black: player 2, then player 0
	for i, scores := range [][2]int{{4, -2}, {4, 6}, {0, 0}, {-2, 3}, {0, -8}} {
		a, b := result(2, 0, scores[0]), result(0, 2, scores[1])
		a.Pairing.Game, b.Pairing.Game = 2*i, 2*i+1
		c.Add(a)
		c.Add(b)
	}
	odd := result(2, 0, 1)
	odd.Pairing.Game = 100
	c.Add(odd)
	if got, want := c.Pentanomial(2, 0), (Pentanomial{1, 0, 2, 1, 1}); got != want ||
		c.Pentanomial(0, 2) != want.Swap() {
		t.Errorf("got %v, want %v", got, want)
	}
}

// draw returns a pair of games of a player of the given strength, with an opening
// that favours one colour by 200 points.
func draw(rng *rand.Rand, elo float64) int {
	points := 0
	for _, bias := range []float64{200, -200} {
		if rng.Float64() < expected(elo+bias) {
			points += 2
		}
	}
	return points
}

// TestIntervalOfPairs: about 95 % of the intervals hold the true strength.
func TestIntervalOfPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	for _, elo := range []float64{0, 60} {
		truth := (expected(elo+200) + expected(elo-200)) / 2
		held := 0
		for range 2000 {
			var p Pentanomial
			for range 100 {
				p[draw(rng, elo)]++
			}
			if _, low, high := p.Elo(); expected(low) <= truth && truth <= expected(high) {
				held++
			}
		}
		if held < 1860 || held > 1950 {
			t.Errorf("%v Elo: %d of 2000 intervals hold it", elo, held)
		}
	}
}

// TestSPRTErrors: the test errs about as often as it says, and stops.
func TestSPRTErrors(t *testing.T) {
	test := SPRT{Elo0: 0, Elo1: 40, Alpha: 0.05, Beta: 0.1}
	rng := rand.New(rand.NewPCG(3, 0))
	accepted := func(share float64) (h1 int) {
		for range 400 {
			var p Pentanomial
			v := test.Test(p)
			for v.Accept == "" {
				if p.Pairs() > 20000 {
					t.Fatal("the test does not stop")
				}
				// 40 % of the pairs end 1:1, the others 2:0 or 0:2
				switch x := rng.Float64(); {
				case x < 0.4:
					p[2]++
				case x < 0.4+share-0.2:
					p[4]++
				default:
					p[0]++
				}
				v = test.Test(p)
			}
			if v.Accept == "H1" {
				h1++
			}
		}
		return h1
	}
	if n := accepted(expected(test.Elo0)); n > 34 { // 5 % of 400 are 20, and three standard errors more
		t.Errorf("H1 accepted %d of 400 times where H0 is true", n)
	}
	if n := accepted(expected(test.Elo1)); n < 342 { // 90 % of 400 are 360
		t.Errorf("H1 accepted %d of 400 times where it is true", n)
	}
}

func TestSPRT(t *testing.T) {
	test := SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.1}
	if v := test.Test(Pentanomial{}); v.LLR != 0 || v.Accept != "" || math.Abs(v.Upper-math.Log(18)) > 1e-12 ||
		math.Abs(v.Lower+math.Log(9.5)) > 1e-12 {
		t.Errorf("%+v", v)
	}
	for accept, won := range map[string]int{"H1": 3, "H0": 1} { // of pairs that are won, or lost, by one game
		p := Pentanomial{0, 40, 0, 40, 0}
		v := test.Test(p)
		for ; v.Accept == ""; v = test.Test(p) {
			if v.LLR <= v.Lower || v.LLR >= v.Upper {
				t.Fatalf("nothing is accepted at %+v", v)
			}
			p[won]++
		}
		if v.Accept != accept || v.LLR > v.Lower && v.LLR < v.Upper {
			t.Errorf("%v: %+v, want %s", p, v, accept)
		}
	}
	if text := test.String(); !strings.Contains(text, "H0: elo = 0") || !strings.Contains(text, "H1: elo = 10") {
		t.Error(text)
	}
	for _, bad := range []SPRT{{}, {Elo0: 5, Elo1: 5, Alpha: 0.05, Beta: 0.05},
		{Elo1: 5, Alpha: 0.5, Beta: 0.05}, {Elo1: 5, Alpha: 0.05},
		{Elo0: math.Inf(-1), Elo1: 5, Alpha: 0.1, Beta: 0.1}} {
		if bad.Check() == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
	if err := test.Check(); err != nil {
		t.Error(err)
	}
}
