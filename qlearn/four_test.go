package qlearn

import (
	"math"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// solve returns the score of perfect play for the side to move: brute force.
func solve(b engine.Board, memo map[engine.Board]int) int {
	if v, ok := memo[b]; ok {
		return v
	}
	v, moves := math.MinInt, b.Moves()
	for s := range moves.All() {
		v = max(v, -solve(b.Play(s), memo))
	}
	switch {
	case moves != 0:
	case b.Over():
		v = b.Score()
	default:
		v = -solve(b.Pass(), memo)
	}
	memo[b] = v
	return v
}

// report is what a model knows of the 4×4 game when it plays white against every
// line of black.
type report struct {
	lines, won int     // ends of games, and those that white won
	boards     int     // boards on which a side had to move
	off        float64 // mean distance of the best move's Q from the solver's value
}

func examine(t *testing.T, m *eval.Model, from engine.Position) (r report) {
	a, memo := NewAgent(m, nil), map[engine.Board]int{}
	var walk func(p engine.Position)
	walk = func(p engine.Position) {
		moves := p.Board.Moves()
		if moves == 0 {
			r.lines++
			if p.Score(engine.White) > 0 {
				r.won++
			}
			return
		}
		s, err := a.Choose(t.Context(), p.Board)
		if err != nil {
			t.Fatal(err)
		}
		v := max(-1, min(1, a.Value(p.Board, s)))
		r.boards++
		r.off += math.Abs(v - Win.Of(solve(p.Board, memo)))
		if p.Color == engine.White {
			moves = s.Set()
		}
		for s := range moves.All() {
			next, _ := p.Play(s)
			walk(next)
		}
	}
	walk(from)
	r.off /= float64(r.boards)
	return r
}

// TestFourByFour learns the 4×4 game by self-play, one weight a board. White wins
// it, so white must have learned to win against whatever black tries, black that
// there is no hope, and Q must come near the solver's values.
func TestFourByFour(t *testing.T) {
	from := start(t, "4x4")
	f := tableFor(from)
	before := examine(t, eval.NewModel(f), from)
	if before.won == before.lines || before.off < 0.5 {
		t.Errorf("who has learned nothing does as well: %+v", before)
	}
	for _, rule := range []Rule{Q, Sarsa, TD} {
		cfg := Config{Rule: rule, Gamma: 1, Alpha: 0.5, AlphaEnd: 0.02, Schedule: LinearSteps, Temperature: 1,
			Epsilon: 0.5, EpsilonEnd: 0.01, Games: 10000, Actors: 1, Batch: 1000, Seed: 1}
		tr := trainer(t, eval.NewModel(f), cfg, games1{Start: from, Epsilon: -1})
		train(t, tr)
		m := tr.Learned().Model
		after := examine(t, m, from)
		t.Logf("%v: before %+v, after %+v", rule, before, after)
		if after.won != after.lines || after.lines < 30 {
			t.Errorf("%v: white won %d of %d lines", rule, after.won, after.lines)
		}
		if after.off > 0.02 {
			t.Errorf("%v: Q is off by %.2f on average", rule, after.off)
		}
		for s := range from.Board.Moves().All() {
			if q := m.Linear().Q(from.Board, s); q > -0.95 || q < -1.001 {
				t.Errorf("%v: Q(start, %v) = %.3f, want near -1", rule, s, q)
			}
		}
	}
}
