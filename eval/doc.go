// Package eval turns boards into numbers: features φ(b), linear models w·φ(b) over them, and the file format
// of models.
//
// One model serves three callers. Under minimax it is the leaf evaluator, in qlearn it is the Q-function
// (Q(s,a) = −w·φ(board after a), plus a weight for the action), and for a tuner it is a vector of weights to
// change. Features describe the board from the view of the side to move: its counts minus the opponent's.
// One-sided terms such as own-mobility count that side only; in Q they count the player who moves, see
// [ByMover].
//
// Minimax in the CS181 report has the features position (with square weights W), mobility, stability and
// parity (section "Heuristic functions"). Its Q-learning ("Approximate Q-learning") also has the count of
// discs and the action itself. [New] builds features from a short text such as "report", "logistello@6" or
// "balanced-all2": those of the report and of other authors' programs, square classes with free weights,
// patterns and n-tuples of squares. [Model.Promote] turns weights for few stages of the game into weights
// for many. [Register] adds a program's own features as a term.
//
// [Heuristics] are published evaluators as models. [ReadTable] and [WriteTable] read and write players of
// the Othello League, and [Model.Table] turns a model of tuples into such a player. [Net] is a small neural
// network.
package eval
