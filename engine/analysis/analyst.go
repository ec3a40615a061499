package analysis

import (
	"context"
	"iter"
	"time"

	"github.com/outflank/outflank/engine"
)

// A Searcher searches a board on which the game is not over, and yields increasingly better results. It
// stops when ctx ends. Searches of boards with the same number of empty squares have the same steps.
type Searcher interface {
	Search(ctx context.Context, b engine.Board) iter.Seq[engine.Info]
	// SearchMove is Search as if m were the only legal move.
	SearchMove(ctx context.Context, b engine.Board, m engine.Square) iter.Seq[engine.Info]
}

// A Solver is a [Searcher] that plays boards out perfectly.
type Solver interface {
	Searcher
	// Reaching returns the first of some legal moves whose result with best play is at least score. It returns
	// [engine.None] if there is none or ctx ends first.
	Reaching(ctx context.Context, b engine.Board, moves []engine.Square, score int) engine.Square
	// Nodes returns the number of positions visited by all searches so far.
	Nodes() uint64
}

// An Analyst finds the values of moves on boards of one shape.
type Analyst struct {
	// New returns a new searcher for one of a number of moves. The searchers divide the memory and the node
	// limits.
	New func(moves int) Searcher

	// Solver returns a new solver for one of a number of positions. [Analyst.Analyze] uses it if at most Depth
	// or Exact squares are empty. Its searches must reach the end, so it has no limits. nil = all moves are
	// searched instead.
	Solver func(positions int) Solver

	// Shallow returns a searcher without limits, for boards on which the limits end a search before it has a
	// result. Without limits it may be nil.
	Shallow func() Searcher

	// Workers is the number of concurrent searches of moves or positions; 0 = 1. Values do not depend on it. If
	// it is greater than 1, searchers must not share an evaluator.
	Workers int
	Time    time.Duration // limit for each position; 0 = none

	// Error returns the standard error, in discs, of inexact values. nil = unknown; such values never decide a
	// result, see [Move.Swing].
	Error func(empties, depth int) float64

	// Descriptions of the searches for reports.
	Name  string
	Depth int // limit in plies, 0 = none
	Exact int // number of empty squares from which values are exact
}
