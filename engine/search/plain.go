package search

import (
	"math"

	"github.com/outflank/outflank/engine"
)

// plain returns the value of b at the given depth if it is between alpha and beta. Otherwise it returns a
// bound on it, on the same side of the window. If the value is inside, the first of the best lines is in
// s.line[ply]. It is minimax with the textbooks' single addition: it leaves a board when one of its moves is
// too good for the opponent to allow it (Fennell, "Cassio", Algorithm 1; Zhang and Chen, III.D). The first
// of equally good moves stays the best, as in minimax, because a later one has to be better.
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
