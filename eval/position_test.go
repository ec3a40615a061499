package eval

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine"
)

// squareWeights works out square by square which weights of W a board has.
func (m *mailbox) squareWeights() (w [8][8]float64) {
	full := newMailbox(engine.Standard())
	sums, squares := map[string]float64{}, map[string]float64{}
	for s, x := range DefaultSquares() {
		role := full.role(engine.Square(s).File(), engine.Square(s).Rank())
		sums[role] += x
		squares[role]++
	}
	of := func(axes int, beside bool) float64 {
		role := fmt.Sprint(axes, beside)
		return sums[role] / squares[role]
	}
	for s, x := range DefaultSquares() {
		file, rank := engine.Square(s).File(), engine.Square(s).Rank()
		axes, beside := m.flippable(file, rank)
		all := float64(len(m.directions) / 2)
		switch {
		case m.whole():
			w[rank][file] = x
		case axes == 0:
			w[rank][file] = of(0, false)
		default:
			edge, inside := of(1, beside), of(4, beside)
			w[rank][file] = edge + (inside-edge)*float64(axes-1)/(all-1)
		}
	}
	return w
}

// whole tells whether it is the ordinary board.
func (m *mailbox) whole() bool {
	for _, rank := range m.at {
		for _, c := range rank {
			if c == '#' {
				return false
			}
		}
	}
	return len(m.directions) == 8
}

func (m *mailbox) role(file, rank int) string { return fmt.Sprint(m.flippable(file, rank)) }

// flippable counts the axes on which a disc can be flipped, and tells whether a corner
// is next to it on one of them.
func (m *mailbox) flippable(file, rank int) (axes int, beside bool) {
	for i := 0; i < len(m.directions); i += 2 {
		df, dr := m.directions[i][0], m.directions[i][1]
		if m.get(file+df, rank+dr) != '#' && m.get(file-df, rank-dr) != '#' {
			axes++
			beside = beside || m.corner(file+df, rank+dr) || m.corner(file-df, rank-dr)
		}
	}
	return axes, beside
}

func (m *mailbox) corner(file, rank int) bool {
	for i := 0; i < len(m.directions); i += 2 {
		df, dr := m.directions[i][0], m.directions[i][1]
		if m.get(file+df, rank+dr) != '#' && m.get(file-df, rank-dr) != '#' {
			return false
		}
	}
	return true
}

// weightsOf returns what a disc on each square of a shape counts.
func weightsOf(t *testing.T, sh engine.Shape) (w [64]float64) {
	t.Helper()
	l := (&Model{Features: features(t, "position"), Weights: []float64{1}}).Linear()
	for s := range sh.Field.All() {
		w[s] = l.Eval(engine.Board{Mine: s.Set(), Shape: sh})
	}
	return w
}

// TestSquareWeightsOfShapes: corners weigh most, what is diagonal to them on the
// orthogonal lattice, or between them and the middle of a hexagon, least.
func TestSquareWeightsOfShapes(t *testing.T) {
	w := DefaultSquares()
	corner, x := w[0], w[9]
	for _, c := range []struct{ shape, corners, least string }{
		{"8x8", "a1 h1 a8 h8", "b2 g2 b7 g7"},
		{"6x6", "a1 f1 a6 f6", "b2 e2 b5 e5"},
		{"4x4", "a1 d1 a4 d4", "b2 c2 b3 c3"},
		{"hex", "d1 g1 a4 g4 a7 d7", "d2 f2 b4 f4 b6 d6"},
		{"rhombus", "a1 h1 a8 h8", "g2 b7"},            // b2 and g7 are no neighbours of a corner
		{"8x8-a1", "b1 a2 h1 a8 h8", "c2 b3 g2 b7 g7"}, // the hole makes corners of its neighbours
		{"8x8-a1b1a2", "c1 a3 h1 a8 h8", "g2 b7 g7 d2 b4"},
	} {
		sh := start(t, c.shape).Board.Shape
		got := weightsOf(t, sh)
		for s := range sh.Field.All() {
			isCorner, isLeast := hasSquare(t, c.corners, s), hasSquare(t, c.least, s)
			if (got[s] == corner) != isCorner || (got[s] == x) != isLeast || got[s] > corner || got[s] < x {
				t.Errorf("%s: %v weighs %v", c.shape, s, got[s])
			}
		}
	}
}

func hasSquare(t *testing.T, list string, s engine.Square) bool {
	t.Helper()
	squares, err := engine.ParseMoves(list)
	if err != nil {
		t.Fatal(err)
	}
	return engine.SetOf(squares...).Has(s)
}

// TestSquareWeightsOfFull: the ordinary board has W itself.
func TestSquareWeightsOfFull(t *testing.T) {
	w := DefaultSquares()
	for s, got := range weightsOf(t, engine.Full) {
		if got != w[s] {
			t.Errorf("%v weighs %v, want %v", engine.Square(s), got, w[s])
		}
	}
}

// TestSquareWeightsHexagon: they are the same under a sixth of a turn, which is none of
// the symmetries of the lattice that the hexagon is stored on.
func TestSquareWeightsHexagon(t *testing.T) {
	w := weightsOf(t, engine.Hexagon())
	for s := range engine.Hexagon().Field.All() {
		x, y := s.File()-3, s.Rank()-3 // steps from the middle
		turned := engine.At(3-y, 3+x+y)
		if w[s] != w[turned] {
			t.Errorf("%v weighs %v, %v weighs %v", s, w[s], turned, w[turned])
		}
	}
}

// TestSquareWeightsOfHoles compares random shapes with the naive rule. A corner of any
// shape is never flipped.
func TestSquareWeightsOfHoles(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for range 500 {
		sh := engine.Shape{Field: engine.Set(rng.Uint64() | rng.Uint64() | rng.Uint64()),
			Lattice: engine.Lattice(rng.IntN(2))}
		m, w := newMailbox(engine.Board{Shape: sh}), weightsOf(t, sh)
		want := m.squareWeights()
		for s := range sh.Field.All() {
			if got := w[s]; math.Abs(got-want[s.Rank()][s.File()]) > 1e-12 {
				t.Fatalf("%v: %v weighs %v, want %v", sh, s, got, want[s.Rank()][s.File()])
			}
		}
	}
}
