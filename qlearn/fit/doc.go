// Package fit makes linear evaluators by regression. The weights minimise the squared error of predicted
// final disc differences over positions: of recorded games, of solved endings, and of games that the engine
// plays with a previously fitted evaluator (M. Buro, "Toward opening book learning", 1999; the ties between
// neighbouring stages are those of a Gaussian smoothness prior). The targets of positions from played games
// are the λ-returns of searches, as in TD(λ).
//
//	for p, err := range fit.Run(ctx, games, fit.Default) {
//		if err != nil {
//			return err
//		}
//		if p.Model != nil {
//			err = eval.WriteCompact(w, p.Model)
//		}
//	}
//
// [tune.Ridge] does the regression. Positions take 24 bytes each, and their features are computed again in
// each pass. Played games can be kept in files, so that an interrupted fit resumes.
package fit
