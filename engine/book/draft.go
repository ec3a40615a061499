package book

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/outflank/outflank/engine"
)

// A node is a position of a book: a least board whose side to move has a move.
type node struct {
	board  engine.Board
	games  int
	played []played // by square, at least one game each
	leaf   leaf
	moves  []edge // the legal moves by square, one for each set of symmetric moves
	links  []link // those of them that stay in the book
	value  int    // value of the best move for the side to move
}

// A link is a move that stays in the book, with its value for the side to move.
type link struct {
	square engine.Square
	value  int
}

// A Draft is a book in memory that can be changed. [Draft.Write] writes a file for [Open]. A position takes
// about a kilobyte.
type Draft struct {
	Settings Settings
	nodes    []*node // by board
	at       map[engine.Board]*node
}

// noLeaf is the leaf of a position whose moves all stay in the book.
var noLeaf = leaf{Square: engine.None}

// A leaf is the best move from a position among those that lead out of the book.
type leaf struct {
	// Square is None if all moves stay in the book. Then Depth is 0. In books of other programs, it is also None
	// if the best of the moves that leave the book is unknown. Then Score is its value.
	Square engine.Square
	Score  int  // value found by search: disc difference for the side to move
	Depth  int  // search depth in plies
	Exact  bool // Score is the result of best play
}

// A played is a move with the number of games in which it was played.
type played struct {
	square engine.Square // the lowest of the symmetric squares
	games  int
}

// Len returns the number of positions.
func (d *Draft) Len() int { return len(d.nodes) }

// An edge is a move with the next position in which a side can choose.
type edge struct {
	square engine.Square
	to     engine.Board // a least board; zero if the game is over
	sign   int          // sign of to's value for the mover: 1 if the opponent passes, otherwise -1
}

// newNode returns the position of a least board with its moves.
func newNode(b engine.Board) *node {
	n := &node{board: b, leaf: noLeaf}
	seen := map[engine.Board]bool{}
	for s := range b.Moves().All() {
		if after := b.Play(s).Least(); !seen[after] {
			seen[after] = true
			to, sign := next(after)
			n.moves = append(n.moves, edge{s, to, sign})
		}
	}
	return n
}

// next returns the next position in which a side can choose a move, as a least board, and the sign of its
// value for the mover. after is the board after the mover's move.
func next(after engine.Board) (to engine.Board, sign int) {
	switch {
	case after.Moves() != 0:
		return after, -1
	case after.Over():
		return engine.Board{}, 0
	}
	return after.Pass().Least(), 1
}

// gamesOf returns the number of games in which a move was played.
func (n *node) gamesOf(s engine.Square) int {
	for _, p := range n.played {
		if p.square == s {
			return p.games
		}
	}
	return 0
}

// compareBoards orders the positions of a book by number of discs, so every move leads to a later position.
func compareBoards(a, b engine.Board) int {
	return cmp.Or(cmp.Compare(b.Empty().Len(), a.Empty().Len()), cmp.Compare(a.Mine, b.Mine),
		cmp.Compare(a.Theirs, b.Theirs))
}

// newDraft returns a book of nodes whose leaves are known.
func newDraft(s Settings, nodes []*node) *Draft {
	d := &Draft{Settings: s, at: make(map[engine.Board]*node, len(nodes))}
	d.add(nodes)
	return d
}

// assemble returns a book of nodes and checks their leaves.
func assemble(s Settings, nodes []*node) (*Draft, error) {
	d := newDraft(s, nodes)
	for i, n := range d.nodes {
		if err := n.checkLeaf(d.has); err != nil {
			return nil, fmt.Errorf("%w: position %d, %v: %v", errFormat, i, engine.Position{Board: n.board}, err)
		}
	}
	return d, nil
}

// has reports whether the book contains a least board.
func (d *Draft) has(b engine.Board) bool { return d.at[b] != nil }

// lacks reports whether the leaf of a position is still to be found.
func (d *Draft) lacks(n *node) bool {
	return n.leaf == noLeaf &&
		slices.ContainsFunc(n.moves, func(m edge) bool { return !d.has(m.to) })
}

// add adds nodes to the book and recomputes all values.
func (d *Draft) add(nodes []*node) {
	d.nodes = append(d.nodes, nodes...)
	slices.SortFunc(d.nodes, func(x, y *node) int { return compareBoards(x.board, y.board) })
	for _, n := range nodes {
		d.at[n.board] = n
	}
	d.negamax()
}

// negamax computes the values of all positions from the scores of the leaves, and their links. It goes
// backwards from the last position. Each move adds a disc, so the values of the positions after a move are
// known by then.
func (d *Draft) negamax() {
	for _, n := range slices.Backward(d.nodes) {
		n.value, n.links = -64, nil
		if n.leaf != noLeaf {
			n.value = n.leaf.Score
		}
		for _, m := range n.moves {
			if inside, value := d.inside(m); inside {
				n.value = max(n.value, value)
				n.links = append(n.links, link{m.square, value})
			}
		}
	}
}

// inside reports whether a move leads to a position of the book, and returns its value for the mover.
func (d *Draft) inside(m edge) (ok bool, value int) {
	if to, ok := d.at[m.to]; ok {
		return true, m.sign * to.value
	}
	return false, 0
}
