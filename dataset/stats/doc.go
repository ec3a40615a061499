// Package stats summarises games in numbers.
//
// [SquareWeights] is the matrix W of the report "CS181 Othello AI" (Bai, Lin and
// Shan, ShanghaiTech University, 2024): how much more often winners play on a
// square than losers, averaged over the symmetries of the board and divided by
// the largest absolute value. [PhaseWeights] is the same for the opening, the
// midgame and the endgame apart.
//
//	weights, err := stats.Count(games.All())
//	fmt.Println(weights.Total().Weights()[0]) // a1
package stats
