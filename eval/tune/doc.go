// Package tune optimizes vectors of weights. It knows nothing about boards: the caller rates the vectors.
//
// A [Method] searches for the vector with the highest rating of an [Objective]. Ratings may be noisy, and may
// be comparable only within a group, as when vectors play games against each other ([RoundRobin]) or against
// another player ([Against]). The methods are:
//
//   - [Genetic], the genetic algorithms of Hong and Kahn ("Genetic Othello") and of Fennell ("Cassio"),
//     which are two configurations of one type;
//   - [Annealing], the simulated annealing of Bai, Lin and Shan ("CS181 Othello AI");
//   - [CMAES], evolution with a covariance matrix (N. Hansen, "The CMA evolution
//     strategy: a tutorial", https://arxiv.org/abs/1604.00772);
//   - [SPSA], stochastic approximation with two ratings per step (J. Spall, "Multivariate stochastic
//     approximation using a simultaneous perturbation gradient approximation", 1992).
//
// [Run] runs the steps of a method. A [Step] is a plain value that contains the method's whole state. A
// method resumes exactly from a Step that was written as JSON and read back.
//
//	for step, err := range tune.Run(ctx, tune.GeneticOthello, objective, tune.Begin(start)) {
//
// [Ridge] is least-squares regression on sparse rows, with penalties on large weights and on differences
// between tied weights. It uses preconditioned conjugate gradients (M. Hestenes, E. Stiefel, "Methods of
// conjugate gradients for solving linear systems", 1952), with one pass over the rows per iteration. It stops
// when its predictions of the validation rows no longer improve.
package tune
