package engine_test

import (
	"testing"

	"github.com/outflank/outflank/engine"
)

func TestSymmetryOfSquares(t *testing.T) {
	for _, c := range []struct {
		y    engine.Symmetry
		what string
		b1   string // where b1 goes, which tells the symmetry
	}{
		{0, "nothing", "b1"},
		{1, "left to right", "g1"},
		{2, "top to bottom", "b8"},
		{3, "half a turn", "g8"},
		{4, "the diagonal a1-h8", "a2"},
		{5, "a quarter turn to the right", "h2"},
		{6, "a quarter turn to the left", "a7"},
		{7, "the diagonal a8-h1", "h7"},
	} {
		if got := c.y.Square(1).String(); got != c.b1 {
			t.Errorf("symmetry %d, %s: b1 goes to %s, want %s", c.y, c.what, got, c.b1)
		}
		for s := range engine.None {
			image := c.y.Square(s)
			if got := c.y.Set(s.Set()); got != image.Set() {
				t.Errorf("symmetry %d: %v as a square goes to %v, as a set to %v", c.y, s, image, got)
			}
			if back := c.y.Inverse().Square(image); back != s {
				t.Errorf("symmetry %d: %v goes to %v and comes back as %v", c.y, s, image, back)
			}
		}
	}
}

// TestKeeps: a symmetry keeps the hexagonal lattice when neighbours stay neighbours.
func TestKeeps(t *testing.T) {
	next := func(a, b engine.Square) bool { // in one of the six directions
		file, rank := b.File()-a.File(), b.Rank()-a.Rank()
		return file*file <= 1 && rank*rank <= 1 && file != rank
	}
	for y := range engine.Symmetry(engine.Symmetries) {
		keeps := true
		for a := range engine.None {
			for b := range engine.None {
				if next(a, b) && !next(y.Square(a), y.Square(b)) {
					keeps = false
				}
			}
		}
		if got := engine.Hexagonal.Keeps(y); got != keeps {
			t.Errorf("hexagonal, symmetry %d: %v, want %v", y, got, keeps)
		}
		if !engine.Orthogonal.Keeps(y) {
			t.Errorf("orthogonal, symmetry %d is not kept", y)
		}
	}
}

// TestTransformStaysInPlace: the named boards go onto themselves, with holes too
// wherever these are, and no field is pushed off the lattice.
func TestTransformStaysInPlace(t *testing.T) {
	for _, c := range []struct {
		shape string
		y     engine.Symmetry
		want  string
	}{
		{"4x4", 5, "4x4"},
		{"6x6", 3, "6x6"},
		{"hex", 7, "hex"},
		{"4x4-b1", 1, "4x4-c1"},
		{"4x4-b1", 2, "4x4-b4"},
		{"4x4-b1", 4, "4x4-a2"},
		{"6x6-a1", 3, "6x6-f6"},
		{"hex-d1", 4, "hex-a4"},
		{"8x8-a1", 1, "8x8-h1"},
		// Without a whole edge the field is 7×8 squares that do not fit when turned
		// where they stand: the diagonal mirror moves them along.
		{"8x8-a1a2a3a4a5a6a7a8", 1, "8x8-a1a2a3a4a5a6a7a8"},
		{"8x8-a1a2a3a4a5a6a7a8", 4, "8x8-a1b1c1d1e1f1g1h1"},
		{"8x8-a1a2a3a4a5a6a7a8b1", 5, "8x8-a1b1c1d1e1f1g1h1h2"},
	} {
		b := engine.Board{Shape: shape(t, c.shape)}
		if got := b.Transform(c.y).Shape.String(); got != c.want {
			t.Errorf("symmetry %d of %s is %s, want %s", c.y, c.shape, got, c.want)
		}
	}
	four := shape(t, "4x4")
	if got := four.Image(1, engine.SetOf(squares(t, "a1 b3")...)).String(); got != "d1 c3" {
		t.Errorf("on 4x4, a1 b3 left to right is %s, want d1 c3", got)
	}
}

// TestCanonicalOpenings: the four first moves of the ordinary game are one. After
// three moves there are 56, 72, 32 positions, each of them one of as many images
// as the start position has symmetries: 4, 2, 4.
func TestCanonicalOpenings(t *testing.T) {
	boards := map[engine.Board]bool{}
	for s := range engine.Standard().Moves().All() {
		c, _ := engine.Standard().Play(s).Canonical()
		boards[c] = true
	}
	if len(boards) != 1 {
		t.Errorf("%d first moves that are not symmetric, want 1", len(boards))
	}
	for name, want := range map[string]int{"8x8": 14, "hex": 36, "rhombus": 8} {
		boards := map[engine.Board]bool{}
		var count func(b engine.Board, depth int)
		count = func(b engine.Board, depth int) {
			if depth == 0 {
				c, _ := b.Canonical()
				boards[c] = true
				return
			}
			for s := range b.Moves().All() {
				count(b.Play(s), depth-1)
			}
		}
		count(start(t, shape(t, name)).Board, 3)
		if len(boards) != want {
			t.Errorf("%s: %d positions after three moves, want %d", name, len(boards), want)
		}
	}
}
