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
// Sources: Fennell, "Cassio" (section III.C.1), Zhang and Chen, "Searching Algorithms
// in Playing Othello" (III.E and F).
package mcts
