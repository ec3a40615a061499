// Package stats summarises games in numbers.
//
// Each statistic is a small value: Add counts a game, Merge adds another counter, and a method returns the
// result. The tags of the result's fields give unit and range. Every result is also available as a [Table],
// so code that prints, draws or stores tables works for all statistics. [All] lists those that need only
// games:
//
//	for _, s := range stats.All() {
//		fmt.Println(s.Name, s.Question)
//	}
//	s, _ := stats.Find("years")
//	result, err := s.Count(ctx, games.All(), nil, 0, s.MinGames)
//	err = result.Tables()[0].WriteCSV(os.Stdout)
//
// A [Career] also needs a player, and [Players.HeadToHead] needs two; [Players.Search] finds them by name.
// Package dataset/explore finds the moves played in a position.
//
// [SquareWeights] is the matrix W of the report "CS181 Othello AI" (Bai, Lin and Shan, ShanghaiTech
// University, 2024). W compares how often winners and losers play on each square, averaged over the
// symmetries of the board and divided by the largest absolute value. [PhaseWeights] contains a matrix for the
// opening, the midgame and the endgame, and [RatedWeights] also one for each rating band of the players. All
// of them can use relative frequencies instead of counts.
//
// [WeighSquares] takes a slice of games, such as the result of transfer.Load; [CountSquares] takes an
// iterator:
//
//	weights, err := stats.CountSquares(games.All())
//	fmt.Println(weights.Total().Weights()[0]) // a1
//
// A [Calibration] compares an evaluator's values with the results of games. An evaluator expects perfect
// play; a [Forecast] predicts the result of two given players from a position.
//
//	f, err := stats.Collect(ctx, earlier, 0, func() *stats.Forecast { return stats.NewForecast(eval, elo) })
//	f.Fit()
//	c, err := stats.Collect(ctx, later, 0, func() *stats.Calibration {
//		return stats.NewCalibration(eval).Through(f)
//	})
//	fmt.Println(*c.Result().Total.MAE)
//
// Counts and sums are whole numbers, so results do not depend on the order of the games or the number of
// goroutines. Fields whose names end in _low and _high are bounds of 95 % intervals: Wilson's for shares,
// Student's for means, from the curvature of the likelihood for ratings, and from a bootstrap over games for
// square weights. All assume that games are independent.
//
// Disc differences are from the view of black or of the row's side, -64 to 64. The winner gets the empty
// squares.
package stats
