package run

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestAxis: values are what TOML says, texts where it says nothing, and ranges are drawn
// from to their ends.
func TestAxis(t *testing.T) {
	for _, c := range []struct {
		text, key string
		values    []string
	}{
		{"learn.lambda=0.5,0.9", "learn.lambda", []string{"0.5", "0.9"}},
		{"learn.rule=td,sarsa", "learn.rule", []string{`"td"`, `"sarsa"`}},
		{`games.mix="self=0.5,swh=0.5",self=1`, "games.mix", []string{`"self=0.5,swh=0.5"`, `"self=1"`}},
		{"learn.coherence=true,false", "learn.coherence", []string{"true", "false"}},
		{"learn.alpha=0.1..0.5", "learn.alpha", []string{"0.1", "0.5"}},
	} {
		x, err := ParseAxis(c.text)
		if err != nil || x.Key != c.key || !cmp.Equal(x.values, c.values) {
			t.Errorf("%s: %+v, %v", c.text, x, err)
		}
	}
	for _, bad := range []string{"", "x", "x=", "=1", "x=2..1", "x=a..b", "x=1..1", "seed=3", "learn.seed=3",
		"evaluate.games=3", `x="a`} {
		if x, err := ParseAxis(bad); err == nil {
			t.Errorf("%q: %+v and no error", bad, x)
		}
	}
}

// TestDraw: draws stay in their range, and those of whole numbers reach both ends.
func TestDraw(t *testing.T) {
	p := SweepPlan{Random: 200, Seed: 1}
	for _, text := range []string{"a=1..3", "b=0.01..1", "c=x,y"} {
		x, err := ParseAxis(text)
		if err != nil {
			t.Fatal(err)
		}
		p.Axes = append(p.Axes, x)
	}
	points, err := p.points()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	small := 0
	for _, p := range points {
		seen[p[0]]++
		seen[p[2]]++
		if p[1] < "0.1" { // evenly on a logarithmic scale: half of them
			small++
		}
	}
	if seen["1"] == 0 || seen["2"] == 0 || seen["3"] == 0 || seen[`"x"`] == 0 || seen[`"y"`] == 0 ||
		len(seen) != 5 {
		t.Errorf("drawn: %v", seen)
	}
	if small < 70 || small > 130 {
		t.Errorf("%d of 200 below the middle of the logarithmic scale", small)
	}
}
