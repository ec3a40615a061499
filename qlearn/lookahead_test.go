package qlearn

import (
	"fmt"
	"math"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// minimax is the naive value of a board for the side to move: that of the best move,
// depth plies deep, with the result where the game ends before.
func minimax(q Approximator, cfg *Config, b engine.Board, depth int) float64 {
	if b.Over() {
		return cfg.Reward.Of(b.Score())
	}
	if b.Moves() == 0 {
		return -minimax(q, cfg, b.Pass(), depth)
	}
	best := math.Inf(-1)
	for s := range b.Moves().All() {
		v := 0.0
		if depth == 1 {
			v = cfg.Squash.Of(qOf(q, b, s))
		} else {
			v = -minimax(q, cfg, b.Play(s), depth-1)
		}
		best = max(best, v)
	}
	return best
}

// TestSearchIsMinimax compares value and move of the search with naive minimax, on
// games of random moves, with passes and ends.
func TestSearchIsMinimax(t *testing.T) {
	for _, c := range []struct {
		id, shape string
		games     int
		from      int // plies of each game before the first that is compared
	}{
		{"all2@2", "8x8", 3, 40},
		{"all2@2", "8x8", 1, 0},
		{"report+edge", "8x8", 2, 48},
		{"squares", "4x4", 20, 0},
	} {
		for depth := 2; depth <= 3; depth++ {
			cfg := Config{Search: depth, Squash: Squash(depth & 1), Reward: TanhDiscs}
			q := approximator(t, randomModel(t, c.id), Optimizer{})
			naive, l := q.Share(), learner{q: q, cfg: &cfg}
			for _, g := range randomGames(t, start(t, c.shape), c.games) {
				q.Begin()
				for ply := range g.Plies() {
					if ply.Index < c.from || c.shape == "8x8" && ply.Index%4 != 0 {
						continue
					}
					b := ply.Position.Board
					u := turn{board: b, id: q.Turn(b, ply.Legal)}
					best, value := l.search(&u)
					if want := minimax(naive, &cfg, b, depth); !near(value, want) {
						t.Fatalf("%s, depth %d, %v: %v, want %v", c.id, depth, b, value, want)
					}
					if want := -minimax(naive, &cfg, b.Play(ply.Legal.Nth(best)), depth-1); !near(value, want) {
						t.Fatalf("%s, depth %d, %v: move %d is worth %v, want %v", c.id, depth, b, best, want, value)
					}
				}
			}
		}
	}
}

// TestSearchTargets plays c1, white's c5, c3 and white's c7, which is a draw, r = 0. Q of
// c3 is 1/4 and that of c7 1/2, for white. α = 1/2: c3 is black's last move, so that it
// has Q = 1/8 when c1 is learned. V of its turn is 1/8 without search and with one of one
// ply; two plies ahead white has 1/2, so −1/2; three plies ahead is the end, 0.
func TestSearchTargets(t *testing.T) {
	for search, want := range []float64{1.0 / 16, 1.0 / 16, -1.0 / 4, 0} {
		l := newLab(t, rows("XO-", "XO-", "OX-", "OX-"), Config{Rule: Q, Search: search})
		l.set("c1c5c3", 0.25)
		l.set("c1c5c3c7", 0.5)
		l.play("c1c5c3c7")
		l.check(fmt.Sprint("search ", search), map[string]float64{"c1": want, "c1c5c3": 1.0 / 8})
	}
}

// TestSearchSharesWeights: it sees what has just been learned.
func TestSearchSharesWeights(t *testing.T) {
	from := rows("XO-", "OX-", "OX-", "XO-")
	cfg := Config{Search: 2}
	l := learner{q: newLinear(eval.NewModel(tableFor(from)), Optimizer{}), cfg: &cfg}
	u := turn{board: from.Board}
	if _, v := l.search(&u); v != 0 {
		t.Fatal(v)
	}
	weights := l.q.Params()[0]
	for i := range weights {
		weights[i] = 0.5
	}
	if _, v := l.search(&u); v != 0.5 { // Q of white's answers is −1/2
		t.Errorf("%v, want 1/2", v)
	}
}
