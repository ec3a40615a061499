// Package analysis finds out what the moves of a game lost, and checks positions whose
// best moves are known.
//
// An [Analyst] judges moves with any [Searcher], in discs: the loss of a move is the
// value of the best move less the value of the move played, both from the mover's side.
//
//	analyst := analysis.Analyst{Search: search.New(evaluator, search.Options{Depth: 10, Exact: 14})}
//	for move, err := range analyst.Analyze(ctx, game) {
//		if err != nil {
//			return err
//		}
//		fmt.Println(move.Ply, move.Move, move.Loss, move.Swing)
//	}
//
// Games are analysed backwards, so that the transposition table of the search is reused:
// what the last positions have shown, those before them lead to. That is how Cassio,
// NBoard and WZebra analyse games too.
//
// [Analyst.Report] and [Summarize] sum moves up for each side, each player and all games.
// [CheckProblem] compares a search with the scores of a file, such as the FFO endgame tests.
package analysis
