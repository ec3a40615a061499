// Package qlearn trains linear models by approximate Q-learning.
//
// The update is the one of the CS181 report (section "Approximate Q-learning"):
//
//	Q(s,a) ← Q(s,a) + α (r + γ max_a' Q(s',a') − Q(s,a))
//
// where s' is the next state in which the same player is to move. That need not
// be two plies later: when the opponent has to pass, it is the very next one. The
// reward r is 1 for a win, −1 for a loss, 0 otherwise, and comes with the
// player's last move. Games are logged first and learnt afterwards, last move
// first, so that the result reaches every move of the game at once.
//
// Q is linear, Q(s,a) = −w·φ(board after a) + the weight of the action, with the
// features of package eval, so a model that was trained here also serves as the
// evaluator of a search.
//
// Games come from a [Source]: transcripts (data-based learning) or games played
// with the model as it learns (game-based learning). Either way the weights
// depend on the seed and the configuration only, not on the number of workers.
package qlearn
