package search

import (
	"math"

	"github.com/outflank/outflank/engine"
)

// plain returns the value of b at the given depth if it is between alpha and beta, and leaves the first of
// the best lines in s.line[ply]. Otherwise it returns a bound on the value, on the same side of the window.
// It is minimax with one addition: it abandons a board when a move is too good for the opponent to allow it
// (Fennell, "Cassio", Algorithm 1; Zhang and Chen, III.D). As in minimax, the first of equally good moves is
// chosen, because a later move has to be better.
func (s *Searcher) plain(b engine.Board, depth, ply int, alpha, beta float64) float64 {
	if !s.limits.visit() {
		return 0
	}
	s.line[ply].len = 0
	moves := b.Moves()
	if moves == 0 {
		if b.Pass().Moves() == 0 {
			return s.result(b)
		}
		return -s.plain(b.Pass(), depth, ply, -beta, -alpha)
	}
	if depth == 0 {
		return s.eval.Eval(b)
	}
	best := math.Inf(-1)
	for sq := range moves.All() {
		score := -s.plain(b.Play(sq), depth-1, ply+1, -beta, -max(alpha, best))
		if s.limits.stopped {
			return 0
		}
		if score > best {
			best = score
			s.line[ply].set(sq, &s.line[ply+1])
		}
		if best >= beta {
			break
		}
	}
	return best
}
