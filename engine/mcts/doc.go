// Package mcts plays by the results of games that it plays out at random: flat
// Monte Carlo, and tree searches that differ in how they choose among the moves
// whose results they have counted.
//
// A simulation goes down the tree from the board that is asked about, adds to it
// what it reaches for the second time, plays the game to its end by the default
// policy and counts the result in all nodes on its way. A win counts 1, a draw 1/2.
//
//	s := mcts.New(rng, mcts.Default)
//	info := s.Search(ctx, board)
//	fmt.Println(info.Move(), info.Moves[0].Value)
//
// Boards on which the game is over are known and not estimated, and so are those
// all of whose moves, or a winning one of them, lead to known boards (Winands,
// Björnsson and Saito, "Monte-Carlo tree search solver", 2008): near the end of a
// game the search proves what it plays.
//
// The tree is kept from one move of a game to the next, in bounded memory. The
// package reads no clock: a time limit is a context that ends. Without one, seed and
// options always give the same moves, whatever the number of threads is.
//
// # Sources
//
// Fennell, "Cassio" (section III.C.1), and Zhang and Chen, "Searching Algorithms in
// Playing Othello" (III.E and F). Neither has proofs, and neither says that a tree is
// kept: with NoProof and Forget the package does what they describe. What remains is
//
//   - a draw counts 1/2 for both sides; Cassio counts wins only, the other report does
//     not say;
//   - Cassio's first simulation plays out the root itself. Here every simulation begins
//     with a move, so that the visits of the root are those of its moves;
//   - Cassio plays the move with the highest win rate, the other report the one of the
//     highest value or visit count: ByValue. Neither prints its C;
//   - a forced move is played without a search, and a tree that fills its memory stops
//     growing.
package mcts
