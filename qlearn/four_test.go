package qlearn

import (
	"math"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// solve returns the reward of perfect play for the side to move: brute force.
func solve(b engine.Board, memo map[engine.Board]float64) float64 {
	if v, ok := memo[b]; ok {
		return v
	}
	v, moves := math.Inf(-1), b.Moves()
	for s := range moves.All() {
		v = max(v, -solve(b.Play(s), memo))
	}
	switch {
	case moves != 0:
	case b.Over():
		v = reward(b.Score())
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
	a, memo := NewAgent(m), map[engine.Board]float64{}
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
		r.off += math.Abs(v - solve(p.Board, memo))
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
// it, so white must have learnt to win against whatever black tries, black that
// there is no hope, and Q must come near the solver's values.
func TestFourByFour(t *testing.T) {
	from := start(t, "4x4")
	f := table{}
	f.addAll(from.Board)
	m := eval.NewModel(f)
	before := examine(t, m, from)
	if before.won == before.lines || before.off < 0.5 {
		t.Errorf("who has learnt nothing does as well: %+v", before)
	}
	cfg := Config{Alpha: 0.5, AlphaEnd: 0.02, Gamma: 1, Temperature: 1}
	train(t, m, cfg, Play{Model: m, Games: 10000, Epsilon: 0.5, EpsilonEnd: 0.01, Start: from, Workers: 2, Seed: 1})
	after := examine(t, m, from)
	t.Logf("before %+v, after %+v", before, after)
	if after.won != after.lines || after.lines < 30 {
		t.Errorf("white won %d of %d lines", after.won, after.lines)
	}
	if after.off > 0.15 {
		t.Errorf("Q is off by %.2f on average", after.off)
	}
	for s := range from.Board.Moves().All() {
		if q := m.Linear().Q(from.Board, s); q > -0.9 || q < -1 {
			t.Errorf("Q(start, %v) = %.3f, want near -1", s, q)
		}
	}
}

// TestFourByFourLinear does the same with patterns, which many boards share. Not
// every value can be right then, but they come nearer.
func TestFourByFourLinear(t *testing.T) {
	from := start(t, "4x4")
	m := model(t, "corner+block+diag4+diag5")
	before := examine(t, m, from)
	cfg := Config{Alpha: 0.02, AlphaEnd: 0.001, Gamma: 1, Temperature: 1}
	train(t, m, cfg, Play{Model: m, Games: 10000, Epsilon: 0.5, EpsilonEnd: 0.01, Start: from, Workers: 2, Seed: 1})
	after := examine(t, m, from)
	t.Logf("before %+v, after %+v", before, after)
	if after.off > 0.45 {
		t.Errorf("little learnt: before %+v, after %+v", before, after)
	}
}
