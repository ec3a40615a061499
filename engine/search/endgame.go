package search

import (
	"math"

	"github.com/outflank/outflank/engine"
)

const (
	// fewEmpties is the number of empty squares from which the solver tries moves without ordering them. On FFO
	// #1-19, it visits 19 % fewer nodes with 5 and 20 % more with 7; both take longer.
	fewEmpties = 6
	// infinite is greater than any disc difference.
	infinite = 65
)

// rehearsal returns the depth of the searches before a board with the given number of empty squares is
// solved. They order the moves near the root.
func rehearsal(empties int) int {
	return max(0, empties/2-4)
}

// solve reports the result of perfect play, unless the search has been stopped.
func (s *Searcher) solve(b engine.Board, yield func(engine.Info) bool) {
	if s.limits.stopped {
		return
	}
	score := s.ending(b, 0, -infinite, infinite)
	if !s.limits.stopped {
		yield(s.info(b.Empty().Len(), float64(score), true))
	}
}

// ending is alphaBeta to the end of the game, in whole discs. It is a principal variation search: it uses the
// narrowest window to prove that later moves are no better than the first, and searches better ones again
// (Marsland and Campbell, "Parallel search of strongly ordered game trees", 1982).
func (s *Searcher) ending(b engine.Board, ply, alpha, beta int) int {
	empty := b.Empty()
	if empty.Len() <= fewEmpties {
		return s.few(b, empty, s.oddRegions(empty), ply, alpha, beta)
	}
	if !s.limits.visit() {
		return 0
	}
	s.line[ply].len = 0
	legal := b.Moves()
	if legal == 0 {
		if b.Pass().Moves() == 0 {
			return b.Score()
		}
		return -s.ending(b.Pass(), ply, -beta, -alpha)
	}
	hint := engine.None
	if e := s.table.find(b.Mine, b.Theirs); e != nil {
		if int(e.depth) == empty.Len() && e.answers(float64(alpha), float64(beta)) {
			s.recall(b, empty.Len(), ply, e)
			return int(e.score)
		}
		hint = e.move
	}
	return s.tryEndings(b, s.orderEnding(b, empty, legal, ply, hint), ply, alpha, beta)
}

// tryEndings searches the moves in turn until one of them causes a cutoff.
func (s *Searcher) tryEndings(b engine.Board, moves []move, ply, alpha, beta int) int {
	best, bestMove, bound := math.MinInt, moves[0].square, upper
	for i := range moves {
		m := &moves[i]
		score := s.tryEnding(m.play(b), ply, alpha, beta, i == 0)
		if s.limits.stopped {
			return 0
		}
		if score <= best {
			continue
		}
		best = score
		if score <= alpha {
			continue
		}
		bestMove, bound, alpha = m.square, exact, score
		s.line[ply].set(m.square, &s.line[ply+1])
		if score >= beta {
			bound = lower
			break
		}
	}
	s.table.put(b.Mine, b.Theirs, entry{
		score: float64(best), depth: int8(b.Empty().Len()), bound: bound, move: bestMove,
	})
	return best
}

// tryEnding returns the value of a move that leads to child.
func (s *Searcher) tryEnding(child engine.Board, ply, alpha, beta int, first bool) int {
	if !first && beta-alpha > 1 {
		score := -s.ending(child, ply+1, -alpha-1, -alpha)
		if score <= alpha || score >= beta {
			return score
		}
	}
	return -s.ending(child, ply+1, -beta, -alpha)
}

// orderEnding is order for the solver. It prefers moves that leave few replies, and moves into regions with
// an odd number of empty squares, where the mover makes the last move.
func (s *Searcher) orderEnding(b engine.Board, empty, legal engine.Set, ply int, hint engine.Square) []move {
	odd := s.oddRegions(empty)
	list := s.moves[ply][:0]
	for rest := legal; rest != 0; rest &= rest - 1 {
		sq := rest.First()
		m := move{square: sq, flips: b.Flips(sq)}
		if sq == hint {
			m.key = keyHint
		} else {
			replies := m.play(b).Moves()
			m.key = -2*int32(replies.Len()) - 2*int32((replies&s.shape.corners).Len())
			if odd.Has(sq) {
				m.key++
			}
		}
		list = insert(list, m)
	}
	return list
}

// oddRegions returns the quarters of the field with an odd number of empty squares. Connected regions would
// be slightly better but cost a flood fill.
func (s *Searcher) oddRegions(empty engine.Set) engine.Set {
	var odd engine.Set
	for rest := empty; rest != 0; rest &= rest - 1 {
		odd ^= s.shape.quadrant[rest.First()]
	}
	return odd
}
