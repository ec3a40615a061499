package search

import (
	"math"

	"github.com/outflank/outflank/engine"
)

// minimax returns the value of b at the given depth and leaves the first of the best lines in s.line[ply]. It
// implements the definition in the package comment literally; the other algorithms are tested against it.
func (s *Searcher) minimax(b engine.Board, depth, ply int) float64 {
	if !s.limits.visit() {
		return 0
	}
	s.line[ply].len = 0
	moves := b.Moves()
	if moves == 0 {
		if b.Pass().Moves() == 0 {
			return s.result(b)
		}
		return -s.minimax(b.Pass(), depth, ply)
	}
	if depth == 0 {
		return s.eval.Eval(b)
	}
	best := math.Inf(-1)
	for sq := range moves.All() {
		score := -s.minimax(b.Play(sq), depth-1, ply+1)
		if s.limits.stopped {
			return 0
		}
		if score > best {
			best = score
			s.line[ply].set(sq, &s.line[ply+1])
		}
	}
	return best
}
