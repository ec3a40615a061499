package engine_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
)

func TestParseMoves(t *testing.T) {
	const want = "f5d6c3"
	for _, text := range []string{
		"f5d6c3",
		"F5D6C3",
		"f5 d6 c3",
		" f5\td6\r\nc3\n",
		"f5,d6, c3",
		"f5-d6-c3",
		"f5--d6c3",
		"f5 -- d6 c3",
		"f5passd6c3",
		"f5 PASS d6 Pass c3",
		"f5pad6psc3PA",
		"1. f5 d6 2. c3",
		"1.f5d6 2.c3",
		"1.f52.d63.c3",
		"  1. f5  2. d6\n 10. c3 pass",
	} {
		moves, err := engine.ParseMoves(text)
		if got := (engine.Game{Moves: moves}).String(); got != want || err != nil {
			t.Errorf("%q: %s %v", text, got, err)
		}
	}
	for _, text := range []string{"", " ", "--", "pass", "1."} {
		if moves, err := engine.ParseMoves(text); len(moves) != 0 || err != nil {
			t.Errorf("%q: %v %v", text, moves, err)
		}
	}
}

func TestParseMovesErrors(t *testing.T) {
	for _, c := range []struct {
		text   string
		offset int
		want   string
	}{
		{"f", 0, `engine: "f" at character 1: want a square such as f5, or a pass`},
		{"f5d", 2, `engine: "d" at character 3: want a square such as f5, or a pass`},
		{"f5 d9 c3", 3, `engine: "d9 c3" at character 4: want a square such as f5, or a pass`},
		{"f5i1", 2, `engine: "i1" at character 3: want a square such as f5, or a pass`},
		{"f5d6?c3c4f4e6b3", 4, `engine: "?c3c4f4e" at character 5: want a square such as f5, or a pass`},
		{"f5 passed", 7, `engine: "ed" at character 8: want a square such as f5, or a pass`},
		{"1 f5", 0, `engine: "1 f5" at character 1: want a square such as f5, or a pass`},
		{"f512", 2, `engine: "12" at character 3: want a square such as f5, or a pass`},
		{"f5…d6", 2, `engine: "…d6" at character 3: want a square such as f5, or a pass`},
		{"f5\x00", 2, `engine: "\x00" at character 3: want a square such as f5, or a pass`},
		{strings.Repeat("1", 1000), 0, `engine: "11111111" at character 1: want a square such as f5, or a pass`},
	} {
		moves, err := engine.ParseMoves(c.text)
		notation, ok := errors.AsType[*engine.NotationError](err)
		if !ok || moves != nil || notation.Offset != c.offset || err.Error() != c.want {
			t.Errorf("%.20q: %v %v", c.text, moves, err)
		}
	}
}

func TestParseGame(t *testing.T) {
	g, err := engine.ParseGame(engine.StandardStart(), "F5 d6 pass C3")
	if err != nil || g.String() != "f5d6c3" || g.Start != engine.StandardStart() {
		t.Errorf("%v %v", g, err)
	}
	g, err = engine.ParseGame(engine.StandardStart(), "f5d6a1c3")
	if illegal, ok := errors.AsType[*engine.IllegalMoveError](err); !ok || illegal.Index != 2 ||
		g.String() != "f5d6a1c3" {
		t.Errorf("an illegal move: %v %v", g, err)
	}
	g, err = engine.ParseGame(engine.StandardStart(), "f5z9")
	if notation, ok := errors.AsType[*engine.NotationError](err); !ok || notation.Offset != 2 ||
		g.Moves != nil || g.Start != (engine.Position{}) {
		t.Errorf("no game: %v %v", g, err)
	}
}

func TestAppendTranscript(t *testing.T) {
	got := engine.AppendTranscript([]byte("> "), []engine.Square{37, engine.None, 0})
	if string(got) != "> f5--a1" {
		t.Errorf("%s", got)
	}
}

// A list of squares is written as a transcript that reads as the same list.
func FuzzTranscriptParsesBack(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{0, 7, 56, 63, 37, 43, 18})
	f.Fuzz(func(t *testing.T, numbers []byte) {
		moves := make([]engine.Square, len(numbers))
		for i, n := range numbers {
			moves[i] = engine.Square(n & 63)
		}
		text := engine.Game{Moves: moves}.String()
		if got, err := engine.ParseMoves(text); !slices.Equal(got, moves) || err != nil {
			t.Errorf("%v is %q, which reads as %v, %v", moves, text, got, err)
		}
	})
}

// Whatever the text: no parser panics, an error says where it is, and what was
// understood is written as a text that means the same.
func FuzzParsersNeverPanic(f *testing.F) {
	for _, text := range []string{
		"", "f5d6c3", "1. f5 -- pass", "pa", "ps9", "8x8", "8x8-a1", "hex-", "rhombus-h8",
		engine.StandardStart().String(), start(f, shape(f, "hex")).String(), strings.Repeat("#", 64) + "X",
		"\xff\xfe",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		check := func(err error) {
			if err == nil {
				return
			}
			if !strings.HasPrefix(err.Error(), "engine: ") || strings.Count(err.Error(), "engine: ") != 1 &&
				!strings.Contains(text, "engine: ") {
				t.Errorf("%q: error %q", text, err)
			}
			if e, ok := errors.AsType[*engine.NotationError](err); ok &&
				(e.Offset < 0 || e.Offset >= len(text) || !strings.HasPrefix(text[e.Offset:], e.Text)) {
				t.Errorf("%q: %q does not stand at %d", text, e.Text, e.Offset)
			}
		}
		s, err := engine.ParseSquare(text)
		check(err)
		if err == nil && !strings.EqualFold(s.String(), text) {
			t.Errorf("%q is square %v", text, s)
		}
		moves, err := engine.ParseMoves(text)
		check(err)
		if again, _ := engine.ParseMoves(engine.Game{Moves: moves}.String()); !slices.Equal(again, moves) {
			t.Errorf("%q is %v, then %v", text, moves, again)
		}
		g, err := engine.ParseGame(engine.StandardStart(), text)
		check(err)
		if _, replay := g.End(); err == nil && replay != nil {
			t.Errorf("%q is a game that is illegal: %v", text, replay)
		}
		sh, err := engine.ParseShape(text)
		check(err)
		if again, _ := engine.ParseShape(sh.String()); err == nil && again != sh {
			t.Errorf("%q is %v, then %v", text, sh, again)
		}
		p, err := engine.ParsePosition(text)
		check(err)
		if again, _ := engine.ParsePosition(p.String()); err == nil && again != p {
			t.Errorf("%q is %v, then %v", text, p, again)
		}
		if _, invalid := engine.NewBoard(p.Board.Shape, p.Board.Mine, p.Board.Theirs); err == nil &&
			invalid != nil {
			t.Errorf("%q: %v", text, invalid)
		}
	})
}
