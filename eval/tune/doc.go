// Package tune optimizes vectors of weights. It knows nothing of boards: the caller rates the vectors.
//
// A [Method] seeks the vector that an [Objective] rates highest. Ratings may be noisy, and may be comparable
// only within a group, as when vectors play games against each other ([RoundRobin]) or against another player
// ([Against]):
//
//   - [Genetic], the genetic algorithms of Hong and Kahn ("Genetic Othello") and of
//     Fennell ("Cassio"), which are two configurations of one;
//   - [Annealing], the simulated annealing of Bai, Lin and Shan ("CS181 Othello AI");
//   - [CMAES], evolution with a covariance matrix (N. Hansen, "The CMA evolution
//     strategy: a tutorial", https://arxiv.org/abs/1604.00772);
//   - [SPSA], stochastic approximation with two ratings a step (J. Spall,
//     "Multivariate stochastic approximation using a simultaneous perturbation
//     gradient approximation", 1992).
//
// [Run] takes the steps of a method. A [Step] is a plain value with the whole state of the method. Written as
// JSON and read back, it lets the method resume bit for bit.
//
//	for step, err := range tune.Run(ctx, tune.GeneticOthello, objective, tune.Begin(start)) {
//
// [Ridge] is regression by least squares on sparse rows, with a penalty on large weights and another on
// differences between tied weights. It uses preconditioned conjugate gradients (M. Hestenes, E. Stiefel,
// "Methods of conjugate gradients for solving linear systems", 1952), with one pass over the rows per
// iteration. It stops when it predicts the validation rows best.
package tune
