package book

import (
	"cmp"
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
	value  int    // value of the best move for the side to move
}

// An edge is a move with the next position in which a side can choose.
type edge struct {
	square engine.Square
	to     engine.Board // a least board; zero if the game is over
	sign   int          // sign of to's value for the mover: 1 if the opponent passes, otherwise -1
}

// newNode returns the position of a least board with its moves.
func newNode(b engine.Board) *node {
	n := &node{board: b, leaf: leaf{Square: engine.None}}
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

// newBook returns a book of nodes whose leaves are known.
func newBook(s Settings, nodes []*node) *Book {
	b := &Book{Settings: s, at: map[engine.Board]*node{}}
	b.add(nodes)
	return b
}

// add adds nodes to the book and recomputes all values.
func (b *Book) add(nodes []*node) {
	b.nodes = append(b.nodes, nodes...)
	slices.SortFunc(b.nodes, func(x, y *node) int { return compareBoards(x.board, y.board) })
	for _, n := range nodes {
		b.at[n.board] = n
	}
	b.negamax()
}

// negamax computes the values of all positions from the scores of the leaves. It goes backwards from the last
// position. Each move adds a disc, so the values of the positions after a move are known by then.
func (b *Book) negamax() {
	for _, n := range slices.Backward(b.nodes) {
		n.value = -64
		if n.leaf.Square != engine.None {
			n.value = n.leaf.Score
		}
		for _, m := range n.moves {
			if inside, value := b.inside(m); inside {
				n.value = max(n.value, value)
			}
		}
	}
}

// inside reports whether a move leads to a position of the book, and returns its value for the mover.
func (b *Book) inside(m edge) (ok bool, value int) {
	if to, ok := b.at[m.to]; ok {
		return true, m.sign * to.value
	}
	return false, 0
}
