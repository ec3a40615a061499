package eval

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine"
)

// total adds up parts, and checks that none is 0.
func total(t *testing.T, parts []Part) (sum float64) {
	t.Helper()
	for _, p := range parts {
		if p.Value == 0 || p.Feature == "" {
			t.Errorf("part %+v", p)
		}
		sum += p.Value
	}
	return sum
}

// near tells whether two values are equal but for rounding.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(a)) }

// TestPartsAddUp: the parts of a value add up to it, for all kinds of features, shapes and boards.
func TestPartsAddUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, id := range []string{"report", "own-mobility+own-stability+discs", "squares@3+parity", "grid+constant",
		"frontier+cassio-stability+potential+late-discs", "logistello", "all2@2+mobility", "balanced-edge+position",
		"snakes-8x4-1", "balanced-all3", "edge-stability+line-stability+sequences"} {
		f, err := New(id, DefaultSquares())
		if err != nil {
			t.Fatal(err)
		}
		for _, byMover := range []bool{false, true} {
			if byMover {
				f, _ = ByMover(f)
			}
			m := NewModel(f)
			for i := range m.Weights {
				m.Weights[i] = rng.NormFloat64()
			}
			for _, b := range append(gameBoards(t, "8x8", 2), wildBoards(t, "8x8", 50)...) {
				want := 0.0
				for _, x := range f.Append(nil, b) {
					want += m.Weights[x.Index] * x.Value
				}
				if got := total(t, m.Parts(b)); !near(got, want) {
					t.Fatalf("%s, by mover %v: %v add up to %v, want %v", id, byMover, m.Parts(b), got, want)
				}
			}
		}
	}
}

// TestPatternPartsNameSquares: each place of a pattern that has discs is a part with its squares, and each disc of squares.
func TestPatternPartsNameSquares(t *testing.T) {
	m := NewModel(features(t, "corner+squares"))
	for i := range m.Weights {
		m.Weights[i] = 1 + float64(i)
	}
	b, places, discs := engine.Standard(), 0, 0
	b.Mine |= engine.At(0, 0).Set()
	for _, p := range m.Parts(b) {
		switch len(p.Squares) {
		case 1:
			discs++
		case 9:
			places++
		}
	}
	if places != 1 || discs != 5 {
		t.Errorf("%d corners and %d discs, want 1 and 5", places, discs)
	}
}

// TestNetPartsAddUp: those of a network, too, whatever its weights.
func TestNetPartsAddUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, k := range []NetKind{MMNet, PolicyNet} {
		dna := make([]float64, k.Len())
		for i := range dna {
			dna[i] = rng.NormFloat64()
		}
		n, err := NewNet(k, dna)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range append(gameBoards(t, "8x8", 2), wildBoards(t, "8x8", 50)...) {
			for output := range k.Outputs {
				n.think(b)
				if got, want := total(t, n.Parts(b, output)), n.output(output); !near(got, want) {
					t.Fatalf("output %d of %v is %v, want %v", output, b, got, want)
				}
			}
		}
	}
}

// TestTablePartsAddUp: those of a player of the Othello League, too.
func TestTablePartsAddUp(t *testing.T) {
	m := NewModel(features(t, "balanced-all3"))
	rng := rand.New(rand.NewPCG(5, 6))
	for i := range m.Weights {
		m.Weights[i] = rng.NormFloat64()
	}
	table, err := m.Table()
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range gameBoards(t, "8x8", 2) {
		if got, want := total(t, table.Parts(b.Mine, b.Theirs)), table.Value(b.Mine, b.Theirs); !near(got, want) {
			t.Fatalf("%v add up to %v, want %v", b, got, want)
		}
	}
}
