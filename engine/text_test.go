package engine_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
)

const standardText = "---------------------------OX------XO--------------------------- X"

func TestPositionText(t *testing.T) {
	for _, c := range []struct{ shape, want string }{
		{"8x8", "-------- -------- -------- ---OX--- ---XO--- -------- -------- -------- X"},
		{"4x4", "----#### -OX-#### -XO-#### ----#### ######## ######## ######## ######## X"},
		{"4x4-a1d4", "#---#### -OX-#### -XO-#### ---##### ######## ######## ######## ######## X"},
		{"hex", "###----# ##-----# #--XO--# --O-X--# --XO--## -----### ----#### ######## X hex"},
		{"rhombus-h1", "-------# -------- -------- ---OX--- ---XO--- -------- -------- -------- X hex"},
	} {
		want := strings.Replace(c.want, " ", "", 7)
		if got := start(t, shape(t, c.shape)).String(); got != want {
			t.Errorf("%s: %s, want %s", c.shape, got, want)
		}
	}
	after, _ := engine.StandardStart().Play(37)
	if got, want := after.String(),
		"---------------------------OX------XXX-------------------------- O"; got != want {
		t.Errorf("after f5: %s, want %s", got, want)
	}
}

func TestParsePosition(t *testing.T) {
	for _, text := range []string{
		standardText,
		strings.ToLower(standardText),
		strings.TrimSuffix(standardText, " X") + "X",
		strings.TrimSuffix(standardText, "X") + "b\n",
		strings.TrimSuffix(standardText, "X") + "*",
		strings.ReplaceAll(standardText, "-", "."),
		strings.NewReplacer("X", "*", "O", "0").Replace(standardText),
		strings.NewReplacer("X", "b", "O", "w").Replace(standardText),
		strings.NewReplacer("X", "B", "O", "W").Replace(standardText),
		`
		- - - - - - - -
		- - - - - - - -
		- - - - - - - -
		- - - O X - - -
		- - - X O - - -
		- - - - - - - -
		- - - - - - - -
		- - - - - - - -
		X`,
		strings.ReplaceAll("........ ........ ........ ...ox... ...xo... ........ ........ ........ x",
			" ", "\r\n"),
	} {
		if p, err := engine.ParsePosition(text); p != engine.StandardStart() || err != nil {
			t.Errorf("%q: %v %v", text, p, err)
		}
	}
	p := position(t, strings.TrimSuffix(standardText, "X")+"O")
	if p.Color != engine.White || p.Board.Mine != engine.Standard().Theirs ||
		p.Board.Theirs != engine.Standard().Mine {
		t.Errorf("white to move: %+v", p)
	}
}

func TestParsePositionErrors(t *testing.T) {
	board := strings.TrimSuffix(standardText, " X")
	for _, c := range []struct{ text, want string }{
		{"", `engine: board text ends after 0 squares, want 64 and the side to move`},
		{"X", `engine: board text ends after 1 squares, want 64 and the side to move`},
		{board[1:], `engine: board text ends after 63 squares, want 64 and the side to move`},
		{board, `engine: "" after the 64 squares: want the side to move, X or O, then nothing or hex`},
		{"-" + standardText, `engine: "- X" after the 64 squares: want the side to move, X or O, then nothing or hex`},
		{board + " -", `engine: "-" after the 64 squares: want the side to move, X or O, then nothing or hex`},
		{board + " XX", `engine: "XX" after the 64 squares: want the side to move, X or O, then nothing or hex`},
		{board + " X Y", `engine: "X Y" after the 64 squares: want the side to move, X or O, then nothing or hex`},
		{board + " X hex hex", `engine: "X hex hex" after the 64 squares: want the side to move, X or O, then nothing or hex`},
		{board[:10] + "?" + board[11:] + " X", `engine: "?" at character 11: want X, O, - or #`},
		{"1" + board[1:] + " X", `engine: "1" at character 1: want X, O, - or #`},
		{" \n" + board[:5] + "é" + board[6:] + " X", `engine: "\xc3" at character 8: want X, O, - or #`},
	} {
		p, err := engine.ParsePosition(c.text)
		if p != (engine.Position{}) || err == nil || err.Error() != c.want {
			t.Errorf("%q: %v %v, want %s", c.text, p, err, c.want)
		}
	}
	_, err := engine.ParsePosition(strings.Repeat("-", 20) + "é")
	if e, ok := errors.AsType[*engine.NotationError](err); !ok || e.Offset != 20 {
		t.Errorf("%v", err)
	}
}

// Any position is written as a text that reads as the same position.
func FuzzPositionParsesBack(f *testing.F) {
	addBoards(f)
	f.Fuzz(func(t *testing.T, field, mine, theirs uint64, hexagonal bool) {
		b := boardOf(field, mine, theirs, hexagonal)
		for _, color := range []engine.Color{engine.Black, engine.White} {
			p := engine.Position{Board: b, Color: color}
			if got, err := engine.ParsePosition(p.String()); got != p || err != nil {
				t.Errorf("%+v is %q, which reads as %+v, %v", p, p, got, err)
			}
		}
	})
}
