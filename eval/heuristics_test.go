package eval

import (
	"math"
	"slices"
	"testing"

	"github.com/outflank/outflank/engine"
)

// TestSquareWeights checks tables against their print: sums of all 64 weights as
// added up by hand from the rows, and some squares.
func TestSquareWeights(t *testing.T) {
	for _, c := range []struct {
		name    string
		squares map[string]float64
		sum     float64
	}{
		{"paip", map[string]float64{"a1": 120, "h8": 120, "b2": -40, "f3": 15, "e4": 3, "d1": 5}, 4 * (120 - 40 + 15 + 3 + 2*(-20+20+5-5-5+3))},
		{"umea-squares", map[string]float64{"a1": 20, "c2": -4, "c3": 4, "e2": -1, "d4": 1, "h4": 8}, 4 * (20 - 7 + 4 + 1 + 2*(-3+11+8-4-1+2))},
		{"swh", map[string]float64{"g7": -0.25, "e5": 0.01}, 4 * (1 - .25 + .05 + .01 + 2*(-.25+.1+.05+.01+.01+.02))},
		{"heur", map[string]float64{"d4": 2, "c3": 5}, 4 * (100 - 25 + 5 + 2 + 2*(-25+10+5+2+2+1))},
		{"wedge", map[string]float64{"a8": 69.6, "b1": -1.98, "b2": -0.83, "c2": -5.36, "g4": -7.70, "c4": -1.15, "d4": -1.67}, 4 * (69.6 - .83 - 3.25 - 1.67 + 2*(-1.98+1.38-5.36+.6-7.7-1.15))},
		{"grid", map[string]float64{"a1": -0.74, "h1": 11.90, "a2": -4.26, "d4": -1.71, "h8": 17.6}, -62.50},
		{"lr06", map[string]float64{"a1": 4.622507, "h1": 4.365550, "a2": -1.329145, "h8": 5.781035}, 8.058401},
		{"bench", map[string]float64{"a1": 80, "h1": 76, "a2": -23, "b7": -53, "h8": 100}, 140},
	} {
		h, ok := FindHeuristic(c.name)
		if !ok {
			t.Fatal(c.name)
		}
		e, sum := h.Model().Linear(), 0.0
		for s := range engine.Square(64) {
			mine := e.Eval(engine.Board{Mine: s.Set(), Shape: engine.Full})
			theirs := e.Eval(engine.Board{Theirs: s.Set(), Shape: engine.Full})
			if mine != -theirs {
				t.Errorf("%s: %v counts %v and %v", c.name, s, mine, theirs)
			}
			if want, ok := c.squares[s.String()]; ok && mine != want {
				t.Errorf("%s: %v counts %v, want %v", c.name, s, mine, want)
			}
			sum += mine
		}
		if math.Abs(sum-c.sum) > 1e-9 {
			t.Errorf("%s: the weights sum to %v, want %v", c.name, sum, c.sum)
		}
	}
}

// TestBenchIsLR06: BENCH is the table of Lucas and Runarsson scaled to 100.
func TestBenchIsLR06(t *testing.T) {
	for s := range benchSquares {
		if want := lr06Squares[s] * 100 / 5.781035; math.Abs(benchSquares[s]-want) > 0.51 {
			t.Errorf("%v: %v, want %v", engine.Square(s), benchSquares[s], want)
		}
	}
}

// TestHeuristics holds all of them to what they promise: finite values below a
// million points, opposite for the other side, alike for symmetric boards where the
// weights are, and sense on other boards where they say so.
func TestHeuristics(t *testing.T) {
	for _, h := range Heuristics {
		m := h.Model()
		if err := m.Check(); err != nil {
			t.Errorf("%s: %v", h.Name, err)
		}
		e := m.Linear()
		for _, shape := range kinds {
			for _, b := range gameBoards(t, shape, 2) {
				if v := e.Eval(b); !finite(v) || math.Abs(v) > 1e5 {
					t.Fatalf("%s: %v on %v", h.Name, v, b)
				}
			}
		}
		if unit := m.Meta["unit"]; unit != UnitPoints && h.Name != "default" {
			t.Errorf("%s: unit %q", h.Name, unit)
		}
	}
}

// TestSquareless: the default is the evaluator without squares and its position term.
func TestSquareless(t *testing.T) {
	h, _ := FindHeuristic("squareless")
	rest, all, position := h.Model().Linear(), Default().Linear(), Default()
	clear(position.Weights[1:])
	for _, shape := range []string{"8x8", "6x6", "hex"} {
		for _, b := range gameBoards(t, shape, 1) {
			if got, want := rest.Eval(b), all.Eval(b)-position.Linear().Eval(b); math.Abs(got-want) > 1e-9 {
				t.Fatalf("%v on %v, want %v", got, b, want)
			}
		}
	}
}

// TestTermsOfTheReport: its minimax has four terms, its learner and the default evaluator
// five.
func TestTermsOfTheReport(t *testing.T) {
	for name, want := range map[string][]string{
		"cs181":   {"position", "own-mobility", "own-stability", "parity"},
		"report":  {"position", "own-mobility", "own-stability", "parity"}, // the old name
		"default": {"position", "mobility", "stability", "parity", "discs"},

		"cs181-differences":       {"position", "mobility", "stability", "parity"},
		"report-rule-differences": {"position", "mobility", "cs181-stability", "parity"},
	} {
		h, ok := FindHeuristic(name)
		if !ok {
			t.Fatal(name)
		}
		var got []string
		for _, term := range Terms(h.Model().Features) {
			got = append(got, term.Name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}
