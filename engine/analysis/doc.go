// Package analysis finds the values of all moves of a position and the loss of each move of a game. It also
// compares values with the known scores of problems.
//
// An [Analyst] evaluates moves with any [Searcher], in discs for the side to move. [Analyst.Rank] searches
// each legal move of a position separately and to the same depth. The loss of a move is the value of the best
// move minus the value of the move played. Where values are exact, [Analyst.Analyze] finds these two values
// by solving the position, without a ranking.
//
//	analyst := analysis.Analyst{New: func(int) analysis.Searcher {
//		return search.New(evaluator, search.Options{Depth: 10, Exact: 14})
//	}}
//	for move, err := range analyst.Analyze(ctx, game) {
//		if err != nil {
//			return err
//		}
//		fmt.Println(move.Ply, move.Move, move.Loss, move.Swing)
//	}
//
// [Analyst.Report] and [Summarize] add up the losses of each side, each player and all games. [CheckProblem]
// compares a ranking with the scores of a file, such as the FFO endgame tests.
package analysis
