package qlearn

import (
	"errors"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// TestOneSidedByHand learns from c1 c7 c3 c5, by Q-learning with α = 1/2, where φ are eighths of the
// moves that the player who moved would have next: 2 after c1, 1 after c3, 0 after c5. Black wins.
//
//	c5  Q = 0, target 1:                      w stays 1, as φ is 0
//	c3  Q = 1/8, target Q(c5) = 0:            w = 1 − 1/2·1/8·1/8 = 127/128
//	c1  Q = w/4, target Q(c3) = Q(c5) = w/8:  w − 1/2·w/8·1/4 = w·63/64 = 8001/8192
//	c7  white has no other move, so φ is 0 again
//
// White has one move after c1 and none after c3 and c5: from those counts w would end elsewhere.
func TestOneSidedByHand(t *testing.T) {
	from := rows("XO-", "XO-", "XO-", "OX-")
	m := model(t, "own-mobility")
	m.Features, _ = eval.ByMover(m.Features)
	m.Weights[0] = 1
	if q := m.Linear().Q(from.Board, c1); q != 1.0/4 {
		t.Errorf("Q(c1) = %v before, want 1/4", q)
	}
	cfg := Config{Rule: Q, Gamma: 1, Alpha: 0.5, AlphaEnd: 0.5, Temperature: 1, Games: 1, Actors: 1, Batch: 1}
	tr := trainer(t, m, cfg, games{recorded(t, from, "c1c7c3c5")})
	train(t, tr)
	learned := tr.Learned().Model
	if w := learned.Weights[0]; w != 8001.0/8192 {
		t.Errorf("w = %v, want 8001/8192", w)
	}
	if q, want := NewAgent(learned, nil).Value(from.Board, c1), 8001.0/8192/4; q != want {
		t.Errorf("Q(c1) = %v afterwards, want %v", q, want)
	}
}

// TestOneSidedPlays: the approximator, the agent and a search of one ply agree on the move.
func TestOneSidedPlays(t *testing.T) {
	m := randomModel(t, "position+own-mobility@3+own-stability+parity")
	m.Features, _ = eval.ByMover(m.Features)
	q, l, leaf := approximator(t, m, Optimizer{}), m.Linear(), DiscEvaluator(m)
	for _, g := range randomGames(t, engine.StandardStart(), 3) {
		for ply := range g.Plies() {
			b := ply.Position.Board
			for s := range ply.Legal.All() {
				want := l.Q(b, s)
				if got := qOf(q, b, s); !near(got, want) || -leaf.Eval(b.Play(s)) != want {
					t.Fatalf("Q(%v) is %v, of the leaf %v, of the approximator %v", s, want, -leaf.Eval(b.Play(s)), got)
				}
			}
		}
	}
}

// TestOpponentsCounts: weights and checkpoints of the other side's counts are refused.
func TestOpponentsCounts(t *testing.T) {
	m := model(t, "own-mobility+parity")
	tr := trainer(t, m, self, Self{})
	data, err := tr.Checkpoint()
	if err != nil {
		t.Fatal(err)
	}
	tr.q.(*linear).model = model(t, "mobility+parity") // as large, and without the mark
	if err := tr.Restore(data); !errors.Is(err, errCheckpoint) || !errors.Is(err, errOpponentsCounts) {
		t.Errorf("a checkpoint: %v", err)
	}
	m.Weights[0] = 1
	if _, err := NewApproximator(m, Optimizer{}); !errors.Is(err, errOpponentsCounts) {
		t.Errorf("a model: %v", err)
	}
}
