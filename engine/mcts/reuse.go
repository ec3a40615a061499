package mcts

import "github.com/outflank/outflank/engine"

// moveTo makes b the root. It keeps the subtree of b from earlier searches, if there is one, and drops the
// rest of the tree.
func (t *tree) moveTo(b engine.Board) {
	n := int32(-1)
	if !t.opt.Forget && len(t.nodes) > 0 && t.board.Shape == b.Shape {
		n = t.find(0, t.board, b)
	}
	t.board, t.full = b, false
	if n < 0 {
		t.nodes = t.nodes[:0]
		t.room(1)
		t.nodes = append(t.nodes, node{move: engine.None})
		return
	}
	t.reroot(n)
}

// find returns the node of board want in the subtree of node n, whose board is b, or -1 if there is none. It
// follows only moves to squares on which want has discs.
func (t *tree) find(n int32, b, want engine.Board) int32 {
	if b == want {
		return n
	}
	nd := t.nodes[n]
	for i := range int32(nd.count) {
		move := t.nodes[nd.first+i].move
		if move != engine.None && !(want.Mine | want.Theirs).Has(move) {
			continue
		}
		if found := t.find(nd.first+i, after(b, move), want); found >= 0 {
			return found
		}
	}
	return -1
}

// reroot copies the subtree of node n, level by level.
func (t *tree) reroot(n int32) {
	to := append(t.spare[:0], t.nodes[n])
	for i := 0; i < len(to); i++ {
		if nd := to[i]; nd.count > 0 {
			to[i].first = int32(len(to))
			to = append(to, t.kids(&nd)...)
		}
	}
	t.nodes, t.spare = to, t.nodes[:0]
}
