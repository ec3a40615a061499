package search

import (
	"fmt"

	"github.com/outflank/outflank/engine"
)

// An Evaluator evaluates boards on which the side to move has a move. It returns the expected final disc
// difference for that side. The value must be finite. A [Searcher] calls its evaluator from one goroutine.
type Evaluator interface {
	Eval(b engine.Board) float64
}

// An Algorithm is a way to find the value of a board at a depth. All algorithms find the same value and
// choose the same move, the lowest square among the best ones.
type Algorithm uint8

const (
	// AlphaBeta skips moves that cannot change the value (Knuth and Moore, "An analysis of alpha-beta pruning",
	// 1975). It deepens by one ply at a time.
	AlphaBeta Algorithm = iota
	// Minimax visits the whole tree once, at the full depth. It is the baseline for the others.
	Minimax
	// NegaScout is alpha-beta that expects the first move to be the best. It tests with a null window that the
	// others are no better, and searches better ones again (Reinefeld, "An improvement to the scout tree search
	// algorithm", ICCA Journal 6(4), 1983); also known as principal variation search.
	NegaScout
	// MTDF finds the value by null-window searches alone, each guided by the result of the previous one (Plaat,
	// Schaeffer, Pijls and de Bruin, "A new paradigm for minimax search", 1995). It is slow without the table.
	MTDF
	// PlainAlphaBeta is textbook alpha-beta: minimax that abandons a board as soon as a move refutes it. It
	// tries the moves in the order of the squares, a1 to h8, directly at the full depth, and uses no table.
	PlainAlphaBeta
)

var algorithmNames = [...]string{AlphaBeta: "alphabeta", Minimax: "minimax", NegaScout: "negascout",
	MTDF: "mtdf", PlainAlphaBeta: "plain"}

// remembers reports whether a search reuses results from lower depths and from other paths to the same board,
// because it deepens, orders moves and has a table.
func (a Algorithm) remembers() bool { return a != Minimax && a != PlainAlphaBeta }

// String returns the name.
func (a Algorithm) String() string {
	if int(a) < len(algorithmNames) {
		return algorithmNames[a]
	}
	return fmt.Sprintf("algorithm(%d)", uint8(a))
}

// Options are the settings of a [Searcher]. The zero value means alpha-beta with no limit but the context.
type Options struct {
	Algorithm Algorithm
	Depth     int // in plies; 0 = no limit; Nodes or the context ends the search
	// Start is the first depth of the deepening. 0 means Depth for minimax and plain alpha-beta, which gain
	// nothing from lower depths, and 1 for other algorithms.
	Start int
	// Nodes is the maximum number of nodes to visit, see [Searcher.Nodes]; 0 = no limit. A solver exceeds it by
	// at most a few hundred.
	Nodes uint64
	// Win is the bonus for a won game. It is 0 for an evaluator in discs. For others, it must exceed every value
	// of the evaluator.
	Win float64
	// With at most Exact empty squares, any algorithm at any depth solves the board and plays one of the best
	// moves.
	Exact int
	// TableBytes is the maximum size of the transposition table; 0 = 16 MiB, negative = no table.
	TableBytes int
}

// defaultTableBytes is room for half a million positions. Only the part that a search needs is allocated.
const defaultTableBytes = 16 << 20

// Default contains the options of an opponent that answers in a few milliseconds.
var Default = Options{Algorithm: AlphaBeta, Depth: 6, Exact: 12, TableBytes: defaultTableBytes}
