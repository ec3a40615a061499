// Package fit computes linear evaluators by regression. The weights minimise the squared error of predicted
// final disc differences over positions from recorded games, solved endings, and games that the engine plays
// with a previously fitted evaluator (M. Buro, "Toward opening book learning", 1999). A Gaussian smoothness
// prior ties the weights of neighbouring stages. For positions from played games, the targets are the
// λ-returns of searches, as in TD(λ).
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
// [tune.Ridge] does the regression. A position takes 24 bytes, and each pass recomputes its features. Played
// games can be stored in files, from which an interrupted fit resumes.
package fit
