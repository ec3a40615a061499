package study

import (
	"math"
	"os"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/kernel/lines"
	"github.com/outflank/outflank/eval"
)

// All boards of the speed test play the same game, and the agent that looks two plies ahead
// plays what minimax without windows plays: in the second half of a game, with OUTFLANK_LONG=1 in a whole one.
func TestSpeedKindsPlayAlike(t *testing.T) {
	match := arena.Match{Random: 30, Seed: 7}
	if os.Getenv("OUTFLANK_LONG") != "" {
		match.Random = 2
	}
	start, err := match.Opening(0)
	if err != nil {
		t.Fatal(err)
	}
	var first engine.Game
	for _, kind := range speedKinds() {
		game, err := engine.PlayOut(t.Context(), start, kind.agents())
		if err != nil {
			t.Fatal(err)
		}
		if kind.name == plainMatrix {
			first = game
		}
		if game.String() != first.String() {
			t.Errorf("%s: %v, want %v", kind.name, game, first)
		}
	}
	f, err := eval.New(fourTerms, eval.DefaultSquares())
	if err != nil {
		t.Fatal(err)
	}
	m := eval.NewModel(f)
	copy(m.Weights, []float64{8, 8, 6, 1})
	two := onLines(lines.PairRules(lines.All), 0)()[1]
	for ply := range first.Plies() {
		b := ply.Position.Board
		best, most := engine.None, math.Inf(-1)
		for s := range b.Moves().All() {
			if v := -naiveValue(b.Play(s), 1, m.Linear().Eval); v > most {
				best, most = s, v
			}
		}
		if got, err := two.Choose(t.Context(), b); err != nil || got != best {
			t.Errorf("%v: plays %v (%v), want %v", b, got, err, best)
		}
	}
}

// A search asks twice for the successors of a board that two orders of moves lead to; a cache that is kept from
// game to game knows more.
func TestRepeats(t *testing.T) {
	match := arena.Match{Random: 40, Seed: 7}
	repeats := map[bool]float64{}
	for _, kept := range []bool{false, true} {
		row, err := speed{random: 40, kept: kept}.repeats(t.Context(), &match, 4)
		if err != nil {
			t.Fatal(err)
		}
		repeats[kept] = *row.Ours
	}
	if repeats[false] < 0.02 || repeats[false] > 0.5 || repeats[true] < repeats[false] {
		t.Errorf("shares of requests that repeat one: %v", repeats)
	}
}

// naiveValue is minimax.
func naiveValue(b engine.Board, depth int, leaf func(engine.Board) float64) float64 {
	moves := b.Moves()
	switch {
	case depth == 0:
		return leaf(b)
	case b.Over():
		return float64(b.Mine.Len() - b.Theirs.Len())
	case moves == 0:
		return -naiveValue(b.Pass(), depth, leaf)
	}
	most := math.Inf(-1)
	for s := range moves.All() {
		most = max(most, -naiveValue(b.Play(s), depth-1, leaf))
	}
	return most
}
