package engine_test

import (
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
)

// squares reads a list of squares.
func squares(tb testing.TB, text string) []engine.Square {
	tb.Helper()
	list, err := engine.ParseMoves(text)
	if err != nil {
		tb.Fatal(err)
	}
	return list
}

func TestNewBoard(t *testing.T) {
	four := shape(t, "4x4")
	for _, c := range []struct {
		shape        engine.Shape
		mine, theirs engine.Set
		want         string
	}{
		{engine.Full, engine.SetOf(0), engine.SetOf(63), ""},
		{engine.Full, engine.SetOf(9, 20), engine.SetOf(20, 30), "engine: board: both sides have a disc on e3"},
		{four, engine.SetOf(0), engine.SetOf(4), "engine: board: disc on e1, which is not a square of the shape"},
		{four, engine.SetOf(63), engine.SetOf(1), "engine: board: disc on h8, which is not a square of the shape"},
		{engine.Shape{Field: engine.AllSquares, Lattice: 77}, 1, 2, "engine: board: no such lattice: Lattice(77)"},
	} {
		b, err := engine.NewBoard(c.shape, c.mine, c.theirs)
		if c.want == "" {
			if err != nil || b != (engine.Board{Mine: c.mine, Theirs: c.theirs, Shape: c.shape}) {
				t.Errorf("%+v %v", b, err)
			}
		} else if err == nil || err.Error() != c.want || b != (engine.Board{}) {
			t.Errorf("%+v %v, want %s", b, err, c.want)
		}
	}
}

// TestRuns looks at one rank, X to move. Everything else is empty.
func TestRuns(t *testing.T) {
	for _, c := range []struct{ rank, moves string }{
		{"XO------", "c1"},
		{"XOOOOOO-", "h1"}, // the longest run
		{"-OOOOOOX", "a1"},
		{"X-OX----", "b1"},
		{"XO-OX---", "c1"}, // both sides at once
		{"OX------", ""},   // nothing behind the run
		{"XOOOOOOO", ""},   // the run ends at the rim
		{"--------", ""},
		{"XX-OO-XX", ""},   // an empty square ends a run, too
		{"XOO#----", ""},   // a hole behind the run
		{"XO#O----", ""},   // a hole in the run
		{"X#O-----", ""},   // a hole between the run and the disc that would hold it
		{"XO-#----", "c1"}, // a hole beyond does not matter
		{"#O-X----", ""},
		{"XOO-OO#X", "d1"}, // to the left only
	} {
		p := position(t, c.rank+strings.Repeat("-", 56)+" X")
		if got := p.Board.Moves().String(); got != c.moves {
			t.Errorf("%s: moves %q, want %q", c.rank, got, c.moves)
		}
	}
}

// TestNoRunWraps: a run that leaves the board sideways does not come back on the
// next rank.
func TestNoRunWraps(t *testing.T) {
	for _, c := range []struct{ mine, theirs string }{
		{"g1", "h1"}, {"h1", "a2"}, {"g1", "h1 a2"}, {"b2", "a2"}, {"b3", "a2"}, {"g2", "h3"}, {"b2", "a3"}, {"g3", "h2"}, {"h8", "a8"}, {"a1", "h1"},
	} {
		for _, sh := range []engine.Shape{engine.Full, engine.Rhombus()} {
			b, err := engine.NewBoard(sh, engine.SetOf(squares(t, c.mine)...), engine.SetOf(squares(t, c.theirs)...))
			if err != nil {
				t.Fatal(err)
			}
			if b.Moves() != 0 {
				t.Errorf("%v: X %s, O %s: moves %v, want none", sh, c.mine, c.theirs, b.Moves())
			}
		}
	}
}

// TestHolesAreWalls: the same discs with two holes, and on the hexagonal lattice,
// where the diagonal a1-h8 is no line. With X to move, runs lead from b2 to f2 and
// to e5 and from b6 to g6; one hole lies in the first, one in the second.
func TestHolesAreWalls(t *testing.T) {
	const (
		open = `
		- - - - - - - -
		- X O O O - - -
		- - O - O O - -
		- - - O - O - -
		- - - - - - - -
		- X O O O O - -
		- - - - - - - -
		- - - - - - - -  X`
		holes = `
		- - - - - - - -
		- X O # O - - -
		- - O - O O - -
		- - - # - O - -
		- - - - - - - -
		- X O O O O - -
		- - - - - - - -
		- - - - - - - -  X`
	)
	for _, c := range []struct{ name, text, moves string }{
		{"open", open, "f2 e5 g6"},
		{"holes", holes, "g6"},
		{"hexagonal", open + " hex", "f2 g6"},
	} {
		b := position(t, c.text).Board
		if got := b.Moves().String(); got != c.moves {
			t.Errorf("%s: moves %s, want %s", c.name, got, c.moves)
		}
		for s := range (b.Empty() &^ b.Moves()).All() {
			if b.Flips(s) != 0 {
				t.Errorf("%s: %v turns %v", c.name, s, b.Flips(s))
			}
		}
	}
}

func TestFlips(t *testing.T) {
	p := position(t, `
		X - - X - - X -
		- O - O - O - -
		- - O O O - - -
		X O O - O O O X
		- - O O O - - -
		- O - O - O - -
		X - - O - - X -
		- - - X - - - -  X`)
	d4 := engine.At(3, 3)
	if got, want := p.Board.Flips(d4), p.Board.Theirs; got != want {
		t.Errorf("d4 turns %v, want all of %v", got, want)
	}
	p.Board.Shape.Lattice = engine.Hexagonal
	if got := p.Board.Flips(d4).String(); got != "d2 f2 d3 e3 b4 c4 e4 f4 g4 c5 d5 b6 d6 d7" {
		t.Errorf("hexagonal: d4 turns %v, want none on the diagonal a1-h8", got)
	}
	next := p.Board.Play(d4)
	if next.Mine.String() != "b2 c3 e5 f6" || next.Theirs != p.Board.Mine|p.Board.Flips(d4)|d4.Set() {
		t.Errorf("after d4: %+v", next)
	}
}

func TestScore(t *testing.T) {
	for _, c := range []struct {
		text string
		want int
	}{
		{strings.Repeat("X", 33) + strings.Repeat("O", 31) + " X", 2},
		{strings.Repeat("X", 33) + strings.Repeat("O", 31) + " O", -2},
		{strings.Repeat("X", 32) + strings.Repeat("O", 32) + " X", 0},
		{strings.Repeat("X", 10) + strings.Repeat("-", 54) + " X", 64},                          // wiped out
		{strings.Repeat("X", 10) + strings.Repeat("-", 54) + " O", -64},                         //
		{strings.Repeat("X", 10) + strings.Repeat("O", 10) + strings.Repeat("-", 44) + " X", 0}, // a draw shares the empties
		{strings.Repeat("X", 30) + strings.Repeat("O", 20) + strings.Repeat("-", 14) + " X", 24},
		{strings.Repeat("X", 30) + strings.Repeat("O", 20) + strings.Repeat("#", 14) + " X", 10}, // holes are nobody's
		{strings.Repeat("-", 64) + " X", 0},
		{strings.Repeat("#", 64) + " X", 0},
	} {
		p := position(t, c.text)
		if got := p.Board.Score(); got != c.want {
			t.Errorf("%s: %+d, want %+d", c.text, got, c.want)
		}
		if p.Score(p.Color) != c.want || p.Score(p.Color.Opponent()) != -c.want {
			t.Errorf("%s: %+d and %+d, want %+d and its negative", c.text, p.Score(p.Color),
				p.Score(p.Color.Opponent()), c.want)
		}
	}
}

// TestNothingAllocates: search, replay and feature extraction rely on it.
func TestNothingAllocates(t *testing.T) {
	var sink int
	text := make([]byte, 0, 200)
	whole := game(t, engine.StandardStart(), passingGame)
	for _, name := range kinds {
		b := start(t, shape(t, name)).Board
		move := b.Moves().First()
		for what, f := range map[string]func(){
			"Moves": func() { sink += b.Moves().Len() },
			"All": func() {
				for s := range b.Moves().All() {
					sink += int(s)
				}
			},
			"Flips": func() { sink += b.Flips(move).Len() },
			"Play":  func() { sink += b.Play(move).Mine.Len() },
			"Score": func() { sink += b.Score() },
			"Over": func() {
				if b.Over() {
					sink++
				}
			},
			"Turn":      func() { p, _ := engine.Position{Board: b}.Play(move); sink += int(p.Color) },
			"Transform": func() { sink += b.Transform(3).Mine.Len() },
			"Canonical": func() { c, _ := b.Canonical(); sink += c.Mine.Len() },
			"Name":      func() { sink += len(move.String()) },
			"Replay": func() {
				for ply := range whole.Plies() {
					sink += ply.Index
				}
			},
			"Text": func() { text = engine.AppendTranscript(text[:0], whole.Moves); sink += len(text) },
		} {
			if n := testing.AllocsPerRun(10, f); n != 0 {
				t.Errorf("%s: %s allocates %v times", name, what, n)
			}
		}
	}
}
