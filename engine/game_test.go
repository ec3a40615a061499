package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
)

const (
	// firstPass is a game in which black has to pass after eight moves; no game has
	// a pass earlier.
	firstPass = "d3c3b3b2f5a3a1c1"
	// wipeOut ends after nine moves, as early as can be: white has no disc left.
	wipeOut = "d3c3b3d2e1d6d7e3f4"
	// passingGame was played in a tournament of 1981: black passes before plies 50,
	// 53 and 54, white before ply 58, and nobody can play the last square, a8.
	passingGame = "f5d6c3d3c4f4e6b3c6c5b6f7b4f3e7d7c7g6g5h6f8g4f6d8e8g8h5h4h3h2" +
		"g3e3f2a4d2c2c1c8e2b8a5a6a3b5a7g2g7b7g1h1d1f1e1b1b2a2h8h7a1"
)

func TestPasses(t *testing.T) {
	g := game(t, engine.StandardStart(), passingGame)
	var passed []string
	m := newMailbox(g.Start)
	for ply, err := range g.Plies() {
		if err != nil {
			t.Fatal(err)
		}
		if newMailbox(ply.Position) != m {
			t.Fatalf("ply %d: %v, want %v", ply.Index, ply.Position, m)
		}
		if ply.Passed {
			passed = append(passed, fmt.Sprintf("%d %v moves again", ply.Index, ply.Position.Color))
		}
		m.play(ply.Move)
	}
	want := []string{"50 white moves again", "53 white moves again", "54 white moves again",
		"58 black moves again"}
	if !slices.Equal(passed, want) {
		t.Errorf("%q, want %q", passed, want)
	}
	end, err := g.End()
	if err != nil || !end.Board.Over() || end.Board.Empty().String() != "a8" {
		t.Errorf("end %v %v", end, err)
	}
	// 40 white discs, 23 black ones, a8 to the winner.
	if b, w := end.Discs(engine.Black).Len(), end.Discs(engine.White).Len(); b != 23 || w != 40 ||
		end.Score(engine.White) != 18 || end.Score(engine.Black) != -18 {
		t.Errorf("black %d, white %d, score for white %+d", b, w, end.Score(engine.White))
	}
	if g.String() != passingGame {
		t.Errorf("transcript %v", g)
	}
}

func TestEarliestPass(t *testing.T) {
	g := game(t, engine.StandardStart(), firstPass)
	end, err := g.End()
	if err != nil || end.Color != engine.White || end.Board.Moves() == 0 || end.Board.Pass().Moves() != 0 {
		t.Errorf("black should have no move: %v %v", end, err)
	}
	before, err := engine.Game{Start: g.Start, Moves: g.Moves[:7]}.End()
	if err != nil {
		t.Fatal(err)
	}
	if _, passed := before.Play(g.Moves[7]); !passed {
		t.Errorf("%v on %v: no pass", g.Moves[7], before)
	}
}

// TestStartWithoutMove: the side to move of the start position has to pass.
func TestStartWithoutMove(t *testing.T) {
	g := engine.Game{Start: position(t, "XO-"+strings.Repeat("-", 61)+" O")}
	p, err := g.End()
	if err != nil || p.Color != engine.Black || p.Board.Moves().String() != "c1" {
		t.Errorf("end without moves: %v %v", p, err)
	}
	g.Moves = squares(t, "c1")
	for ply, err := range g.Plies() {
		if err != nil || !ply.Passed || ply.Position != p || ply.Index != 0 {
			t.Errorf("%+v %v", ply, err)
		}
	}
}

func TestIllegalMoves(t *testing.T) {
	standard, four := engine.StandardStart(), start(t, shape(t, "4x4"))
	for _, c := range []struct {
		start engine.Position
		moves []engine.Square
		want  string
	}{
		{standard, squares(t, "a1"), "engine: move 1: a1 by black is illegal: it outflanks nothing (legal: d3 c4 f5 e6)"},
		{standard, squares(t, "f5 f5"), "engine: move 2: f5 by white is illegal: the square is taken (legal: f4 d6 f6)"},
		{standard, squares(t, "d4"), "engine: move 1: d4 by black is illegal: the square is taken (legal: d3 c4 f5 e6)"},
		{standard, squares(t, "e3"), "engine: move 1: e3 by black is illegal: it outflanks nothing, though it would for white (legal: d3 c4 f5 e6)"},
		{standard, squares(t, wipeOut+"a1"), "engine: move 10: a1 by white is illegal: the game is over"},
		{standard, squares(t, passingGame+"a8"), "engine: move 60: a8 by white is illegal: the game is over"},
		{standard, append(squares(t, wipeOut), 200), "engine: move 10: -- by white is illegal: the game is over"},
		{standard, []engine.Square{engine.None}, "engine: move 1: -- by black is illegal: no square has number 64 (legal: d3 c4 f5 e6)"},
		{standard, []engine.Square{255}, "engine: move 1: -- by black is illegal: no square has number 255 (legal: d3 c4 f5 e6)"},
		{four, squares(t, "b1 f5"), "engine: move 2: f5 by white is illegal: the board has no such square (legal: a1 c1 a3)"},
		{start(t, shape(t, "8x8-f5")), squares(t, "f5"), "engine: move 1: f5 by black is illegal: the board has no such square (legal: d3 c4 e6)"},
		// After the pass it is white's turn again.
		{standard, squares(t, firstPass+"a8"), "engine: move 9: a8 by white is illegal: it outflanks nothing (legal: e3 f6)"},
	} {
		g := engine.Game{Start: c.start, Moves: c.moves}
		p, err := g.End()
		illegal, ok := err.(*engine.IllegalMoveError)
		if !ok || err.Error() != c.want {
			t.Errorf("%v: %v, want %s", g, err, c.want)
			continue
		}
		if illegal.Position != p || illegal.Index != len(c.moves)-1 || illegal.Move != c.moves[len(c.moves)-1] ||
			illegal.Legal != p.Board.Moves() {
			t.Errorf("%v: %#v, position %v", g, illegal, p)
		}
	}
}

// TestPliesCanBeLeft: breaking out of a replay is allowed, and a replay can be
// repeated.
func TestPliesCanBeLeft(t *testing.T) {
	g := game(t, engine.StandardStart(), passingGame)
	for range 2 {
		n := 0
		for range g.Plies() {
			if n++; n == 10 {
				break
			}
		}
		if n != 10 {
			t.Errorf("%d plies", n)
		}
	}
}

func TestColor(t *testing.T) {
	if engine.Black.Opponent() != engine.White || engine.White.Opponent() != engine.Black {
		t.Error("opponents")
	}
	if engine.Black.String() != "black" || engine.White.String() != "white" {
		t.Error("names")
	}
}

// TestParseColor: the names of the sides, and no others.
func TestParseColor(t *testing.T) {
	for _, c := range []engine.Color{engine.Black, engine.White} {
		if got, err := engine.ParseColor(c.String()); err != nil || got != c {
			t.Errorf("%v: %v, %v", c, got, err)
		}
	}
	for _, name := range []string{"", "b", "Black", "white "} {
		if _, err := engine.ParseColor(name); err == nil || !strings.Contains(err.Error(), "want black or white") {
			t.Errorf("%q: %v", name, err)
		}
	}
}
