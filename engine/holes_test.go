package engine

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"
)

// TestHolesText: a share and a probability as text and in JSON, where a share is a number.
func TestHolesText(t *testing.T) {
	for _, c := range []struct {
		text       string
		want       Holes
		back, json string
	}{
		{"0.2", Holes{0.2, false}, "0.2", "0.2"},
		{"20%", Holes{0.2, false}, "0.2", "0.2"},
		{"p=0.2", Holes{0.2, true}, "p=0.2", `"p=0.2"`},
		{"p=12.5%", Holes{0.125, true}, "p=0.125", `"p=0.125"`},
		{"0", Holes{}, "0", "0"},
	} {
		h, err := ParseHoles(c.text)
		text, errJSON := json.Marshal(h)
		if err != nil || errJSON != nil || h != c.want || h.String() != c.back || string(text) != c.json {
			t.Errorf("%s: %+v as %s and %s, %v, %v", c.text, h, h, text, err, errJSON)
		}
		var back Holes
		if err := json.Unmarshal([]byte(c.json), &back); err != nil || back != h {
			t.Errorf("%s comes back as %+v, %v", c.json, back, err)
		}
	}
	for _, text := range []string{"", "p=", "%", "q=0.2", "0.2p", "p=p=0.2", "20%%"} {
		if h, err := ParseHoles(text); err == nil {
			t.Errorf("%q was read as %+v", text, h)
		}
	}
	for _, text := range []string{`"x"`, `{}`, `[0.2]`} {
		var h Holes
		if err := json.Unmarshal([]byte(text), &h); err == nil {
			t.Errorf("%s was read as %+v", text, h)
		}
	}
}

// TestHolesOfEachSquare: with a probability for each square the numbers of holes are
// binomial, by a χ² test at about five standard deviations, every square is as often a hole
// as any other, and they repeat from the seed.
func TestHolesOfEachSquare(t *testing.T) {
	const boards, p = 4000, 0.2
	start, err := Full.Start()
	if err != nil {
		t.Fatal(err)
	}
	empty := start.Board.Empty()
	n := empty.Len()
	rng, again := rand.New(rand.NewPCG(1, 2)), rand.New(rand.NewPCG(1, 2))
	counts, squares := make([]float64, n+1), [64]float64{}
	for range boards {
		holed, err := Full.WithRandomHoles(Holes{p, true}, rng)
		if other, errAgain := Full.WithRandomHoles(Holes{p, true}, again); err != nil || errAgain != nil ||
			other != holed {
			t.Fatalf("%v, then %v from the same seed; %v, %v", holed, other, err, errAgain)
		}
		holes := Full.Field &^ holed.Field
		counts[holes.Len()]++
		for s := range holes.All() {
			squares[s]++
		}
	}
	chi, free, restSeen, restWant := 0.0, 0.0, 0.0, 0.0
	for k, seen := range counts {
		lg := func(x int) float64 { y, _ := math.Lgamma(float64(x + 1)); return y }
		want := boards * math.Exp(lg(n)-lg(k)-lg(n-k)+float64(k)*math.Log(p)+float64(n-k)*math.Log(1-p))
		if want < 10 { // the tails together
			restSeen, restWant = restSeen+seen, restWant+want
			continue
		}
		chi, free = chi+(seen-want)*(seen-want)/want, free+1
	}
	chi += (restSeen - restWant) * (restSeen - restWant) / restWant
	if chi > free+5*math.Sqrt(2*free) {
		t.Errorf("χ² %.1f with %g degrees of freedom: %v", chi, free, counts)
	}
	for s := range empty.All() {
		if share := squares[s] / boards; math.Abs(share-p) > 5*math.Sqrt(p*(1-p)/boards) {
			t.Errorf("%v is a hole on %.3f of the boards, want %.3f", s, share, p)
		}
	}
}
