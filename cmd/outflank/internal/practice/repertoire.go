package practice

import (
	"path/filepath"
	"slices"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// A Repertoire is a set of lines, in which positions are equal up to symmetry. A move of the side belongs to
// it if a line plays it, and a move of the opponent if it leads to a position of a line.
type Repertoire struct {
	Name  string // of its file, without the folder, or "book"
	Side  engine.Color
	Items []engine.Game // the first lines to positions in which the side has a move, in the order of Add

	known map[string]bool // positions by Key; and moves of the side, by the positions before and after
	asked map[string]bool // positions of Items
}

// New returns a repertoire without lines.
func New(side engine.Color) *Repertoire {
	return &Repertoire{Side: side, known: map[string]bool{}, asked: map[string]bool{}}
}

// ReadRepertoire reads lines in any format of games. [book.SmallName] stands for lines of the shipped book,
// with the settings of [DefaultMaker]. A file without a move of the side is bad input.
func ReadRepertoire(path string, side engine.Color) (r *Repertoire, err error) {
	if path == book.SmallName {
		m := DefaultMaker
		m.Side = side
		if m.Book, err = book.Small(); err != nil {
			return nil, err
		}
		_, r, err = m.Make()
	} else {
		r = New(side)
		err = book.EachOpening(path, "opening", r.Add)
	}
	if r.Name = filepath.Base(path); err == nil && len(r.Items) == 0 {
		err = fault.BadInputf("%s: holds no move of %v", path, side)
	}
	return r, err
}

// Key returns the text of the image that stands for all images of a position.
func Key(p engine.Position) string {
	return engine.Position{Board: p.Board.Least(), Color: p.Color}.String()
}

// KeyAfter is [Key] for the position after a game with legal moves.
func KeyAfter(g engine.Game) string {
	p, _ := g.End()
	return Key(p)
}

// Add adds a line. The error names its first illegal move.
func (r *Repertoire) Add(g engine.Game) error {
	for ply, err := range g.Plies() {
		if err != nil {
			return err
		}
		next, _ := ply.Position.Play(ply.Move)
		key, after := Key(ply.Position), Key(next)
		if r.known[after] = true; ply.Position.Color != r.Side {
			continue
		}
		if r.known[key+after] = true; !r.asked[key] {
			r.asked[key] = true
			r.Items = append(r.Items, engine.Game{Start: g.Start, Moves: g.Moves[:ply.Index]})
		}
	}
	return nil
}

// Moves returns the moves in a position that belong to the repertoire, by square.
func (r *Repertoire) Moves(p engine.Position) (list []engine.Square) {
	key := ""
	if p.Color == r.Side {
		key = Key(p)
	}
	for s := range p.Board.Moves().All() {
		if next, _ := p.Play(s); r.known[key+Key(next)] {
			list = append(list, s)
		}
	}
	return list
}

// Leaving returns the ply at which a game leaves the repertoire, and the moves that do not. There are none if
// the game ends, makes an illegal move or reaches the end of a line before.
func (r *Repertoire) Leaving(g engine.Game) (ply engine.Ply, moves []engine.Square) {
	for ply = range g.Plies() {
		if moves = r.Moves(ply.Position); !slices.Contains(moves, ply.Move) {
			return ply, moves
		}
	}
	return ply, nil
}

// Due returns the items to ask for, in order: those whose cards are due, and at most fresh without a card.
// Cards are by [Key].
func (r *Repertoire) Due(cards map[string]Card, fresh int, now time.Time) (list []engine.Game) {
	for _, line := range r.Items {
		c, old := cards[KeyAfter(line)]
		if !old {
			fresh--
		}
		if c.Due <= Day(now, 0) && (old || fresh >= 0) {
			list = append(list, line)
		}
	}
	return list
}

// Count returns how many items have a card that is due by a day, how many have no card, and the next day on
// which an item is due; "" = none.
func (r *Repertoire) Count(cards map[string]Card, day string) (due, fresh int, next string) {
	for _, line := range r.Items {
		switch c, old := cards[KeyAfter(line)]; {
		case !old:
			fresh++
		case c.Due <= day:
			due++
		case next == "" || c.Due < next:
			next = c.Due
		}
	}
	return due, fresh, next
}
