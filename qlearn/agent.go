package qlearn

import (
	"context"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// An Agent plays the move with the highest Q, the lowest square of equals. A move
// that ends the game has its known result as its value.
type Agent struct {
	q *eval.Linear
}

// NewAgent returns an agent that plays by the model's weights as they are at each move.
func NewAgent(m *eval.Model) *Agent { return &Agent{m.Linear()} }

// Choose returns the move with the highest Q.
func (a *Agent) Choose(_ context.Context, b engine.Board) (engine.Square, error) {
	best, most := engine.None, 0.0
	for s := range b.Moves().All() {
		if v := a.Value(b, s); best == engine.None || v > most {
			best, most = s, v
		}
	}
	if best == engine.None {
		return engine.None, engine.ErrNoMove
	}
	return best, nil
}

// decided is what the result of a game counts in Value: more than any Q.
const decided = 2 * valueLimit

// Value returns Q(b, s) for the side to move or, when s ends the game, the result
// in discs scaled so that every win is above every Q and every loss below.
func (a *Agent) Value(b engine.Board, s engine.Square) float64 {
	if next := b.Play(s); next.Over() {
		return result(next)
	}
	return a.q.Q(b, s)
}

// result is the value of a move that led to the end of the game.
func result(end engine.Board) float64 { return -float64(end.Score()) * decided }
