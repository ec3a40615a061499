package run

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDiffering: a setting is named by its path if any of the runs has another value or none.
func TestDiffering(t *testing.T) {
	read := func(text string) Listed {
		t.Helper()
		cfg, err := Read("run.toml", text)
		if err != nil {
			t.Fatal(err)
		}
		return Listed{Info: &Info{Config: *cfg}}
	}
	const base = "[games]\nmix = \"self=1\"\n[learn]\ngames = 100\n"
	one, two := read(base), read("seed = 2\nname = \"two\"\n"+base+"lambda = 0.9\n")
	three := read(base + "[[phase]]\n[[phase]]\n")
	got := Differing([]Listed{one, two})
	if diff := cmp.Diff([]Setting{{"phase.1.learn.lambda", []string{"0.5", "0.9"}},
		{"seed", []string{"1", "2"}}}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if got := Differing([]Listed{one, one}); len(got) != 0 {
		t.Errorf("a run differs from itself: %v", got)
	}
	got = Differing([]Listed{one, three})
	if len(got) == 0 || got[0].Values[0] != "" {
		t.Errorf("a phase more: %v", got)
	}
}

// TestDifferences: 70 % (66 to 73) less 60 % (56 to 64) is 10 % with the roots of the sums of squares.
func TestDifferences(t *testing.T) {
	swh := Match{Opponent: "swh", Protocol: "league"}
	result := func(dir string, score, low, high float64, m Match) Listed {
		return Listed{Dir: dir, Results: []Measurement{{Match: m,
			Result: Result{Score: score, Low: low, High: high}}}}
	}
	got := Differences([]Listed{
		result("one", 0.6, 0.56, 0.64, swh), result("two", 0.7, 0.66, 0.73, swh),
		result("three", 0.7, 0.6, 0.8, Match{Opponent: "random", Protocol: "cs181"}),
	})
	if len(got) != 1 || got[0].Match != "swh league" || got[0].Dir != "two" || got[0].From != "one" {
		t.Fatalf("%+v", got)
	}
	for _, x := range [][2]float64{{got[0].Score, 0.1}, {got[0].Low, 0.1 - 0.04*math.Sqrt2},
		{got[0].High, 0.15}} {
		if math.Abs(x[0]-x[1]) > 1e-12 {
			t.Errorf("%+v", got[0])
		}
	}
}
