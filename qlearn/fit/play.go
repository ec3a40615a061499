package fit

import (
	"context"
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/eval/pattern"
)

// Play says which games a fit plays.
type Play struct {
	Games  int    `json:"games"`
	Rounds int    `json:"rounds"` // parts that the games are played in
	Depth  int    `json:"depth"`  // plies that the engine looks ahead
	Exact  int    `json:"exact"`  // empty squares from which it solves
	Seed   uint64 `json:"seed"`
}

// Games begin with a random opening of so many plies, as those that the strongest
// programs learn from: positions that players avoid come up in every search.
const (
	fitOpeningLeast = 12
	fitOpeningMost  = 58
)

// NonEmptyRounds returns the number of rounds in which there is something to play.
func (p *Play) NonEmptyRounds() int { return min(p.Rounds, p.Games) }

// Part returns the first game of a round and the first one after it.
func (p *Play) Part(round int) (from, to int) {
	return round * p.Games / p.Rounds, (round + 1) * p.Games / p.Rounds
}

// Game plays one game and returns its positions. Those before the first that is
// solved are worth what that one is; from there on each is solved, and every second
// move is a random one, so that there are bad ones too.
func (p *Play) Game(ctx context.Context, e *deep.Engine, number int) (list []Sample, err error) {
	rng := rand.New(rand.NewPCG(p.Seed, engine.StreamFit+uint64(number)))
	e.Forget()
	var open []engine.Position // what is not solved yet
	at := randomOpening(rng)
	for !at.Board.Over() {
		info, err := lastInfo(ctx, e, at.Board)
		if err != nil {
			return nil, err
		}
		s := info.Move()
		if open = append(open, at); info.Exact {
			list = settle(list, open, at.Color, int(info.Score()))
			open = open[:0]
			if moves := at.Board.Moves(); rng.IntN(2) == 0 {
				s = moves.Nth(rng.IntN(moves.Len()))
			}
		}
		at, _ = at.Play(s)
	}
	return settle(list, open, at.Color, at.Score(at.Color)), nil
}

// settle appends positions that are worth value to the side of a colour.
func settle(list []Sample, open []engine.Position, color engine.Color, value int) []Sample {
	for _, p := range open {
		v := value
		if p.Color != color {
			v = -v
		}
		list = append(list, sampleOf(p.Board, v))
	}
	return list
}

// randomOpening plays random moves from the ordinary start.
func randomOpening(rng *rand.Rand) engine.Position {
	p := engine.StandardStart()
	for range fitOpeningLeast + rng.IntN(fitOpeningMost-fitOpeningLeast+1) {
		moves := p.Board.Moves()
		if moves == 0 {
			break
		}
		p, _ = p.Play(moves.Nth(rng.IntN(moves.Len()))) // one of its moves
	}
	return p
}

// lastInfo returns what a search found in the end.
func lastInfo(ctx context.Context, e *deep.Engine, b engine.Board) (last deep.Info, err error) {
	for last = range e.Search(ctx, b) {
	}
	return last, context.Cause(ctx)
}

// NewSolver returns an engine that looks some plies ahead and solves from so many
// empty squares on. Each part of the work has its own, so that what it finds does not
// depend on what others did.
func NewSolver(depth, exact int, tables *pattern.Tables) *deep.Engine {
	return deep.New(deep.Options{
		Depth: depth, Exact: exact, Level: deep.Exact, Last: deep.Exact, TableBytes: 1 << 20,
		Evaluator: func() deep.Evaluator { return tables.Evaluator() },
	})
}
