// Package tune finds the weights of sparse linear models. It knows nothing of boards:
// it sees rows of (index, value) pairs with a target, and returns weights.
//
// [Ridge] is regression by least squares with a penalty on large weights and one on
// weights that differ from those they are tied to, solved by preconditioned
// conjugate gradients (M. Hestenes, E. Stiefel, "Methods of conjugate gradients for
// solving linear systems", 1952), a pass over the rows an iteration. It stops where
// rows that were set aside are foretold best.
package tune
