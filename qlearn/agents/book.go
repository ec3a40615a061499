package agents

import (
	"context"
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/openings"
)

// A book counts how often boards were reached in games, symmetric ones as one, as
// the side to move sees them after a move and before a pass.
type book map[engine.Board]int

// readBook reads games in any text format, such as a transcript a line.
func readBook(path string) (book, error) {
	b := book{}
	return b, openings.Each(path, "game", b.add)
}

// add counts the boards of a game.
func (b book) add(g engine.Game) error {
	for ply, err := range g.Plies() {
		if err != nil {
			return err
		}
		b[ply.Position.Board.Play(ply.Move).Least()]++
	}
	return nil
}

// A booked agent plays as its book while it can: each move as often as the games of
// the book reach the board behind it.
type booked struct {
	engine.Agent
	book book
	rng  *rand.Rand
}

// Choose returns a move of the book, or asks the inner agent.
func (a *booked) Choose(ctx context.Context, b engine.Board) (engine.Square, error) {
	best, sum := engine.None, 0
	for s := range b.Moves().All() {
		if n := a.book[b.Play(s).Least()]; n > 0 {
			if sum += n; a.rng.IntN(sum) < n {
				best = s
			}
		}
	}
	if best != engine.None {
		return best, nil
	}
	return a.Agent.Choose(ctx, b)
}

// Unwrap returns the inner agent, see [engine.As].
func (a *booked) Unwrap() engine.Agent { return a.Agent }

// Close ends an agent that holds something.
func (a *booked) Close() error { return Close(a.Agent) }
