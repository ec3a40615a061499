// Package tune finds vectors of weights. It knows nothing of boards: it sees numbers,
// and others tell it how good they are.
//
// A [Method] seeks the vector that an [Objective] rates highest, where a rating may be
// noisy and may only mean something beside the others of its group, as when vectors
// play games against each other ([RoundRobin]) or against somebody else ([Against]):
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
// [Run] takes the steps of a method. A [Step] is a plain value that holds all that the
// method knows: written as JSON and read back, the method resumes from it as if it had
// never stopped, bit for bit.
//
//	for step, err := range tune.Run(ctx, tune.GeneticOthello, objective, tune.Begin(start)) {
//
// [Ridge] is regression by least squares on sparse rows, with a penalty on large weights
// and one on weights that differ from those they are tied to, solved by preconditioned
// conjugate gradients (M. Hestenes, E. Stiefel, "Methods of conjugate gradients for
// solving linear systems", 1952), a pass over the rows an iteration. It stops where
// rows that were set aside are predicted best.
package tune
