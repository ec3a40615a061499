package deep

import (
	"math/bits"

	"github.com/outflank/outflank/engine/kernel"
)

const (
	infinite = 65 // more than any disc difference

	// parityEmpties is the most empty squares at which moves are ordered by parity
	// alone, mobilityEmpties the most at which no evaluator is asked, and
	// tableEmpties the least at which the large table is. With 12 for mobility
	// FFO #40-43 take 66 M nodes and 1.2 times as long as with 14, which takes 72 M.
	parityEmpties   = 6
	mobilityEmpties = 14
	tableEmpties    = 11
)

// byParity solves a board with few empty squares, more than four, without
// sorting and without the table, which cost more than they save here.
func (w *worker) byParity(mine, theirs uint64, alpha int, odd uint64) int {
	w.nodes++
	empty := ^(mine | theirs)
	if score, cut := stabilityCut(theirs, mine, alpha, bits.OnesCount64(empty)); cut {
		return score
	}
	moves := kernel.Moves(mine, theirs)
	if moves == 0 {
		if kernel.Moves(theirs, mine) == 0 {
			return final(mine, theirs)
		}
		return -w.byParity(theirs, mine, -alpha-1, odd)
	}
	last := bits.OnesCount64(empty) == 5
	best := -infinite
	for squares, rest := moves&odd, moves&^odd; ; squares, rest = rest, 0 {
		for ; squares != 0; squares &= squares - 1 {
			s := uint(bits.TrailingZeros64(squares))
			f := kernel.Flips(mine, theirs, s)
			var score int
			if last {
				score = -w.last4(theirs&^f, mine|f|1<<(s&63), -alpha-1, odd^quadrant[s&63])
			} else {
				score = -w.byParity(theirs&^f, mine|f|1<<(s&63), -alpha-1, odd^quadrant[s&63])
			}
			if score > best {
				best = score
				if best > alpha {
					return best
				}
			}
		}
		if rest == 0 {
			return best
		}
	}
}

// stabilityCut looks whether the opponent's stable discs alone keep the side to
// move from more than alpha. It looks only where alpha is high enough for that to
// be likely: the limits were found by counting nodes.
func stabilityCut(theirs, mine uint64, alpha, empties int) (score int, cut bool) {
	if alpha < 2*empties-6 || alpha < 4 {
		return 0, false
	}
	score = 64 - 2*bits.OnesCount64(kernel.Stable(theirs, mine))
	return score, score <= alpha
}

// byMobility solves a board with a middling number of empty squares: it asks the
// table, and tries first what leaves the opponent few moves.
func (w *worker) byMobility(mine, theirs uint64, alpha int) int {
	empty := ^(mine | theirs)
	empties := bits.OnesCount64(empty)
	if empties <= parityEmpties {
		return w.few(mine, theirs, alpha, empty)
	}
	if w.visit() {
		return alpha
	}
	if score, cut := stabilityCut(theirs, mine, alpha, empties); cut {
		return score
	}
	moves := kernel.Moves(mine, theirs)
	if moves == 0 {
		if kernel.Moves(theirs, mine) == 0 {
			return final(mine, theirs)
		}
		return -w.byMobility(theirs, mine, -alpha-1)
	}
	known := knowledge{moves: [2]uint8{none, none}}
	var place *cached
	if empties >= tableEmpties {
		found := false
		known, found = w.table.find(mine, theirs)
		if found && known.covers(empties, Exact) {
			if int(known.lower) > alpha {
				return int(known.lower)
			}
			if int(known.upper) <= alpha {
				return int(known.upper)
			}
		}
		if !found {
			known.moves = [2]uint8{none, none}
		}
	} else {
		place = w.cache.at(mine, theirs)
		if place.mine == mine && place.theirs == theirs {
			if int(place.lower) > alpha {
				return int(place.lower)
			}
			if int(place.upper) <= alpha {
				return int(place.upper)
			}
			known.moves[0] = place.move
		}
	}
	before := w.nodes
	list := orderByMobility(w.lists[empties][:0], mine, theirs, moves, empty, known.moves)
	best, bestMove := -infinite, uint8(none)
	for i := range list {
		m := next(list, i)
		score := -w.byMobility(theirs&^m.flips, mine|m.flips|1<<(m.square&63), -alpha-1)
		if w.stopped {
			return alpha
		}
		if score > best {
			best, bestMove = score, m.square
			if best > alpha {
				break
			}
		}
	}
	if empties >= tableEmpties {
		w.remember(mine, theirs, knowledge{depth: uint8(empties), level: Exact, cost: cost(w.nodes - before)}, best, alpha, bestMove)
	} else if best > alpha {
		*place = cached{mine, theirs, int8(best), 64, bestMove}
	} else {
		*place = cached{mine, theirs, -64, int8(best), none}
	}
	return best
}

// few is where the table and the order of moves stop paying.
func (w *worker) few(mine, theirs uint64, alpha int, empty uint64) int {
	switch n := bits.OnesCount64(empty); {
	case n > 4:
		return w.byParity(mine, theirs, alpha, oddQuadrants(empty))
	case n == 4:
		return w.last4(mine, theirs, alpha, oddQuadrants(empty))
	case n == 3:
		s1, s2, s3 := three(empty, oddQuadrants(empty))
		return w.last3(mine, theirs, alpha, s1, s2, s3)
	case n == 2:
		return w.last2(mine, theirs, alpha, uint(bits.TrailingZeros64(empty)), uint(63-bits.LeadingZeros64(empty)))
	case n == 1:
		return w.last1(mine, uint(bits.TrailingZeros64(empty)))
	}
	return final(mine, theirs)
}

// orderByMobility lists the moves with keys that say which to try first: those
// that leave the opponent few moves and fewer corners, in odd quadrants.
func orderByMobility(list []move, mine, theirs, moves, empty uint64, first [2]uint8) []move {
	odd := oddQuadrants(empty)
	for ; moves != 0; moves &= moves - 1 {
		s := uint(bits.TrailingZeros64(moves))
		f := kernel.Flips(mine, theirs, s)
		m := move{square: uint8(s), flips: f}
		switch m.square {
		case first[0]:
			m.key = keyHash
		case first[1]:
			m.key = keyHash - 1
		default:
			own, opp := mine|f|1<<(s&63), theirs&^f
			replies := kernel.Moves(opp, own)
			m.key = -int32(bits.OnesCount64(replies)+bits.OnesCount64(replies&corners)) << 4
			m.key -= int32(bits.OnesCount64(neighbours(own)&^(own|opp))) << 1 // room for the opponent
			if odd>>(s&63)&1 != 0 {
				m.key += 1 << 4
			}
			if corners>>(s&63)&1 != 0 {
				m.key += 2 << 4
			}
		}
		list = append(list, m)
	}
	return list
}
