package deep

import (
	"math/bits"

	"github.com/outflank/outflank/engine/kernel"
)

// A node is a position in the tree, with the parameters of its search.
type node struct {
	mine, theirs uint64
	moves        uint64 // of the side to move
	depth        int    // remaining plies; the number of empty squares = to the end
	level        Level
	ply          int  // its level on the evaluator's stack
	cuts         int  // number of nested ProbCut searches
	cut          bool // a null window is expected to show a value greater than alpha
}

func (n *node) empties() int { return 64 - bits.OnesCount64(n.mine|n.theirs) }

// after returns the node that a move leads to.
func (n *node) after(m *move) node {
	return node{
		mine: n.theirs &^ m.Flips, theirs: n.mine | m.Flips | 1<<(m.Square&63), moves: m.Replies,
		depth: n.depth - 1, level: n.level, ply: n.ply + 1, cuts: n.cuts, cut: !n.cut,
	}
}

// passed returns the node that a pass leads to.
func (n *node) passed() node {
	p := *n
	p.mine, p.theirs, p.ply, p.cut = n.theirs, n.mine, n.ply+1, !n.cut
	p.moves = kernel.Moves(p.mine, p.theirs)
	return p
}

// ending reports whether the node is searched to the end of the game by byMobility.
func (n *node) ending() bool {
	empties := n.empties()
	return n.depth >= empties && empties <= mobilityEmpties
}

// play searches the node after a move with the parent's window alpha, alpha+1.
func (w *worker) play(n *node, m *move, alpha int) int {
	child := n.after(m)
	if child.ending() {
		if child.empties() >= valueEmpties {
			w.eval.Play(n.ply, uint(m.Square), m.Flips)
		}
		return -w.byMobility(child.mine, child.theirs, m.Replies, -alpha-1, child.ply, child.cut)
	}
	w.eval.Play(n.ply, uint(m.Square), m.Flips)
	return -w.nullWindow(&child, -alpha-1)
}

// evaluate returns the evaluator's estimate in whole discs.
func (w *worker) evaluate(n *node) int {
	v := w.eval.Eval(n.ply, n.mine, n.theirs)
	if v >= 0 {
		return min((v+Unit/2)/Unit, 64)
	}
	return max((v-Unit/2)/Unit, -64)
}

// horizon returns the value of a node that is not searched: the result if the board is full or the side to
// move has no disc, and otherwise the evaluator's value, even if the side to move has no move. Testing for
// moves there would take a tenth of the search time.
func (w *worker) horizon(n *node) int {
	if n.empties() == 0 || n.mine == 0 {
		return kernel.Final(n.mine, n.theirs)
	}
	return w.evaluate(n)
}

// nullWindow decides whether the value of a node is greater than alpha. It returns either a lower bound
// greater than alpha, or an upper bound that is at most alpha.
func (w *worker) nullWindow(n *node, alpha int) int {
	if w.visit() {
		return alpha
	}
	if n.depth == 0 {
		return w.horizon(n)
	}
	if n.moves == 0 {
		return w.passNull(n, alpha)
	}
	empties := n.empties()
	if n.depth >= empties {
		if score, cut := stabilityCut(n.theirs, n.mine, alpha, empties); cut {
			return score
		}
	}
	if n.depth == 1 {
		if n.level == Sure45 {
			if score, cut := w.leafCut(n, alpha); cut {
				return score
			}
		}
		return w.leaves(n, alpha)
	}
	known, _ := w.table.find(n.mine, n.theirs)
	if known.covers(n.depth, n.level) {
		if score, settled := known.settles(alpha); settled {
			return score
		}
	}
	before := w.nodes
	if score, cut := w.probCut(n, alpha); cut || w.stopped {
		return score
	}
	list := kernel.Children(n.mine, n.theirs, n.moves, &w.lists[n.empties()])
	if n.depth >= etcDepth {
		if score, cut := w.transpositions(n, list, alpha); cut {
			return score
		}
	}
	w.order(n, list, known.moves)
	best, at := w.scout(n, list, 0, alpha)
	if w.stopped {
		return alpha
	}
	w.remember(n.mine, n.theirs, knowledge{depth: uint8(n.depth), level: n.level, cost: cost(w.nodes - before)},
		best, alpha, list[at].Square)
	return best
}

func (w *worker) passNull(n *node, alpha int) int {
	p := n.passed()
	if p.moves == 0 {
		return kernel.Final(n.mine, n.theirs)
	}
	w.eval.Pass(n.ply)
	return -w.nullWindow(&p, -alpha-1)
}

// leaves is nullWindow one ply before the horizon.
func (w *worker) leaves(n *node, alpha int) int {
	best := -infinite
	for _, moves := range w.leafMoves(n) {
		for ; moves != 0; moves &= moves - 1 {
			s := uint(bits.TrailingZeros64(moves))
			m := move{Square: uint8(s), Flips: kernel.Flips(n.mine, n.theirs, s)}
			if m.Flips == n.theirs {
				return 64 // no disc of the opponent is left
			}
			child := n.after(&m)
			w.nodes++
			w.eval.Play(n.ply, s, m.Flips)
			if score := -w.evaluate(&child); score > best {
				best = score
				if best > alpha {
					w.killers[n.ply] = m.Square
					return best
				}
			}
		}
	}
	return best
}

// leafMoves returns the moves of a node one ply before the horizon as sets that are tried in turn. At Sure45,
// the first set is the killer move, which was the last to be good enough at this ply. This order saves a
// tenth of the nodes of searches of 10 plies. Searches at other levels keep the order of the squares, with
// which the gauntlet's anchors were measured.
func (w *worker) leafMoves(n *node) [5]uint64 {
	if n.level != Sure45 {
		return [5]uint64{n.moves}
	}
	killer := n.moves & (1 << (w.killers[n.ply] & 63))
	rest := n.moves &^ killer
	return [5]uint64{
		killer,
		rest & corners,
		rest &^ (edges | besideCorners),
		rest & edges &^ (corners | besideCorners),
		rest & besideCorners,
	}
}

// etcDepth is the smallest depth at which all moves are looked up in the table before any is searched. FFO
// #40-44 take as many nodes with 9 as with 5.
const etcDepth = 9

// transpositions looks for a move that is good enough according to the table (enhanced transposition cutoff).
func (w *worker) transpositions(n *node, list []move, alpha int) (score int, cut bool) {
	for i := range list {
		child := n.after(&list[i])
		known, _ := w.table.find(child.mine, child.theirs)
		if known.covers(child.depth, n.level) && -int(known.upper) > alpha {
			return -int(known.upper), true
		}
	}
	return 0, false
}

// scout tries list[from:] in turn until the value of a move is greater than alpha. It returns the best value
// and the index of its move.
func (w *worker) scout(n *node, list []move, from, alpha int) (best, at int) {
	best, at = -infinite, from
	for i := from; i < len(list); i++ {
		if i > from && w.search.mayShare(n) {
			return w.share(n, list, i, alpha, best, at)
		}
		score := w.play(n, next(list, i), alpha)
		if w.stopped {
			return best, at
		}
		if score > best {
			best, at = score, i
			if best > alpha {
				return best, at
			}
		}
	}
	return best, at
}

// pvs returns the value of a node if it is inside the window, and otherwise a bound. It leaves the best line
// in w.lines[n.ply].
func (w *worker) pvs(n *node, alpha, beta int) int {
	line := &w.lines[n.ply]
	line.len = 0
	if w.visit() {
		return alpha
	}
	if n.depth == 0 {
		return w.horizon(n)
	}
	if n.moves == 0 {
		p := n.passed()
		if p.moves == 0 {
			return kernel.Final(n.mine, n.theirs)
		}
		w.eval.Pass(n.ply)
		score := -w.pvs(&p, -beta, -alpha)
		*line = w.lines[p.ply]
		return score
	}
	known, _ := w.table.find(n.mine, n.theirs)
	before := w.nodes
	list := kernel.Children(n.mine, n.theirs, n.moves, &w.lists[n.empties()])
	w.order(n, list, known.moves)
	best, bestMove := w.openMoves(n, list, alpha, beta)
	if w.stopped {
		return alpha
	}
	k := knowledge{lower: -64, upper: 64, depth: uint8(n.depth), level: n.level, cost: cost(w.nodes - before),
		moves: [2]uint8{bestMove, none}}
	if best > alpha {
		k.lower = int8(best)
	}
	if best < beta {
		k.upper = int8(best)
	}
	w.table.put(n.mine, n.theirs, k)
	return best
}

// openMoves searches the moves of a node with an open window. The first move gets the full window. Other
// moves get it only if a null window shows that they are better.
func (w *worker) openMoves(n *node, list []move, alpha, beta int) (best int, bestMove uint8) {
	best, bestMove = -infinite, none
	n.cut = false // after the first move
	for i := 0; i < len(list); i++ {
		if i > 0 {
			score, at := w.scout(n, list, i, max(alpha, best))
			if w.stopped {
				return best, bestMove
			}
			if score <= max(alpha, best) {
				if score > best {
					best, bestMove = score, list[at].Square
				}
				return best, bestMove
			}
			if score >= beta {
				w.lines[n.ply].one(list[at].Square)
				return score, list[at].Square
			}
			list[i], list[at] = list[at], list[i]
		}
		m := &list[i]
		if i == 0 {
			m = next(list, 0)
		}
		child := n.after(m)
		w.eval.Play(n.ply, uint(m.Square), m.Flips)
		score := -w.pvs(&child, -beta, -max(alpha, best))
		if w.stopped {
			return best, bestMove
		}
		if score > best {
			best, bestMove = score, m.Square
			w.lines[n.ply].set(m.Square, &w.lines[child.ply])
			if best >= beta {
				return best, bestMove
			}
		}
	}
	return best, bestMove
}
