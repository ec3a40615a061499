package search

import (
	"fmt"

	"github.com/outflank/outflank/engine"
)

// An Evaluator judges boards on which the side to move has a move: it returns the expected final disc
// difference for that side. The number must be finite. A [Searcher] calls it from one goroutine.
type Evaluator interface {
	Eval(b engine.Board) float64
}

// An Algorithm is a way to find the value of a board at a depth. All of them find the same value and choose
// the same move, the lowest square of equally good ones.
type Algorithm uint8

const (
	// AlphaBeta skips moves that cannot change the value (Knuth and Moore, "An analysis of alpha-beta pruning",
	// 1975). It deepens by one ply at a time.
	AlphaBeta Algorithm = iota
	// Minimax visits the whole tree once, at the full depth. It is the baseline for the others.
	Minimax
	// NegaScout is alpha-beta that expects the first move to be the best. It proves with a null window that the
	// others are no better, and searches better ones again (Reinefeld, "An improvement to the scout tree search
	// algorithm", ICCA Journal 6(4), 1983); also known as principal variation search.
	NegaScout
	// MTDF approaches the value by null-window searches alone, each from the result of the one before (Plaat,
	// Schaeffer, Pijls and de Bruin, "A new paradigm for minimax search", 1995). It needs the table: without one
	// it is slow.
	MTDF
	// PlainAlphaBeta is the alpha-beta of the textbooks: minimax that leaves a board when one move refutes it.
	// It tries the moves in the order of the squares, a1 to h8, directly at the full depth, and uses no table.
	PlainAlphaBeta
)

var algorithmNames = [...]string{AlphaBeta: "alphabeta", Minimax: "minimax", NegaScout: "negascout",
	MTDF: "mtdf", PlainAlphaBeta: "plain"}

// remembers tells whether a search uses what it has found before, at lower depths and on
// other ways to the same board: it deepens, orders moves and has a table.
func (a Algorithm) remembers() bool { return a != Minimax && a != PlainAlphaBeta }

// String returns the name.
func (a Algorithm) String() string {
	if int(a) < len(algorithmNames) {
		return algorithmNames[a]
	}
	return fmt.Sprintf("algorithm(%d)", uint8(a))
}

// Options are the settings of a [Searcher]. The zero value is alpha-beta with no limit but the context's.
type Options struct {
	Algorithm Algorithm
	Depth     int // plies; 0 = no limit, then Nodes or the context ends the search
	// the first depth of the deepening; 0 = 1, but Depth for minimax and plain alpha-beta, which gain nothing
	// from lower depths
	Start int
	// nodes visited, see [Searcher.Nodes]; 0 = no limit. A solver exceeds it by a few hundred at most
	Nodes uint64
	// bonus for a won game, above any value of an evaluator that is not in discs; 0 for one in discs
	Win float64
	// with at most this number of empty squares, solve to the end for any algorithm and depth, and play one of
	// the best moves
	Exact int
	// memory of the transposition table, never exceeded; 0 = 16 MiB, negative = no table
	TableBytes int
}

// defaultTableBytes is room for half a million positions. It is taken as deep searches need
// it; shallow ones take less.
const defaultTableBytes = 16 << 20

// Default are the options of an opponent that answers in a few milliseconds.
var Default = Options{Algorithm: AlphaBeta, Depth: 6, Exact: 12, TableBytes: defaultTableBytes}
