// Package eval turns boards into numbers: features φ(b), linear models w·φ(b) over
// them, and the file a model is kept in.
//
// One model serves three callers. Under minimax it is the leaf evaluator, in
// qlearn it is the Q-function (Q(s,a) = −w·φ(board after a), plus a weight for the
// action), and for a tuner it is a vector of weights to move. Features look at the
// board from the side to move: what it has counts plus, what the opponent has
// counts minus, but for terms such as parity and own-mobility that only it has: in Q these
// are the counts of the player who moves, see [ByMover].
//
// The features of the CS181 report are position (with square weights W), mobility,
// stability and parity for minimax (section "Heuristic functions"), and for Q-learning
// ("Approximate Q-learning") the count of discs and the action itself as well. [New] builds them, square
// classes with free weights, patterns and n-tuples of squares, and what other authors' programs look at,
// from a short text such as "report", "logistello@6" or "balanced-all2". [Model.Promote]
// takes weights from few stages of the game to many. [Register] makes features of the program's own a term.
//
// [Heuristics] are evaluators that were published, as models; [ReadTable] and
// [WriteTable] keep players of the Othello League, which [Model.Table] makes of a model of
// tuples, and [Net] is a small neural network.
package eval
