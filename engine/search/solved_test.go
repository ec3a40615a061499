package search

import (
	"testing"

	"github.com/outflank/outflank/engine"
)

// rawValue is the value of perfect play when squares left empty count for nobody:
// a solver without any idea.
func rawValue(b engine.Board, memo map[engine.Board]int) int {
	if v, ok := memo[b]; ok {
		return v
	}
	moves, v := b.Moves(), -infinite
	for sq := range moves.All() {
		v = max(v, -rawValue(b.Play(sq), memo))
	}
	switch {
	case moves != 0:
	case b.Over():
		v = b.Mine.Len() - b.Theirs.Len()
	default:
		v = -rawValue(b.Pass(), memo)
	}
	memo[b] = v
	return v
}

// TestFourByFour solves the 4×4 game. White, who moves second, wins 11–3, as is
// long known; with the two squares that stay empty it is 13–3.
func TestFourByFour(t *testing.T) {
	four, err := engine.SquareShape(4)
	if err != nil {
		t.Fatal(err)
	}
	start, err := four.Start()
	if err != nil {
		t.Fatal(err)
	}
	if raw := rawValue(start.Board, map[engine.Board]int{}); raw != 3-11 {
		t.Errorf("empties to nobody: %+d for black, want -8", raw)
	}
	info, err := Solve(t.Context(), start.Board, Options{})
	if err != nil || info.Score != 3-13 {
		t.Fatalf("empties to the winner: %+v %v, want -10", info, err)
	}
	end, err := engine.Game{Start: start, Moves: info.PV}.End()
	if err != nil || !end.Board.Over() || end.Score(engine.Black) != -10 {
		t.Errorf("line %v leads to %v %v", info.PV, end, err)
	}
	for _, a := range []Algorithm{AlphaBeta, Minimax} { // both see the end without the solver, too
		s := New(noise{}, Options{Algorithm: a, Depth: 12})
		if a == Minimax && testing.Short() {
			continue
		}
		if info := final(t, s, start.Board); info.Score != -10 || !info.Exact {
			t.Errorf("%v to the end: %+v", a, info)
		}
	}
}

// feinstein is perfect play on 6×6 squares, in the middle of the ordinary board:
// white wins 20–16. Found by Joel Feinstein in 1993,
// https://www.maths.nottingham.ac.uk/plp/pmzjff/Othello/6x6sol.html
const feinstein = "d3c5d6e3f5f4e2d2c2e6e7g5c4c3g4g3f3c7b5d7b7b3c6b6f7f6b4b2g6g7f2g2"

// TestSixBySix: along perfect play the value never changes.
func TestSixBySix(t *testing.T) {
	var field engine.Set
	for sq := range engine.AllSquares.All() {
		if f, r := sq.File(), sq.Rank(); f > 0 && f < 7 && r > 0 && r < 7 {
			field |= sq.Set()
		}
	}
	start, err := engine.Shape{Field: field}.Start()
	if err != nil {
		t.Fatal(err)
	}
	g, err := engine.ParseGame(start, feinstein)
	if err != nil {
		t.Fatal(err)
	}
	most := 18
	if testing.Short() {
		most = 14
	}
	for n := 32; n >= 32-most; n -= 2 {
		p, err := engine.Game{Start: start, Moves: g.Moves[:n]}.End()
		if err != nil {
			t.Fatal(err)
		}
		info, err := Solve(t.Context(), p.Board, Options{})
		if p.Color == engine.White {
			info.Score = -info.Score
		}
		if err != nil || info.Score != 16-20 {
			t.Errorf("after %d moves: %+v %v, want -4 for black", n, info, err)
		}
	}
}
