// Package mcts implements Monte Carlo search: flat Monte Carlo, and Monte Carlo tree search with several
// selection rules.
//
// A simulation descends the tree from the root and expands a node at its second visit. Then it plays the game
// to its end by the default policy and counts the result in all nodes on its path. A win counts 1, a draw
// 1/2.
//
//	s := mcts.New(rng, mcts.Default)
//	info := s.Search(ctx, board)
//	fmt.Println(info.Move(), info.Moves[0].Value)
//
// Finished games have known results. A board also has a known result if all its moves, or a winning one, lead
// to boards with known results (Winands, Björnsson and Saito, "Monte-Carlo tree search solver", 2008). Near
// the end of a game, the search therefore proves the results of its moves.
//
// The tree is kept from one move of a game to the next, in bounded memory. The package reads no clock: a time
// limit is a context that ends. Without one, the same seed and options always produce the same moves.
//
// # Sources
//
// Fennell, "Cassio" (section III.C.1), and Zhang and Chen, "Searching Algorithms in Playing Othello" (III.E
// and F). Neither describes proofs or keeping a tree; NoProof and Forget turn these off. These differences
// remain:
//
//   - a draw counts 1/2 for both sides; Cassio counts only wins, and the other report does not say;
//   - Cassio's first simulation plays out the root itself. Here every simulation begins with a move, so the
//     visits of the root are the sum of its moves' visits;
//   - Cassio plays the move with the highest win rate, the other report the move with the highest value or
//     visit count; ByValue decides here. Neither states its C;
//   - a forced move is played without a search, and a tree that fills its memory stops
//     growing.
package mcts
