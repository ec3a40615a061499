package engine_test

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/outflank/outflank/engine"
)

// Law: Canonical finds the least of the images that Transform makes, and the first symmetry that
// leads there, on every shape; Least is its board.
func TestLeast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := rapid.SampledFrom([]string{"8x8", "8x8", "rhombus", "6x6", "hex", "8x8-a1h8"}).Draw(t, "shape")
		sh, err := engine.ParseShape(shape)
		if err != nil {
			t.Fatal(err)
		}
		mine := engine.Set(rapid.Uint64().Draw(t, "mine")) & sh.Field
		theirs := engine.Set(rapid.Uint64().Draw(t, "theirs")) & sh.Field &^ mine
		b := engine.Board{Mine: mine, Theirs: theirs, Shape: sh}
		want, by := b, engine.Symmetry(0)
		for y := range engine.Symmetry(engine.Symmetries) {
			if sh.Lattice.Keeps(y) && before(b.Transform(y), want) {
				want, by = b.Transform(y), y
			}
		}
		if got, y := b.Canonical(); got != want || y != by || b.Least() != want {
			t.Errorf("%v: got %v by %d, want %v by %d", b, got, y, want, by)
		}
	})
}

// before orders boards by field, discs of the side to move and discs of its opponent.
func before(a, b engine.Board) bool {
	return cmp.Or(cmp.Compare(a.Shape.Field, b.Shape.Field), cmp.Compare(a.Mine, b.Mine),
		cmp.Compare(a.Theirs, b.Theirs)) < 0
}

// The eight images of a board with few discs tie in Mine, and Theirs decides.
func TestLeastOfSymmetricMine(t *testing.T) {
	for s := range engine.Square(64) {
		b := engine.Board{Mine: engine.Standard().Mine | engine.Standard().Theirs, Theirs: s.Set(),
			Shape: engine.Full}
		b.Theirs &^= b.Mine
		for y := range engine.Symmetry(engine.Symmetries) {
			want, _ := b.Canonical()
			if got := b.Transform(y).Least(); got != want {
				t.Fatalf("%v, symmetry %d: got %v, want %v", s, y, got, want)
			}
		}
	}
}

// Law: the images of a game that keep its start share one canonical game, which is
// legal and the least of them.
func TestGameCanonical(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := engine.Game{Start: engine.StandardStart()}
		for range rapid.IntRange(0, 60).Draw(t, "plies") {
			p, err := g.End()
			if err != nil {
				t.Fatal(err)
			}
			legal := p.Board.Moves()
			if legal == 0 {
				break
			}
			g.Moves = append(g.Moves, legal.Nth(rapid.IntRange(0, legal.Len()-1).Draw(t, "move")))
		}
		want := g.Canonical()
		if len(g.Moves) > 0 && want.Moves[0].String() != "c4" {
			t.Errorf("%v begins with %v", want, want.Moves[0])
		}
		for _, y := range []engine.Symmetry{0, 3, 4, 7} {
			image := g.Transform(y)
			if _, err := image.End(); err != nil || image.Start != g.Start {
				t.Errorf("symmetry %d: %v, %v", y, image, err)
			}
			if c := image.Canonical(); !slices.Equal(c.Moves, want.Moves) || c.String() > image.String() {
				t.Errorf("symmetry %d: %v, want %v", y, c, want)
			}
		}
	})
}

// A start without symmetries leaves every game as it is, and moves that are none
// stay what they are.
func TestGameCanonicalAlone(t *testing.T) {
	start, err := engine.Game{Start: engine.StandardStart(), Moves: []engine.Square{37, 43}}.End()
	if err != nil {
		t.Fatal(err)
	}
	g := engine.Game{Start: start, Moves: []engine.Square{18, engine.None, 0}}
	if c := g.Canonical(); !slices.Equal(c.Moves, g.Moves) {
		t.Errorf("got %v, want %v", c, g)
	}
	if c := g.Transform(3); c.Moves[1] != engine.None || c.Moves[2] != 63 {
		t.Errorf("turned: %v", c.Moves)
	}
}

func BenchmarkLeast(b *testing.B) {
	board := engine.Board{Mine: 0x0000000810204080, Theirs: 0x0000381008000000, Shape: engine.Full}
	for b.Loop() {
		board.Mine = board.Least().Mine ^ 1
	}
}
