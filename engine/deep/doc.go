// Package deep is the strong search for the full 8×8 board. It searches the midgame selectively with a
// learned evaluator, and solves endings exactly.
//
// Package engine/search searches boards of every shape; this package is faster. Positions are two words
// (package engine/kernel), evaluators are updated move by move, and the search uses these methods:
//
//   - principal variation search with iterative deepening and aspiration windows
//   - one transposition table for all threads, which holds whole positions
//   - multi-ProbCut (Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation function for
//     Othello", 1997), with levels of confidence that increase until the result is exact
//   - enhanced transposition cutoffs (Plaat et al., 1996), stability cutoffs
//   - moves ordered by small searches, the evaluator, mobility, and parity
//   - siblings of a searched move divided among threads (Young Brothers Wait: Feldmann et al., "Distributed
//     game tree search", 1989)
//
// A search with one thread is repeatable, node by node. With several threads, an exact result has the same
// value, but the number of nodes varies.
package deep
