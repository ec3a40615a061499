package deep

import (
	"math/bits"

	"github.com/outflank/outflank/engine/kernel"
)

// A move is a move with what it turns and a key that says how early to try it.
type move struct {
	flips  uint64
	key    int32
	square uint8
}

const (
	maxMoves = 34      // no position has more (33 are known)
	keyHash  = 1 << 30 // of the move that the table remembers
)

// next moves the best of list[i:] to place i: most lists are cut before their end,
// so they are sorted no further than they are read.
func next(list []move, i int) *move {
	best := i
	for j := i + 1; j < len(list); j++ {
		if list[j].key > list[best].key {
			best = j
		}
	}
	list[i], list[best] = list[best], list[i]
	return &list[i]
}

// order gives the moves of a node their keys: the table's moves first, then by a
// small search, the opponent's mobility and corners.
func (w *worker) order(n *node, list []move, first [2]uint8, alpha int) {
	if len(list) == 1 {
		return
	}
	depth := orderDepth(n)
	for i := range list {
		m := &list[i]
		switch {
		case m.flips == n.theirs:
			m.key = keyHash + 1 // the opponent has no discs left
		case m.square == first[0]:
			m.key = keyHash
		case m.square == first[1]:
			m.key = keyHash - 1
		default:
			m.key = w.key(n, m, depth)
		}
	}
}

// orderDepth returns the depth of the searches that order the moves of a node.
func orderDepth(n *node) int {
	switch {
	case n.depth >= 18:
		return 2
	case n.depth >= 14:
		return 1
	}
	return 0
}

// key judges a move.
func (w *worker) key(n *node, m *move, depth int) int32 {
	child := n.after(m)
	w.eval.Play(n.ply, uint(m.square), m.flips)
	replies := kernel.Moves(child.mine, child.theirs)
	mobility := bits.OnesCount64(replies) + bits.OnesCount64(replies&corners)
	value := -w.glance(child.mine, child.theirs, replies, depth, child.ply, -64*Unit, 64*Unit)
	return int32(value*evalWeight[depth] - mobility*mobilityWeight)
}

// evalWeight says what a disc of a search of so many plies weighs against a disc
// of the evaluator alone, and mobilityWeight what a reply of the opponent does.
var evalWeight = [...]int{1, 2, 2}

const mobilityWeight = 4 * Unit

// glance searches a few plies with nothing but alpha and beta, in parts of a disc.
// Moves are those of the side to move.
func (w *worker) glance(mine, theirs, moves uint64, depth, ply, alpha, beta int) int {
	if depth == 0 {
		return w.eval.Eval(ply, mine, theirs)
	}
	if moves == 0 {
		replies := kernel.Moves(theirs, mine)
		if replies == 0 {
			return final(mine, theirs) * Unit
		}
		w.eval.Pass(ply)
		return -w.glance(theirs, mine, replies, depth, ply+1, -beta, -alpha)
	}
	best := -infinite * Unit
	for ; moves != 0; moves &= moves - 1 {
		s := uint(bits.TrailingZeros64(moves))
		f := kernel.Flips(mine, theirs, s)
		own, other := mine|f|1<<(s&63), theirs&^f
		w.nodes++
		w.eval.Play(ply, s, f)
		var replies uint64
		if depth > 1 {
			replies = kernel.Moves(other, own)
		}
		best = max(best, -w.glance(other, own, replies, depth-1, ply+1, -beta, -max(alpha, best)))
		if best >= beta {
			return best
		}
	}
	return best
}
