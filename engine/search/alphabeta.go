package search

import (
	"math"

	"github.com/outflank/outflank/engine"
)

// tableDepth is the smallest remaining depth at which the table is used. With 1, a search visits 5 % fewer
// nodes but takes 5 % longer.
const tableDepth = 2

// alphaBeta returns the value of b at the given depth if it is between alpha and beta, and leaves the best
// line in s.line[ply]. Otherwise it returns a bound on the value, on the same side of the window (fail-soft:
// Fishburn, "Another optimization of alpha-beta search", 1983).
func (s *Searcher) alphaBeta(b engine.Board, depth, ply int, alpha, beta float64) float64 {
	if !s.limits.visit() {
		return 0
	}
	s.line[ply].len = 0
	legal := b.Moves()
	if legal == 0 {
		if b.Pass().Moves() == 0 {
			return s.result(b)
		}
		return -s.alphaBeta(b.Pass(), depth, ply, -beta, -alpha)
	}
	if depth == 0 {
		return s.eval.Eval(b)
	}
	if depth == 1 && ply > 0 {
		return s.tryLeaves(b, legal, ply, alpha, beta)
	}
	hint := engine.None
	if depth >= tableDepth {
		if e := s.table.find(b.Mine, b.Theirs); e != nil {
			if int(e.depth) == depth && e.answers(alpha, beta) {
				s.recall(b, depth, ply, e)
				return e.score
			}
			hint = e.move
		}
	}
	moves := s.order(b, legal, depth, ply, hint)
	if ply == 0 {
		return s.tryRoot(b, moves, depth, alpha, beta)
	}
	return s.tryMoves(b, moves, depth, ply, alpha, beta)
}

// tryRoot searches the moves at the root. Among equally good moves it chooses the lowest square, whatever
// their order, so every algorithm plays the same move as minimax. A move on a lower square than the best
// move so far need only equal its value, so it gets a window that is one step wider.
func (s *Searcher) tryRoot(b engine.Board, moves []move, depth int, alpha, beta float64) float64 {
	best, bestMove, bound := math.Inf(-1), engine.None, upper
	for i := range moves {
		m := &moves[i]
		floor := max(alpha, best)
		if bestMove != engine.None && m.square < bestMove {
			floor = below(best)
		}
		score := s.child(m.play(b), depth, 0, floor, beta, i == 0)
		if s.limits.stopped {
			return 0
		}
		best = max(best, score)
		if score <= floor {
			continue
		}
		bestMove, bound = m.square, exact
		s.line[0].set(m.square, &s.line[1])
		if score >= beta {
			bound = lower
			break
		}
	}
	if bestMove == engine.None {
		bestMove = moves[0].square
	}
	s.table.put(b.Mine, b.Theirs, entry{score: best, depth: int8(depth), bound: bound, move: bestMove})
	return best
}

// child returns the value of a move at ply that leads to the board next. Like the value of alphaBeta, it is
// exact only between alpha and beta.
func (s *Searcher) child(next engine.Board, depth, ply int, alpha, beta float64, first bool) float64 {
	if s.opt.Algorithm == NegaScout && !first && above(alpha) < beta {
		score := -s.alphaBeta(next, depth-1, ply+1, -above(alpha), -alpha)
		if score <= alpha || score >= beta || s.limits.stopped {
			return score
		}
		alpha = below(score) // the value is at least the score
	}
	return -s.alphaBeta(next, depth-1, ply+1, -beta, -alpha)
}

// above returns the next number above x, and below the next number below x. Values of boards are only
// compared, so the narrowest window can have no number inside.
func above(x float64) float64 { return math.Nextafter(x, math.Inf(1)) }
func below(x float64) float64 { return math.Nextafter(x, math.Inf(-1)) }

// tryMoves searches the moves in turn until one of them causes a cutoff.
func (s *Searcher) tryMoves(b engine.Board, moves []move, depth, ply int, alpha, beta float64) float64 {
	best, bestMove, bound := math.Inf(-1), moves[0].square, upper
	for i := range moves {
		m := &moves[i]
		score := s.child(m.play(b), depth, ply, alpha, beta, i == 0)
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
	if depth >= tableDepth {
		s.table.put(b.Mine, b.Theirs, entry{score: best, depth: int8(depth), bound: bound, move: bestMove})
	}
	return best
}

// tryLeaves is tryMoves at depth 1, where only the square determines the priority of a move. It computes the
// flips of a move just before it tries the move, because the first move refutes half of the boards. It visits
// the same nodes in the same order as tryMoves; a search of depth 4 takes two thirds of the time.
func (s *Searcher) tryLeaves(b engine.Board, legal engine.Set, ply int, alpha, beta float64) float64 {
	best := math.Inf(-1)
	corners, late := legal&s.shape.corners, s.shape.beside(legal, b.Empty())
	for _, moves := range [3]engine.Set{corners, legal &^ (corners | late), late} {
		for ; moves != 0; moves &= moves - 1 {
			sq := moves.First()
			score := s.child(b.Play(sq), 1, ply, alpha, beta, best == math.Inf(-1))
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
			alpha = score
			s.line[ply].set(sq, &s.line[ply+1])
			if score >= beta {
				return best
			}
		}
	}
	return best
}

// recall copies the table's line for b to s.line[ply], as far as it consists of exact values of the same
// search.
func (s *Searcher) recall(b engine.Board, depth, ply int, e *entry) {
	l := &s.line[ply]
	for e != nil && e.bound == exact && int(e.depth) == depth && depth > 0 {
		l.moves[l.len] = e.move
		l.len++
		depth--
		b = b.Play(e.move)
		if b.Moves() == 0 {
			b = b.Pass()
		}
		e = s.table.find(b.Mine, b.Theirs)
	}
}
