// Package tune optimizes vectors of weights. It knows nothing about boards: the caller rates the vectors.
//
// A [Method] searches for the vector with the highest rating of an [Objective]. Ratings may be noisy. They
// may be comparable only within a group, as when vectors play games against each other ([RoundRobin]) or
// against another player ([Against]):
//
//   - [Genetic], the genetic algorithms of Hong and Kahn ("Genetic Othello") and of Fennell ("Cassio"),
//     which are two configurations of one type;
//   - [Annealing], the simulated annealing of Bai, Lin and Shan ("CS181 Othello AI");
//   - [CMAES], evolution with a covariance matrix (N. Hansen, "The CMA evolution
//     strategy: a tutorial", https://arxiv.org/abs/1604.00772);
//   - [SPSA], stochastic approximation with two ratings per step (J. Spall, "Multivariate stochastic
//     approximation using a simultaneous perturbation gradient approximation", 1992).
//
// [Run] takes the steps of a method. A [Step] is a plain value with the whole state of the method. It can be
// written as JSON and read back, and the method then resumes exactly.
//
//	for step, err := range tune.Run(ctx, tune.GeneticOthello, objective, tune.Begin(start)) {
//
// [Ridge] is regression by least squares on sparse rows, with a penalty on large weights and another on
// differences between tied weights. It uses preconditioned conjugate gradients (M. Hestenes, E. Stiefel,
// "Methods of conjugate gradients for solving linear systems", 1952), with one pass over the rows per
// iteration. It stops when it no longer predicts the validation rows better.
package tune
