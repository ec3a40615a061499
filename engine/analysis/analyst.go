package analysis

import (
	"context"
	"iter"
	"time"

	"github.com/outflank/outflank/engine"
)

// A Searcher searches a board on which the game is not over, and yields what it has found
// so far, each time more. It stops when ctx ends. Two searches of boards with the same
// number of empty squares have the same steps.
type Searcher interface {
	Search(ctx context.Context, b engine.Board) iter.Seq[engine.Info]
	// SearchMove is Search as if m were the only legal move.
	SearchMove(ctx context.Context, b engine.Board, m engine.Square) iter.Seq[engine.Info]
}

// A Solver is a [Searcher] that plays boards out perfectly.
type Solver interface {
	Searcher
	// Reaching returns the first of some legal moves whose result with best play is at least
	// score, [engine.None] if there is none or ctx ends before it is found.
	Reaching(ctx context.Context, b engine.Board, moves []engine.Square, score int) engine.Square
	// Nodes returns how many positions all searches so far have visited.
	Nodes() uint64
}

// An Analyst finds the values of moves, on one shape of board.
type Analyst struct {
	// New returns a searcher that has searched nothing yet, for one of a number of moves:
	// memory and node limits are divided among them.
	New func(moves int) Searcher

	// Solver returns a solver that has searched nothing yet, for one of a number of positions.
	// It serves [Analyst.Analyze] where at most Depth or Exact squares are empty: there its
	// searches must reach the end, so that it has no limits. nil = all moves are searched there too.
	Solver func(positions int) Solver

	// Shallow returns a searcher without limits, for boards on which limits end a search
	// before it has found anything. nil is enough where there are none.
	Shallow func() Searcher

	// moves or positions that are searched at the same time, which changes no value; 0 = 1. With more than one,
	// searchers must not share an evaluator
	Workers int
	Time    time.Duration // limit for each position; 0 = none

	// Error returns the standard error, in discs, of values that are not exact. nil = it is
	// not known, and then such a value never says who wins, see [Move.Swing].
	Error func(empties, depth int) float64

	// What reports say of the searches.
	Name  string
	Depth int // limit in plies, 0 = none
	Exact int // empty squares from which on values are exact
}
