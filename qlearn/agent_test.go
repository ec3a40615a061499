package qlearn

import (
	"errors"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// TestAgentPlaysTheBest compares with every move's Q, on boards where nothing ends.
func TestAgentPlaysTheBest(t *testing.T) {
	m := randomModel(t, "report@6+edge")
	m.Actions = []float64{0.5, -0.5, 0.25, 0, 0, 0, 0.1, 0, 0, 0}
	a, l := NewAgent(m, nil), m.Linear()
	for _, g := range randomGames(t, engine.StandardStart(), 5) {
		for ply := range g.Plies() {
			b := ply.Position.Board
			if b.Empty().Len() < 15 {
				break
			}
			got, err := a.Choose(t.Context(), b)
			if err != nil || !ply.Legal.Has(got) {
				t.Fatalf("%v %v", got, err)
			}
			for s := range ply.Legal.All() {
				if q := l.Q(b, s); q > l.Q(b, got) || q != a.Value(b, s) {
					t.Errorf("Q(%v) = %v, value %v, chosen %v with %v", s, q, a.Value(b, s), got, l.Q(b, got))
				}
			}
		}
	}
}

// TestAgentTakesTheLowestOfEquals has a model that knows nothing.
func TestAgentTakesTheLowestOfEquals(t *testing.T) {
	got, err := NewAgent(model(t, "squares"), nil).Choose(t.Context(), engine.Standard())
	if err != nil || got != engine.Standard().Moves().First() {
		t.Errorf("%v %v", got, err)
	}
}

// TestAgentKnowsResults: moves that end the game have a higher value than all Q when
// they win, less when they lose, whatever the model says.
func TestAgentKnowsResults(t *testing.T) {
	for _, c := range []struct {
		theirs string
		want   float64
	}{
		{"OO-", 2 * decided}, // 3-2 and one empty square for the winner: 2
		{"OOO", 0},
		{"OOOO", -1 * decided},
	} {
		b := rows("XO-", c.theirs).Board
		for _, sign := range []float64{-1, 1} {
			m := eval.NewModel(model(t, "constant").Features)
			m.Weights[0] = sign * valueLimit
			if got := NewAgent(m, nil).Value(b, c1); got != c.want {
				t.Errorf("against %s: %v, want %v", c.theirs, got, c.want)
			}
		}
	}
}

func TestAgentWithoutMove(t *testing.T) {
	b := rows("XXO").Board.Pass()
	if s, err := NewAgent(model(t, "discs"), nil).Choose(t.Context(), b); s != engine.None ||
		!errors.Is(err, engine.ErrNoMove) {
		t.Errorf("%v %v", s, err)
	}
}

// TestTrainingPlaysAsTheAgent: the model's moves in training are the agent's, but for
// those that end the game, of which the approximator does not know the results.
func TestTrainingPlaysAsTheAgent(t *testing.T) {
	m := randomModel(t, "report@6")
	cfg := self
	cfg.Games, cfg.Alpha, cfg.Optimizer = 20, 1e-30, Optimizer{}
	agent := NewAgent(m, nil)
	gamesOf(t, m, cfg, Self{Random: 8}, func(_ int, a *actor) {
		for _, u := range a.turns {
			if u.board.Empty().Len() < 10 {
				break
			}
			if want, _ := agent.Choose(t.Context(), u.board); u.board.Moves().Nth(u.played) != want {
				t.Errorf("%v: the model plays %v, the agent %v", u.board, u.board.Moves().Nth(u.played), want)
			}
		}
	})
}
