package explain

import (
	"math"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// TestNew: the contributions of each move add up to its value, and the best move comes first.
func TestNew(t *testing.T) {
	g, err := engine.ParseGame(engine.Position{Board: engine.Standard()}, "f5d6c3d3c4f4f6f3e6")
	if err != nil {
		t.Fatal(err)
	}
	at, err := g.End()
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range []string{"q", "engine", "ab:eval=cs181"} {
		e, err := New(spec, at)
		if err != nil || len(e.Moves) != at.Board.Moves().Len() || e.Why == "" {
			t.Fatalf("%s: %+v, %v", spec, e, err)
		}
		for i, m := range e.Moves {
			parts, sums := 0.0, 0.0
			for _, c := range m.Parts {
				parts += c.Value
			}
			for _, x := range m.Sums {
				sums += x
			}
			if math.Abs(parts-m.Value) > 1e-9 || math.Abs(sums-m.Value) > 1e-9 || i > 0 && m.Value > e.Moves[i-1].Value {
				t.Errorf("%s: %s is worth %v, its parts %v and %v", spec, m.Move, m.Value, parts, sums)
			}
		}
	}
	if _, err := New("random", at); err == nil {
		t.Error("random has an explanation")
	}
}

func TestFeatureName(t *testing.T) {
	for feature, want := range map[string]string{
		"edge": "edge+2X", "diag7": "diagonal of 7", "a1b1c1d1a2b2c2a3b3a4": "triangle",
		"c1d1e1f1c2d2e2f2": "4×2 from c1", "b1c1d1b2c2d2b3c3d3": "3×3 from b1",
		"a1b1a2": "a1b1a2", "a1a2c1": "a1a2c1", "mobility": "mobility", "constant, stage 12": "constant, stage 12",
	} {
		if got := FeatureName(feature); got != want {
			t.Errorf("%s: %q, want %q", feature, got, want)
		}
	}
}

// TestExplainedNumbers: what rounds to zero has no sign.
func TestExplainedNumbers(t *testing.T) {
	for x, want := range map[float64]string{-0.0004: "0.00", 0.0004: "0.00", -0.006: "-0.01", 2: "+2.00", -20: "-20.00"} {
		if got := (&Explanation{Unit: "discs"}).Number(x); got != want {
			t.Errorf("%v: %q, want %q", x, got, want)
		}
	}
	if got := (&Explanation{Unit: eval.UnitWin}).Number(-0.0004); got != "0.000" {
		t.Errorf("%q, want 0.000", got)
	}
}
