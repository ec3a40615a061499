// Package deep is the strong search of the full 8×8 board: it plays the midgame
// with a learned evaluator and selectivity, and solves endings exactly.
//
// Package engine/search searches boards of every shape; this package is faster. Positions are two words
// (package engine/kernel), evaluators are updated move by move, and the tree is pruned by these methods:
//
//   - principal variation search with iterative deepening and aspiration windows
//   - one transposition table for all threads, which holds whole positions
//   - multi-ProbCut (Buro, "Experiments with Multi-ProbCut and a new high-quality
//     evaluation function for Othello", 1997), in levels of confidence that grow
//     until the result is exact
//   - enhanced transposition cutoffs (Plaat et al., 1996), stability cutoffs
//   - moves ordered by small searches, the evaluator, mobility, and parity
//   - siblings of a searched move shared out among threads (Young Brothers Wait:
//     Feldmann et al., "Distributed game tree search", 1989)
//
// A search with one thread is repeatable, node by node. With several threads an exact result has the same
// value but not the same number of nodes.
package deep
