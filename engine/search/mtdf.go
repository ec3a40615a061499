package search

import (
	"math"

	"github.com/outflank/outflank/engine"
)

// mtdf returns the value of b at the given depth. It tests with the narrowest window whether the value is at
// least a guess, and repeats this from the new bound until the bounds meet. The first guess is the value two
// plies shallower, because values alternate with the side that moves last.
//
// Bounds do not determine the best move. A final search, with a window around the value, finds the move
// and its line, mostly in the table.
func (s *Searcher) mtdf(b engine.Board, depth int) float64 {
	low, high := math.Inf(-1), math.Inf(1)
	value := s.guesses[depth&1]
	for low < high {
		beta := max(value, above(low))
		value = s.alphaBeta(b, depth, 0, below(beta), beta)
		if s.limits.stopped {
			return 0
		}
		if value < beta {
			high = value
		} else {
			low = value
		}
	}
	s.guesses[depth&1] = value
	return s.alphaBeta(b, depth, 0, below(value), above(value))
}
