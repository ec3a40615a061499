package mcts

import (
	"math/rand/v2"
	"unsafe"

	"github.com/outflank/outflank/engine"
)

// A node represents a board of the tree in 16 bytes. It does not contain the board, which follows from the
// moves on the path from the root.
type node struct {
	first  int32  // index of its first child; the children are adjacent
	visits uint32 // number of simulations through it
	points points // sum of their results for the side that moved here
	count  uint8  // number of children; 0 = none yet
	move   engine.Square
	known  known // the result for the side that moved here
}

const nodeBytes = int(unsafe.Sizeof(node{}))

// A known is a proven result. The zero value means none.
type known uint8

func knownAs(p points) known   { return known(p) + 1 }
func (k known) points() points { return points(k) - 1 }

// maxVisits keeps the sums of points in their range.
const maxVisits = 1 << 30

// A tree holds the results of simulations from one board. Node 0 is its root.
type tree struct {
	opt    Options
	policy policy
	rng    *rand.PCG
	limit  int // maximum number of nodes

	board        engine.Board // of the root
	nodes, spare []node
	path         []int32
	full         bool // there was no room for more nodes
}

// newTree returns a tree without a root, of at most the given number of bytes. While the root moves to a
// later board, nodes are stored twice.
func newTree(opt Options, rng *rand.PCG, bytes int) *tree {
	limit := max(1, min(bytes/2/nodeBytes, 1<<30))
	return &tree{opt: opt, policy: newPolicy(rng, opt), rng: rng, limit: limit}
}

// simulate adds one simulation.
func (t *tree) simulate() {
	b, n := t.board, int32(0)
	t.path = append(t.path[:0], 0)
	for t.open(n, b) {
		n = t.choose(n)
		b = after(b, t.nodes[n].move)
		t.path = append(t.path, n)
	}
	t.count(t.result(n, b))
}

// open reports whether the simulation continues to a child of node n. It does not if the result is known,
// this is the first visit, or there is no room for children.
func (t *tree) open(n int32, b engine.Board) bool {
	switch nd := &t.nodes[n]; {
	case nd.known != 0:
		return false
	case nd.count > 0:
		return true
	case n != 0 && (nd.visits == 0 || t.opt.Selection == Flat):
		return false
	}
	return t.expand(n, b)
}

// result returns the points of the side that moved to node n. If they are not known, it plays the game out.
func (t *tree) result(n int32, b engine.Board) points {
	nd := &t.nodes[n]
	if !t.opt.NoProof && nd.known == 0 && nd.visits == 0 && b.Over() {
		nd.known = knownAs(pointsOf(-b.Score()))
		t.prove()
	}
	if nd.known != 0 {
		return nd.known.points()
	}
	return t.policy.playout(b).other()
}

// count adds a result to all nodes of the path. p is the result for the side that made the last move.
func (t *tree) count(p points) {
	for i := len(t.path) - 1; i >= 0; i-- {
		nd := &t.nodes[t.path[i]]
		nd.visits++
		nd.points += p
		p = p.other()
	}
}

// prove propagates the known result of the last node of the path. A board is won if a move wins. Otherwise it
// has the result of its best move if all moves are known.
func (t *tree) prove() {
	for i := len(t.path) - 2; i >= 0; i-- {
		nd := &t.nodes[t.path[i]]
		best, all := known(0), true
		for _, kid := range t.kids(nd) {
			best = max(best, kid.known)
			all = all && kid.known != 0
		}
		if !all && best != knownAs(win) {
			return
		}
		nd.known = knownAs(best.points().other())
	}
}

func (t *tree) kids(nd *node) []node { return t.nodes[nd.first : nd.first+int32(nd.count)] }

// expand gives node n a child for each move, in random order, or one for the pass.
// It returns false if the game is over or there is no room.
func (t *tree) expand(n int32, b engine.Board) bool {
	moves := b.Moves()
	count := max(1, moves.Len())
	if moves == 0 && b.Pass().Moves() == 0 || !t.room(count) {
		return false
	}
	first := len(t.nodes)
	t.nodes = t.nodes[:first+count]
	kids := t.nodes[first:]
	kids[0] = node{move: engine.None}
	i := 0
	for s := range moves.All() {
		j := int(t.rng.Uint64() >> 32 * uint64(i+1) >> 32)
		kids[i] = kids[j]
		kids[j] = node{move: s}
		i++
	}
	t.nodes[n].first, t.nodes[n].count = int32(first), uint8(count)
	return true
}

// room makes room for count more nodes. It returns false if the limit forbids it.
func (t *tree) room(count int) bool {
	want := len(t.nodes) + count
	if want > t.limit {
		t.full = true
		return false
	}
	if want > cap(t.nodes) {
		nodes := make([]node, len(t.nodes), min(t.limit, max(1024, 2*want)))
		copy(nodes, t.nodes)
		t.nodes = nodes
	}
	return true
}

// after returns the board after a move or a pass, from the view of the side to move.
func after(b engine.Board, move engine.Square) engine.Board {
	if move == engine.None {
		return b.Pass()
	}
	return b.Play(move)
}
