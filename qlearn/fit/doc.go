// Package fit makes linear evaluators by regression: the weights that minimise the squared error of
// predicted final disc differences, over the positions of recorded games, of solved endings and of
// games that the engine plays with an evaluator fitted before (M. Buro, "Toward opening book
// learning", 1999; the ties between neighbouring stages are those of a Gaussian smoothness prior).
// Positions of played games have the λ-returns of searches as their targets, as in TD(λ).
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
// The regression itself is [tune.Ridge]; positions are kept in 24 bytes and their features are
// computed again in each pass. Played games can be kept in files, from which an interrupted fit resumes.
package fit
