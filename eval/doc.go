// Package eval turns boards into numbers. It contains features φ(b), linear models w·φ(b), and the file
// format of models.
//
// A model has three uses. In minimax it is the leaf evaluator, in qlearn it is the Q-function (Q(s,a) =
// −w·φ(board after a), plus a weight for the action), and for a tuner it is a vector of weights. Features
// describe the board from the view of the side to move: its counts minus the opponent's. One-sided terms such
// as own-mobility count only that side; in Q they count the player who moves, see [ByMover].
//
// Minimax in the CS181 report uses the features position (with square weights W), mobility, stability and
// parity (section "Heuristic functions"). Its Q-learning ("Approximate Q-learning") also uses the number of
// discs and the action. [New] builds features from a short text such as "report", "logistello@6" or
// "balanced-all2". It supports the features of the report and of other authors' programs, classes of squares
// with free weights, patterns and n-tuples of squares. [Model.Promote] turns weights for few stages of the
// game into weights for many. Programs add their own features with [Register].
//
// [Heuristics] contains published evaluators as models. [ReadTable] and [WriteTable] read and write players
// of the Othello League, and [Model.Table] turns a model of tuples into such a player. [Net] is a small
// neural network.
package eval
