package book

import (
	"cmp"
	"errors"
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// mixed is the evaluator of a book whose leaves come from several evaluators.
const mixed = "mixed"

// Merge adds the positions of another book. If both books contain a position, it takes the games of the book
// with more of them, and the exact leaf, or else the deeper one. Settings of searches remain those of the
// receiver. A leaf that leads to a position of the other book is removed, and so is one whose move is unknown
// if more moves stay in the book; [Build] searches for another one. Merge returns the number of added
// positions.
func (d *Draft) Merge(o *Draft) (added int) {
	whole := func(b engine.Board) bool { return d.has(b) || o.has(b) }
	var list []*node // all positions
	for _, n := range d.nodes {
		list = append(list, n.merged(o.at[n.board], d, o, whole))
	}
	for _, n := range o.nodes {
		if !d.has(n.board) {
			list = append(list, n.merged(nil, o, d, whole))
			added++
		}
	}
	s := &d.Settings
	s.Plies, s.MinGames = max(s.Plies, o.Settings.Plies), min(s.MinGames, o.Settings.MinGames)
	s.Learned = max(s.Learned, o.Settings.Learned)
	if s.Evaluator != o.Settings.Evaluator {
		s.Evaluator = mixed
	}
	*d = *newDraft(*s, list)
	return added
}

// merged returns a copy of a position of book a for the union of a and b, where twin is the same position in
// b or nil.
func (n *node) merged(twin *node, a, b *Draft, whole func(engine.Board) bool) *node {
	out := *n
	out.leaf = noLeaf
	if n.holds(a, whole) {
		out.leaf = n.leaf
	}
	if twin == nil {
		return &out
	}
	if twin.games > n.games {
		out.games, out.played = twin.games, twin.played
	}
	if twin.holds(b, whole) && (twin.leaf.Exact && !out.leaf.Exact ||
		twin.leaf.Exact == out.leaf.Exact && twin.leaf.Depth > out.leaf.Depth) {
		out.leaf = twin.leaf
	}
	return &out
}

// holds reports whether the leaf of a position of book d is valid in a larger book: its move leads out of it,
// or if that is unknown, no other move than before stays in it.
func (n *node) holds(d *Draft, larger func(engine.Board) bool) bool {
	for _, m := range n.moves {
		if in := larger(m.to); in && (m.square == n.leaf.Square || n.leaf.Square == engine.None && !d.has(m.to)) {
			return false
		}
	}
	return true
}

// Prune keeps the positions that moves of the book reach from the start, if each of these moves loses at most
// drop discs against the best, and there are at most plies of them. Their values don't change: a removed
// position becomes a leaf. Prune returns the number of removed positions, or bad input if the book does not
// contain the start.
func (d *Draft) Prune(drop, plies int) (removed int, err error) {
	start := engine.Standard().Least()
	if !d.has(start) {
		return 0, fault.BadInput(errors.New("the book does not contain the start of the game"))
	}
	kept := map[engine.Board]bool{start: true}
	for _, n := range d.nodes { // fewer discs first, so all lines to n have been seen
		if !kept[n.board] || n.board.Empty().Len() <= 60-plies {
			continue
		}
		for _, m := range n.moves {
			if inside, value := d.inside(m); inside && n.value-value <= drop {
				kept[m.to] = true
			}
		}
	}
	for _, n := range d.nodes {
		for _, m := range n.moves {
			inside, value := d.inside(m)
			if inside && !kept[m.to] && (n.leaf == noLeaf || value > n.leaf.Score) {
				n.leaf = leaf{m.square, value, d.depth(m), false}
			}
		}
	}
	list := slices.DeleteFunc(d.nodes, func(n *node) bool { return !kept[n.board] })
	removed = len(d.at) - len(list)
	*d = *newDraft(d.Settings, list)
	return removed, nil
}

// depth returns the depth of the leaf behind a move that stays in the book, counted from before the move.
func (d *Draft) depth(m edge) int {
	return min(1+cmp.Or(d.at[m.to].leaf.Depth, d.Settings.Depth), 60)
}
