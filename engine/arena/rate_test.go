package arena

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestRateTwo: two players' difference is the one that explains their score, with
// half a virtual draw.
func TestRateTwo(t *testing.T) {
	for _, c := range []struct{ wins, draws, losses int }{
		{10, 0, 0}, {400, 0, 0}, {30, 10, 10}, {0, 7, 0}, {1, 0, 3}, {100_000, 0, 0},
	} {
		list := Rate([]Pair{{A: 0, B: 1, Wins: c.wins, Draws: c.draws, Losses: c.losses}})
		n := float64(c.wins + c.draws + c.losses)
		points := float64(c.wins) + float64(c.draws)/2
		want := Difference((points + 0.25) / (n + 0.5))
		if got := list[0].Elo - list[1].Elo; math.Abs(got-want) > 0.02*math.Abs(want)+1e-9 {
			t.Errorf("%+v: difference %v, want %v", c, got, want)
		}
	}
	even := Rate([]Pair{{A: 0, B: 1, Wins: 200, Losses: 200}})
	// One rating against the mean of two has half the error of the difference:
	// ½ · 1.96 · 173.7 / √(400.5/4) = 17.0 Elo.
	if half := even[0].High - even[0].Elo; math.Abs(half-17.0) > 0.05 {
		t.Errorf("interval ±%v, want ±17.0", half)
	}
}

// TestRateRecovers: players of known strength get it back, the ratings have mean 0,
// and about 95 % of the intervals hold the truth.
func TestRateRecovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	truth := []float64{-300, -120, 0, 0, 70, 350}
	held, all := 0, 0
	for range 100 {
		var pairs []Pair
		for a := range truth {
			for b := range a {
				p := Pair{A: a, B: b}
				for range 100 {
					if rng.Float64() < expected(truth[a]-truth[b]) {
						p.Wins++
					} else {
						p.Losses++
					}
				}
				pairs = append(pairs, p)
			}
		}
		sum := 0.0
		for i, r := range Rate(pairs) {
			sum += r.Elo
			all++
			if r.Low <= truth[i] && truth[i] <= r.High {
				held++
			}
			if math.Abs(r.Elo-truth[i]) > 150 || r.Player != i {
				t.Errorf("%+v, truth %v", r, truth[i])
			}
		}
		if math.Abs(sum) > 1e-6 {
			t.Errorf("ratings add up to %v", sum)
		}
	}
	if share := float64(held) / float64(all); share < 0.92 || share > 0.98 {
		t.Errorf("%.3f of the intervals hold the truth", share)
	}
}

// TestRateExtremes: nothing is infinite, whatever the results.
func TestRateExtremes(t *testing.T) {
	for name, pairs := range map[string][]Pair{
		"one wins all":  {{A: 0, B: 1, Wins: 50}, {A: 0, B: 2, Wins: 50}, {A: 1, B: 2, Wins: 20, Losses: 30}},
		"a strict line": {{A: 0, B: 1, Wins: 1000}, {A: 1, B: 2, Wins: 1000}, {A: 0, B: 2, Wins: 1000}},
		"a long line":   {{A: 0, B: 1, Wins: 99}, {A: 1, B: 2, Wins: 99}, {A: 2, B: 3, Wins: 99}, {A: 3, B: 4, Wins: 99}},
		"two islands":   {{A: 0, B: 1, Wins: 7, Losses: 3}, {A: 2, B: 3, Wins: 3, Losses: 7}},
		"nobody played": {{A: 0, B: 1}},
		"one absent":    {{A: 0, B: 2, Draws: 5}},
		"a million":     {{A: 0, B: 1, Wins: 1e6, Losses: 1}},
	} {
		for _, r := range Rate(pairs) {
			if math.IsNaN(r.Elo) || math.Abs(r.Elo) > 5000 || !(r.Low <= r.Elo && r.Elo <= r.High) ||
				r.High-r.Low > 20_000 {
				t.Errorf("%s: %+v", name, r)
			}
		}
	}
	islands := Rate([]Pair{{A: 0, B: 1, Wins: 7, Losses: 3}, {A: 2, B: 3, Wins: 3, Losses: 7}})
	if islands[0].High-islands[0].Low < 4000 {
		t.Errorf("players whom nothing connects: %+v", islands[0])
	}
	if Rate(nil) != nil {
		t.Error("ratings of nobody")
	}
}
