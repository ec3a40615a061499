package qlearn

import (
	"context"
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/search"
	"github.com/outflank/outflank/eval"
)

// An Agent plays the move with the highest Q. The value of a move that ends the game is the known result.
type Agent struct {
	q   *eval.Linear
	rng *rand.Rand
}

// NewAgent returns an agent that plays by the model's current weights, like the spec q:model=FILE. rng breaks
// ties between moves; if it is nil, the lowest square wins.
func NewAgent(m *eval.Model, rng *rand.Rand) *Agent { return &Agent{m.Linear(), rng} }

// Choose returns the move with the highest Q.
func (a *Agent) Choose(_ context.Context, b engine.Board) (engine.Square, error) {
	return search.Best(b.Moves(), func(s engine.Square) float64 { return a.Value(b, s) }, a.rng)
}

// decided multiplies the result of a game in Value, so that results exceed any Q.
const decided = 2 * valueLimit

// Value returns Q(b, s) for the side to move. If s ends the game, it returns the result in discs, scaled so
// that wins are above every Q and losses below.
func (a *Agent) Value(b engine.Board, s engine.Square) float64 {
	if next := b.Play(s); next.Over() {
		return result(next)
	}
	return a.q.Q(b, s)
}

// result returns the value of a move that ends the game.
func result(end engine.Board) float64 { return -float64(end.Score()) * decided }
