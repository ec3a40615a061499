package engine_test

import (
	"testing"

	"github.com/outflank/outflank/engine"
)

// solve returns the value of perfect play for the side to move, counting the end
// of a game by score: minimax without any idea.
func solve(b engine.Board, score func(engine.Board) int, memo map[engine.Board]int) int {
	if v, ok := memo[b]; ok {
		return v
	}
	moves, v := b.Moves(), -100
	for s := range moves.All() {
		v = max(v, -solve(b.Play(s), score, memo))
	}
	switch {
	case moves != 0:
	case b.Over():
		v = score(b)
	default:
		v = -solve(b.Pass(), score, memo)
	}
	memo[b] = v
	return v
}

// TestFourByFour solves the 4×4 game. It is long known that white, who moves
// second, wins 11–3. Two squares stay empty; given to the winner they make it 13–3,
// and no other way of playing does better for either side.
func TestFourByFour(t *testing.T) {
	b := start(t, shape(t, "4x4")).Board
	discs := func(b engine.Board) int { return b.Mine.Len() - b.Theirs.Len() }
	if got := solve(b, discs, map[engine.Board]int{}); got != 3-11 {
		t.Errorf("empties to nobody: %+d for black, want -8", got)
	}
	if got := solve(b, engine.Board.Score, map[engine.Board]int{}); got != 3-13 {
		t.Errorf("empties to the winner: %+d for black, want -10", got)
	}
}

// TestSolveIsSymmetric solves the same game from all images of its position after
// two moves.
func TestSolveIsSymmetric(t *testing.T) {
	b := start(t, shape(t, "4x4-d1")).Board
	b = b.Play(b.Moves().First())
	b = b.Play(b.Moves().First())
	want := solve(b, engine.Board.Score, map[engine.Board]int{})
	for y := range engine.Symmetry(engine.Symmetries) {
		if got := solve(b.Transform(y), engine.Board.Score, map[engine.Board]int{}); got != want {
			t.Errorf("symmetry %d: %+d, want %+d", y, got, want)
		}
	}
}
