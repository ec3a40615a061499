// Package mcts chooses moves by the results of random games: flat Monte Carlo, and tree searches with several
// selection rules.
//
// A simulation descends the tree from the root, and adds a board to the tree when it reaches the board for
// the second time. Then it plays the game to its end by the default policy and counts the result in all
// nodes on its path. A win counts 1, a draw 1/2.
//
//	s := mcts.New(rng, mcts.Default)
//	info := s.Search(ctx, board)
//	fmt.Println(info.Move(), info.Moves[0].Value)
//
// Finished games have known results. A board also has a known result if all its moves, or a winning one,
// lead to boards with known results (Winands, Björnsson and Saito, "Monte-Carlo tree search solver", 2008).
// So the search proves its moves near the end of a game.
//
// The tree is kept from one move of a game to the next, in bounded memory. The package reads no clock: a time
// limit is a context that ends. Without one, the same seed and options always give the same moves.
//
// # Sources
//
// Fennell, "Cassio" (section III.C.1), and Zhang and Chen, "Searching Algorithms in Playing Othello" (III.E
// and F). Neither has proofs, and neither mentions keeping a tree: NoProof and Forget give the methods as
// described. These differences remain:
//
//   - a draw counts 1/2 for both sides; Cassio counts only wins, the other report does not say;
//   - Cassio's first simulation plays out the root itself. Here every simulation begins with a move, so the
//     visits of the root are the sum of those of its moves;
//   - Cassio plays the move with the highest win rate, the other report the one of the
//     highest value or visit count: ByValue. Neither prints its C;
//   - a forced move is played without a search, and a tree that fills its memory stops
//     growing.
package mcts
