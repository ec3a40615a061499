package analysis

import (
	"context"
	"iter"
	"time"

	"github.com/outflank/outflank/engine"
)

// A Searcher searches a board on which the game is not over, and yields results of increasing quality. It
// stops when ctx ends. Searches of boards with equally many empty squares yield results for the same depths.
type Searcher interface {
	Search(ctx context.Context, b engine.Board) iter.Seq[engine.Info]
	// SearchMove is Search as if m were the only legal move.
	SearchMove(ctx context.Context, b engine.Board, m engine.Square) iter.Seq[engine.Info]
}

// A Solver is a [Searcher] that finds the result of perfect play.
type Solver interface {
	Searcher
	// Reaching returns the first of the given legal moves whose result with best play is at least score. It
	// returns [engine.None] if there is no such move or ctx ends first.
	Reaching(ctx context.Context, b engine.Board, moves []engine.Square, score int) engine.Square
	// Nodes returns the number of positions visited by all searches so far.
	Nodes() uint64
}

// An Analyst finds the values of moves on boards of one shape.
type Analyst struct {
	// New returns a new searcher for one of the given number of moves. Each searcher gets an equal share of
	// the memory and the node limit. The time limit does not include New.
	New func(moves int) Searcher

	// Solver returns a new solver for one of the given number of positions. [Analyst.Analyze] uses it if the
	// number of empty squares is at most Depth or Exact. Its searches must reach the end, so it has no limits.
	// nil = always search each move instead.
	Solver func(positions int) Solver

	// Shallow returns a searcher without limits, for boards on which limits end a search before its first
	// result. It may be nil if New sets no limits.
	Shallow func() Searcher

	// Workers is the number of concurrent searches of moves or positions; 0 = 1. Values do not depend on it. If
	// it is greater than 1, searchers must not share an evaluator.
	Workers int
	Time    time.Duration // time limit for each position; 0 = none

	// Error returns the standard error, in discs, of inexact values. nil = unknown. Values with an unknown error
	// never show a change of result, see [Move.Swing].
	Error func(empties, depth int) float64

	// Descriptions of the searches, for reports.
	Name  string
	Depth int // limit in plies, 0 = none
	Exact int // number of empty squares from which values are exact
}
