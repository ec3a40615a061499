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
	return int32(-w.look0(&child, depth, replies, -64*Unit, 64*Unit)*evalWeight[depth] - mobility*mobilityWeight)
}

var evalWeight = [...]int{1, 2, 2, 4}

const mobilityWeight = 4 * Unit

// look0 searches a few plies with nothing but alpha and beta, in parts of a disc.
func (w *worker) look0(n *node, depth int, moves uint64, alpha, beta int) int {
	if depth == 0 {
		return w.eval.Eval(n.ply, n.mine, n.theirs)
	}
	if moves == 0 {
		replies := kernel.Moves(n.theirs, n.mine)
		if replies == 0 {
			return final(n.mine, n.theirs) * Unit
		}
		w.eval.Pass(n.ply)
		p := n.passed()
		return -w.look0(&p, depth, replies, -beta, -alpha)
	}
	best := -65 * Unit
	for ; moves != 0; moves &= moves - 1 {
		s := uint(bits.TrailingZeros64(moves))
		m := move{square: uint8(s), flips: kernel.Flips(n.mine, n.theirs, s)}
		child := n.after(&m)
		w.nodes++
		w.eval.Play(n.ply, s, m.flips)
		var replies uint64
		if depth > 1 {
			replies = kernel.Moves(child.mine, child.theirs)
		}
		best = max(best, -w.look0(&child, depth-1, replies, -beta, -max(alpha, best)))
		if best >= beta {
			return best
		}
	}
	return best
}
