package engine_test

import (
	"testing"

	"github.com/outflank/outflank/engine"
)

// The laws of the rules, each on any board at all. Laws of notation are beside the
// tests of notation.

// A legal move adds exactly one disc, turns at least one of the opponent's and none
// of the mover's; the sets stay disjoint and inside the field; the shape stays.
func FuzzMoveAddsOneDisc(f *testing.F) {
	addBoards(f)
	f.Fuzz(func(t *testing.T, field, mine, theirs uint64, hexagonal bool) {
		b := boardOf(field, mine, theirs, hexagonal)
		for s := range b.Moves().All() {
			flips, next := b.Flips(s), b.Play(s)
			if flips == 0 || flips&^b.Theirs != 0 {
				t.Errorf("%v on %+v turns %v", s, b, flips)
			}
			if next.Mine != b.Theirs&^flips || next.Theirs != b.Mine|flips|s.Set() || next.Shape != b.Shape {
				t.Errorf("%v on %+v gives %+v", s, b, next)
			}
			if _, err := engine.NewBoard(next.Shape, next.Mine, next.Theirs); err != nil {
				t.Errorf("%v on %+v: %v", s, b, err)
			}
			if next.Empty() != b.Empty()&^s.Set() || next.Empty().Len() != b.Empty().Len()-1 {
				t.Errorf("%v on %+v leaves %v empty", s, b, next.Empty())
			}
		}
	})
}

// An empty square is a legal move exactly when a disc there would turn something.
func FuzzMovesAreWhatFlips(f *testing.F) {
	addBoards(f)
	f.Fuzz(func(t *testing.T, field, mine, theirs uint64, hexagonal bool) {
		b := boardOf(field, mine, theirs, hexagonal)
		var flipping engine.Set
		for s := range b.Empty().All() {
			if b.Flips(s) != 0 {
				flipping |= s.Set()
			}
		}
		if flipping != b.Moves() {
			t.Errorf("%+v: moves %v, but %v turn discs", b, b.Moves(), flipping)
		}
	})
}

// Whoever has the turn after a move can move, or the game is over. Passing twice
// changes nothing, and what one side wins the other loses.
func FuzzTurnGoesToWhoCanMove(f *testing.F) {
	addBoards(f)
	f.Fuzz(func(t *testing.T, field, mine, theirs uint64, hexagonal bool) {
		b := boardOf(field, mine, theirs, hexagonal)
		if b.Pass().Pass() != b || b.Pass().Score() != -b.Score() || b.Pass().Over() != b.Over() {
			t.Errorf("%+v: passing changes the board", b)
		}
		for s := range b.Moves().All() {
			p := engine.Position{Board: b, Color: engine.White}
			next, passed := p.Play(s)
			if next.Board.Moves() == 0 && !next.Board.Over() {
				t.Errorf("%+v after %v: the turn is with a side that has to pass", b, s)
			}
			if passed != (next.Color == p.Color) {
				t.Errorf("%+v after %v: passed=%v, but %v is to move", b, s, passed, next.Color)
			}
		}
	})
}

// A symmetry that keeps the lines of the lattice commutes with the rules.
func FuzzSymmetriesKeepTheRules(f *testing.F) {
	addBoards(f)
	f.Fuzz(func(t *testing.T, field, mine, theirs uint64, hexagonal bool) {
		b := boardOf(field, mine, theirs, hexagonal)
		for y := range engine.Symmetry(engine.Symmetries) {
			if !b.Shape.Lattice.Keeps(y) {
				continue
			}
			image := b.Transform(y)
			if got, want := image.Moves(), b.Shape.Image(y, b.Moves()); got != want {
				t.Errorf("symmetry %d of %+v: moves %v, want %v", y, b, got, want)
			}
			if image.Score() != b.Score() || image.Over() != b.Over() {
				t.Errorf("symmetry %d of %+v: another score or end", y, b)
			}
			for s := range b.Moves().All() {
				got, want := image.Play(b.Shape.Image(y, s.Set()).First()), b.Play(s).Transform(y)
				if got != want {
					t.Errorf("symmetry %d of %+v: %v gives %+v, want %+v", y, b, s, got, want)
				}
			}
		}
	})
}

// Every symmetry can be undone, of whatever shape, and loses no disc on the way.
func FuzzInverseUndoes(f *testing.F) {
	addBoards(f)
	f.Fuzz(func(t *testing.T, field, mine, theirs uint64, hexagonal bool) {
		b := boardOf(field, mine, theirs, hexagonal)
		for y := range engine.Symmetry(engine.Symmetries) {
			image := b.Transform(y)
			if back := image.Transform(y.Inverse()); back != b {
				t.Errorf("symmetry %d of %+v is %+v; undone, %+v", y, b, image, back)
			}
			if back := image.Shape.Image(y.Inverse(), image.Empty()); back != b.Empty() {
				t.Errorf("symmetry %d of %+v: empty squares come back as %v", y, b, back)
			}
			if image.Mine.Len() != b.Mine.Len() || image.Theirs.Len() != b.Theirs.Len() ||
				image.Shape.Field.Len() != b.Shape.Field.Len() {
				t.Errorf("symmetry %d of %+v loses squares: %+v", y, b, image)
			}
		}
	})
}

// All images of a board have the same canonical board, which is its own.
func FuzzCanonicalIsOne(f *testing.F) {
	addBoards(f)
	f.Fuzz(func(t *testing.T, field, mine, theirs uint64, hexagonal bool) {
		b := boardOf(field, mine, theirs, hexagonal)
		least, by := b.Canonical()
		if !b.Shape.Lattice.Keeps(by) || b.Transform(by) != least {
			t.Errorf("%+v: canonical %+v is not its image by %d", b, least, by)
		}
		if again, by := least.Canonical(); again != least || by != 0 {
			t.Errorf("canonical of %+v is %+v by %d", least, again, by)
		}
		for y := range engine.Symmetry(engine.Symmetries) {
			if !b.Shape.Lattice.Keeps(y) {
				continue
			}
			if got, _ := b.Transform(y).Canonical(); got != least {
				t.Errorf("%+v: canonical %+v, but %+v of its image by %d", b, least, got, y)
			}
		}
	})
}

// Whatever the moves: a replay yields the legal ones in order, then stops with one
// error that End returns too, in the position that End returns.
func FuzzReplayStopsAtTheFirstIllegalMove(f *testing.F) {
	f.Add(uint8(0), []byte{37, 43, 18})
	f.Add(uint8(3), []byte{64, 255})
	f.Add(uint8(7), []byte{})
	f.Add(uint8(2), []byte{2, 1, 0, 8, 12, 13, 14, 15})
	f.Fuzz(func(t *testing.T, kind uint8, numbers []byte) {
		g := engine.Game{Start: start(t, shape(t, kinds[int(kind)%len(kinds)]))}
		for _, n := range numbers {
			g.Moves = append(g.Moves, engine.Square(n))
		}
		m, plies := newMailbox(g.Start), 0
		var failed error
		for ply, err := range g.Plies() {
			if failed != nil {
				t.Fatal("the replay continued after an error")
			}
			if failed = err; err != nil {
				continue
			}
			if ply.Index != plies || ply.Move != g.Moves[plies] || !ply.Legal.Has(ply.Move) ||
				newMailbox(ply.Position) != m {
				t.Fatalf("ply %d is %+v, want %v in %v", plies, ply, g.Moves[plies], m)
			}
			m.play(ply.Move)
			plies++
		}
		end, err := g.End()
		if newMailbox(end) != m {
			t.Errorf("end %v, want %v", end, m)
		}
		if failed == nil {
			if plies != len(g.Moves) || err != nil {
				t.Errorf("%d of %d moves replayed without an error; end: %v", plies, len(g.Moves), err)
			}
			return
		}
		illegal, ok := failed.(*engine.IllegalMoveError)
		if !ok || illegal.Index != plies || illegal.Move != g.Moves[plies] || illegal.Position != end ||
			illegal.Legal != end.Board.Moves() || illegal.Legal.Has(illegal.Move) {
			t.Errorf("after %d moves: %#v, end %v", plies, failed, end)
		}
		if err == nil || err.Error() != failed.Error() {
			t.Errorf("Plies says %v, End %v", failed, err)
		}
	})
}
