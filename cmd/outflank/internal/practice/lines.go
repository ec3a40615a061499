package practice

import (
	"cmp"
	"slices"

	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/notation"
)

// A Maker makes the lines of a repertoire from a book or games, at least one of which is set.
type Maker struct {
	Side     engine.Color
	Plies    int            // of a line, at most
	Within   int            // discs that the opponent's moves from the book lose at most
	MinGames int            // games with a move, at least
	Book     *book.Book     // nil = none
	Games    *explore.Index // nil = none

	seen  map[string]bool
	lines []engine.Game
	err   error // of the book
}

// DefaultMaker has the settings of lines of moderate length.
var DefaultMaker = Maker{Plies: 16, Within: 2, MinGames: 10}

// Make returns the lines and their repertoire. Each line begins with f5 and ends with a move of the side. A
// position occurs in one of them only, in whatever order of moves and symmetric image games reach it. Errors
// are those of the book.
func (m Maker) Make() (lines []engine.Game, r *Repertoire, err error) {
	m.seen, r = map[string]bool{}, New(m.Side)
	m.grow(engine.Game{Start: engine.StandardStart()})
	for _, g := range m.lines {
		m.err = cmp.Or(m.err, r.Add(g))
	}
	return m.lines, r, m.err
}

// grow adds the lines that begin with g, and reports whether there are any.
func (m *Maker) grow(g engine.Game) (grew bool) {
	p, _ := g.End() // the moves of a book or an index are legal
	key, mine := Key(p), p.Color == m.Side
	if m.seen[key] || len(g.Moves) >= m.Plies {
		return false
	}
	moves := m.moves(g, p.Board, mine)
	if m.seen[key] = moves != nil; mine && moves != nil {
		moves = moves[:1]
	}
	for _, s := range moves {
		next := engine.Game{Start: g.Start, Moves: append(slices.Clip(g.Moves), s)}
		if more := m.grow(next); mine && !more {
			line, _ := notation.Turn(next, engine.At(5, 4)) // f5
			m.lines = append(m.lines, line)
		} else if !more {
			continue
		}
		grew = true
	}
	return grew
}

// moves returns the moves after a game: the player's, the best first, or the opponent's.
func (m *Maker) moves(g engine.Game, b engine.Board, mine bool) (list []engine.Square) {
	if m.Games == nil || mine && m.Book != nil {
		e, _, err := m.Book.Look(b)
		m.err = cmp.Or(m.err, err)
		for _, move := range e.Moves {
			if mine || !move.AtMost && move.Drop <= m.Within {
				list = append(list, move.Square)
			}
		}
		return list
	}
	answer, _ := m.Games.Explore(g, explore.Filter{}, 0, explore.First) // the moves are legal
	for _, move := range answer.Moves {
		if s, _ := engine.ParseSquare(move.Move); move.Games >= m.MinGames {
			list = append(list, s)
		}
	}
	return list
}
