package engine

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
)

// ErrNoMove is the error of an agent on a board without a legal move.
var ErrNoMove = errors.New("engine: no legal move")

// An Agent chooses moves. Choose is called on boards with at least one legal move and returns a legal move.
// When ctx ends, it promptly returns the best move so far or an error. Concurrent games need separate agents.
type Agent interface {
	Choose(ctx context.Context, b Board) (Square, error)
}

// Random plays each legal move with equal probability.
type Random struct{ Rand *rand.Rand }

// Choose returns a legal move drawn from r.Rand.
func (r Random) Choose(_ context.Context, b Board) (Square, error) {
	moves := b.Moves()
	if moves == 0 {
		return None, ErrNoMove
	}
	return moves.Nth(r.Rand.IntN(moves.Len())), nil
}

// Greedy plays the move that flips the most discs. It breaks ties by the lowest square.
type Greedy struct{}

// Choose returns the move with the most flips.
func (Greedy) Choose(_ context.Context, b Board) (Square, error) {
	best, most := None, 0
	for s := range b.Moves().All() {
		if n := b.Flips(s).Len(); n > most {
			best, most = s, n
		}
	}
	if best == None {
		return None, ErrNoMove
	}
	return best, nil
}

// Perturbed is an agent that plays a uniformly random legal move with probability P, and otherwise the inner
// agent's move. Without such randomness, all games between two deterministic agents are the same (CS181
// report, "Winning Rate").
type Perturbed struct {
	Agent Agent
	P     float64 // 0 to 1
	Rand  *rand.Rand
}

// Choose returns a random move with probability P, and otherwise the inner agent's move. Every call draws
// exactly one number from p.Rand, so the choice of random plies does not depend on the agents or the board.
func (p Perturbed) Choose(ctx context.Context, b Board) (Square, error) {
	x := p.Rand.Float64()
	if x >= p.P {
		return p.Agent.Choose(ctx, b)
	}
	moves := b.Moves()
	if moves == 0 {
		return None, ErrNoMove
	}
	return moves.Nth(int(x / p.P * float64(moves.Len()))), nil // x/P is uniform below 1
}

// A ForfeitError reports that an agent forfeited because it returned an error or an illegal move. Err is the
// agent's error or an [*IllegalMoveError].
type ForfeitError struct {
	Color Color // the side that forfeits
	Err   error
}

func (e *ForfeitError) Error() string { return fmt.Sprintf("%v forfeits: %v", e.Color, e.Err) }
func (e *ForfeitError) Unwrap() error { return e.Err }

// PlayOut continues game g to its end with the agents of black and white, in this order, and returns the
// whole game. It copies and replays the moves of g first; if one is illegal, it returns g and an
// [*IllegalMoveError]. If an agent fails, it returns the game so far and a [*ForfeitError]. When ctx ends, it
// returns the game so far and the context's error. It passes the game to agents that implement [Follower].
func PlayOut(ctx context.Context, g Game, agents [2]Agent) (Game, error) {
	p, err := g.End()
	if err != nil {
		return g, err
	}
	moves := make([]Square, len(g.Moves), 64)
	copy(moves, g.Moves)
	g.Moves = moves
	for _, a := range agents {
		Follow(a, &g)
	}
	for {
		legal := p.Board.Moves()
		if legal == 0 {
			return g, nil
		}
		s, err := agents[p.Color].Choose(ctx, p.Board)
		if ctx.Err() != nil {
			return g, ctx.Err()
		}
		if err == nil && !legal.Has(s) {
			err = &IllegalMoveError{Index: len(g.Moves), Move: s, Position: p, Legal: legal}
		}
		if err != nil {
			return g, &ForfeitError{p.Color, err}
		}
		g.Moves = append(g.Moves, s)
		p, _ = p.Play(s)
	}
}
