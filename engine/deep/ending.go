package deep

import (
	"math/bits"

	"github.com/outflank/outflank/engine/kernel"
)

const (
	infinite = 65 // greater than any disc difference

	// mobilityEmpties is the largest number of empty squares at which moves are ordered by mobility,
	// valueEmpties the smallest at which the evaluator then ranks the first ones, and tableEmpties the smallest
	// at which the search uses the large table. With mobilityEmpties = 12 instead of 14, FFO #40-43 take 66 M
	// nodes instead of 72 M, but 1.2 times as long.
	mobilityEmpties = 14
	valueEmpties    = 13
	tableEmpties    = 12
)

// stabilityCut reports whether the opponent's stable discs alone keep the side to move at alpha or below. It
// tests only likely cases.
func stabilityCut(theirs, mine uint64, alpha, empties int) (score int, cut bool) {
	if alpha < kernel.StableAlpha(empties) {
		return 0, false
	}
	score = 64 - 2*bits.OnesCount64(kernel.Stable(theirs, mine))
	return score, score <= alpha
}

// byMobility solves a board with a moderate number of empty squares. It uses the table, and first tries moves
// that leave the opponent few replies. moves are the legal moves of mine. cut and ply are those of a node.
// With at least valueEmpties empty squares, the evaluator's level ply must be this board.
func (w *worker) byMobility(mine, theirs, moves uint64, alpha, ply int, cut bool) int {
	empty := ^(mine | theirs)
	empties := bits.OnesCount64(empty)
	if empties <= kernel.EndingSquares {
		score, nodes := kernel.Ending(mine, theirs, alpha)
		w.nodes += uint64(nodes)
		return score
	}
	if w.visit() {
		return alpha
	}
	if score, cut := stabilityCut(theirs, mine, alpha, empties); cut {
		return score
	}
	if moves == 0 {
		if moves = kernel.Moves(theirs, mine); moves == 0 {
			return kernel.Final(mine, theirs)
		}
		if empties >= valueEmpties {
			w.eval.Pass(ply)
		}
		return -w.byMobility(theirs, mine, moves, -alpha-1, ply+1, !cut)
	}
	first, score, settled := w.recall(mine, theirs, alpha, empties)
	if settled {
		return score
	}
	before := w.nodes
	list := kernel.Children(mine, theirs, moves, &w.lists[empties])
	if empties > tableEmpties {
		n := node{mine: mine, theirs: theirs, depth: empties, level: Exact}
		if score, cut := w.transpositions(&n, list, alpha); cut {
			return score
		}
	}
	orderByMobility(list, mine, theirs, empty, first)
	if cut && empties >= valueEmpties {
		w.rankFirst(list, mine, theirs, ply)
	}
	best, bestMove := -infinite, uint8(none)
	for i := range list {
		m := next(list, i)
		if empties > valueEmpties {
			w.eval.Play(ply, uint(m.Square), m.Flips)
		}
		score := -w.byMobility(theirs&^m.Flips, mine|m.Flips|1<<(m.Square&63), m.Replies, -alpha-1, ply+1, !cut)
		if w.stopped {
			return alpha
		}
		if score > best {
			best, bestMove = score, m.Square
			if best > alpha {
				break
			}
		}
	}
	w.retain(mine, theirs, knowledge{depth: uint8(empties), level: Exact, cost: cost(w.nodes - before)}, best,
		alpha, bestMove)
	return best
}

// recall looks up a position searched to the end. If the entry decides whether the value exceeds alpha, it
// returns a score, and otherwise the moves to try first.
func (w *worker) recall(mine, theirs uint64, alpha, empties int) (first [2]uint8, score int, settled bool) {
	if empties >= tableEmpties {
		known, _ := w.table.find(mine, theirs)
		if !known.covers(empties, Exact) {
			return known.moves, 0, false
		}
		score, settled = known.settles(alpha)
		return known.moves, score, settled
	}
	c := w.cache.at(mine, theirs)
	if c.mine != mine || c.theirs != theirs {
		return noMoves, 0, false
	}
	known := knowledge{lower: c.lower, upper: c.upper}
	score, settled = known.settles(alpha)
	return [2]uint8{c.move, none}, score, settled
}

// retain stores a result for recall.
func (w *worker) retain(mine, theirs uint64, k knowledge, best, alpha int, m uint8) {
	if int(k.depth) >= tableEmpties {
		w.remember(mine, theirs, k, best, alpha, m)
		return
	}
	c := cached{mine: mine, theirs: theirs, lower: -64, upper: 64, move: none}
	if best > alpha {
		c.lower, c.move = int8(best), m
	} else {
		c.upper = int8(best)
	}
	*w.cache.at(mine, theirs) = c
}

// orderByMobility sets the priorities of the moves. It prefers moves that leave the opponent few replies, few
// corners and little room, moves in odd quadrants, and corners. The weights were tuned one by one on FFO
// #22-43; adding stable discs to the sum saved 3 % of the nodes but took 15 % more time.
func orderByMobility(list []move, mine, theirs, empty uint64, first [2]uint8) {
	odd := kernel.OddQuadrants(empty)
	for i := range list {
		m := &list[i]
		switch m.Square {
		case first[0]:
			m.Key = keyHash
		case first[1]:
			m.Key = keyHash - 1
		default:
			own := mine | m.Flips | 1<<(m.Square&63)
			key := -16 * (bits.OnesCount64(m.Replies) + bits.OnesCount64(m.Replies&corners))
			key -= 3 * bits.OnesCount64(neighbours(own)&empty&^own)
			key += 8 * int(odd>>(m.Square&63)&1+corners>>(m.Square&63)&1)
			m.Key = int32(key)
		}
	}
}

// ranked is the number of moves that rankFirst ranks. Four save 1 % of the nodes but no time.
const ranked = 3

// rankFirst ranks the first moves of an order by mobility again, by mobility and the evaluator's value. The
// best move is almost always among them. Most of the others are bad, and it costs less to leave them out.
func (w *worker) rankFirst(list []move, mine, theirs uint64, ply int) {
	for i := range min(ranked, len(list)) {
		m := next(list, i)
		if m.Key >= keyHash-1 {
			continue // a move of the table
		}
		w.eval.Play(ply, uint(m.Square), m.Flips)
		value := w.eval.Eval(ply+1, theirs&^m.Flips, mine|m.Flips|1<<(m.Square&63))
		m.Key += keyHash/2 - int32(16*value/(3*Unit)) // a reply counts three discs
	}
}
