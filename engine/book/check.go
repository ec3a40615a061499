package book

import (
	"errors"
	"fmt"
	"slices"

	"github.com/outflank/outflank/engine"
)

// checkPlace returns an error for a board that cannot be a position of a book.
func checkPlace(b engine.Board) error {
	switch {
	case b.Shape != engine.Full:
		return errors.New("not the full 8x8 board")
	case b.Mine&b.Theirs != 0:
		return errors.New("two discs on one square")
	case b.Moves() == 0:
		return errors.New("the side to move has no move")
	case b.Least() != b:
		return errors.New("not the least of its symmetric images")
	}
	return nil
}

// checkGames returns an error if the games are inconsistent with the position.
func (n *node) checkGames() error {
	sum, last := 0, -1
	for _, p := range n.played {
		switch {
		case p.games < 1 || p.games > n.games:
			return fmt.Errorf("%d games played %v, want 1 to %d", p.games, p.square, n.games)
		case int(p.square) <= last:
			return fmt.Errorf("moves that were played are not in order at %v", p.square)
		case !n.has(p.square):
			return fmt.Errorf("%v, which was played, is no move or not the lowest of symmetric ones", p.square)
		}
		sum, last = sum+p.games, int(p.square)
	}
	if sum > n.games {
		return fmt.Errorf("%d games played a move, of %d", sum, n.games)
	}
	return nil
}

// has reports whether a square is a legal move.
func (n *node) has(s engine.Square) bool {
	return slices.ContainsFunc(n.moves, func(m edge) bool { return m.square == s })
}

// checkLeaf returns an error for an invalid leaf. inside reports whether a least board is in the book.
func (n *node) checkLeaf(inside func(engine.Board) bool) error {
	l := n.leaf
	if l.Score < -64 || l.Score > 64 || l.Depth < 0 || l.Depth > 60 {
		return fmt.Errorf("leaf of %d discs at depth %d: want at most 64 and 60", l.Score, l.Depth)
	}
	outside := false
	for _, m := range n.moves {
		switch in := inside(m.to); {
		case !in && m.square == l.Square:
			return nil
		case !in:
			outside = true
		case m.square == l.Square:
			return fmt.Errorf("leaf %v leads to a position of the book", l.Square)
		}
	}
	switch {
	case l.Square != engine.None:
		return fmt.Errorf("leaf %v is no move or not the lowest of symmetric ones", l.Square)
	case outside && l.Depth == 0:
		return errors.New("a move leads out of the book and there is no leaf")
	case !outside && l != noLeaf:
		return errors.New("a score of no leaf")
	}
	return nil
}
