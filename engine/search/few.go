package search

import (
	"math"

	"github.com/outflank/outflank/engine"
)

// few is ending for a board with few empty squares. It first tries moves in odd regions. It does not generate
// or sort moves, use the table, or check the limits, because in such a small tree these cost more than they
// save.
func (s *Searcher) few(b engine.Board, empty, odd engine.Set, ply, alpha, beta int) int {
	s.limits.nodes++
	s.line[ply].len = 0
	if empty&(empty-1) == 0 {
		return s.last(b, empty, ply)
	}
	best := math.MinInt
	for _, squares := range [2]engine.Set{empty & odd, empty &^ odd} {
		for ; squares != 0; squares &= squares - 1 {
			sq := squares.First()
			if s.shape.near[sq]&b.Theirs == 0 {
				continue
			}
			m := move{square: sq, flips: b.Flips(sq)}
			if m.flips == 0 {
				continue
			}
			score := -s.few(m.play(b), empty&^sq.Set(), odd^s.shape.quadrant[sq], ply+1, -beta, -max(alpha, best))
			if score > best {
				best = score
				if score > alpha {
					s.line[ply].set(sq, &s.line[ply+1])
				}
				if score >= beta {
					return best
				}
			}
		}
	}
	if best != math.MinInt {
		return best
	}
	if b.Pass().Moves() == 0 {
		return b.Score()
	}
	return -s.few(b.Pass(), empty, odd, ply, -beta, -alpha)
}

// last solves a board with one empty square, or none.
func (s *Searcher) last(b engine.Board, empty engine.Set, ply int) int {
	if empty == 0 {
		return b.Score()
	}
	sq := empty.First()
	if n := b.Flips(sq).Len(); n != 0 {
		s.line[ply].moves[0], s.line[ply].len = sq, 1
		return b.Mine.Len() - b.Theirs.Len() + 2*n + 1
	}
	if n := b.Pass().Flips(sq).Len(); n != 0 {
		s.line[ply].moves[0], s.line[ply].len = sq, 1
		return b.Mine.Len() - b.Theirs.Len() - 2*n - 1
	}
	return b.Score()
}
