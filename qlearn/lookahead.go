package qlearn

import (
	"slices"

	"github.com/outflank/outflank/engine"
)

// search returns the best move of a turn and its value by a search of cfg.Search plies, without shaping. The
// current weights evaluate the leaves (minimax targets; Veness et al., "Bootstrapping from Game Tree Search",
// 2009), plus Φ, which their values lack.
func (l *learner) search(u *turn) (best int, value float64) {
	if l.leaves == nil {
		l.leaves = l.q.Share() // l.q keeps the turns of the game
	}
	i, most := 0, -2*valueLimit
	for s := range u.board.Moves().All() {
		if v := -l.negamax(u.board.Play(s), l.cfg.Search-1, -2*valueLimit, -most); v > most {
			best, most = i, v
		}
		i++
	}
	return best, most
}

// negamax returns the value of a board for the side to move, by alpha-beta.
func (l *learner) negamax(b engine.Board, depth int, alpha, beta float64) float64 {
	moves := b.Moves()
	if moves == 0 {
		if b = b.Pass(); b.Moves() == 0 {
			return -l.cfg.Reward.Of(b.Score())
		}
		return -l.negamax(b, depth, -beta, -alpha)
	}
	if depth <= 1 {
		l.leaves.Begin()
		return l.cfg.Squash.Of(float64(slices.Max(l.leaves.Values(l.leaves.Turn(b, moves))))) + l.phi(b)
	}
	for s := range moves.All() {
		if alpha = max(alpha, -l.negamax(b.Play(s), depth-1, -beta, -alpha)); alpha >= beta {
			break
		}
	}
	return alpha
}
