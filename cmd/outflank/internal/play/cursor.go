package play

import (
	"github.com/outflank/outflank/cmd/outflank/internal/board"
	"github.com/outflank/outflank/cmd/outflank/internal/window"
	"github.com/outflank/outflank/engine"
)

// square names the square under the cursor; "" where nobody may play it.
func (t *screenFrontend) square() string {
	p := t.session.Position()
	if !t.pointing() || p.Board.Over() || !t.session.isPerson(p.Color) {
		return ""
	}
	return t.cursor.String()
}

// pointing tells whether the cursor is on the board.
func (t *screenFrontend) pointing() bool {
	return t.cursor < engine.None && t.session.Start.Board.Shape.Field.Has(t.cursor)
}

// click plays a legal move, and puts the cursor on another square of the board.
func (t *screenFrontend) click(x, y int) (line string, entered bool, err error) {
	s := t.session
	at := board.SquareAt(s.Position(), s.marks(0), x-boardMargin, y)
	width, height := t.Size()
	if room := t.roomBelow(width, height); at == engine.None || room < 0 || len(t.told(width)) > room {
		return "", false, nil // no board is there
	}
	t.cursor = at
	if len(t.typed) == 0 && t.square() != "" && s.Position().Board.Moves().Has(at) {
		return t.enter("")
	}
	return "", false, nil
}

// move moves the cursor with an arrow key, or puts it on the board.
func (t *screenFrontend) move(key window.Key) {
	if !t.pointing() {
		t.nextLegal(false)
		return
	}
	t.cursor = neighbour(t.session.Start.Board.Shape, t.cursor, key)
}

// neighbour returns the next square in the direction of a key, over holes; the square
// itself where there is none. On the hexagonal lattice, where ranks are shifted, up and
// down go along the file, and at its end along the diagonal.
func neighbour(sh engine.Shape, from engine.Square, key window.Key) engine.Square {
	step := map[window.Key][2]int{
		window.Up: {0, -1}, window.Down: {0, 1}, window.Left: {-1, 0}, window.Right: {1, 0},
	}[key]
	if s := walk(sh, from, step); s != engine.None {
		return s
	}
	if sh.Lattice == engine.Hexagonal && step[0] == 0 {
		if s := walk(sh, from, [2]int{-step[1], step[1]}); s != engine.None {
			return s
		}
	}
	return from
}

// walk returns the first square of the shape that steps from a square lead to.
func walk(sh engine.Shape, from engine.Square, step [2]int) engine.Square {
	file, rank := from.File(), from.Rank()
	for {
		file, rank = file+step[0], rank+step[1]
		if file < 0 || file > 7 || rank < 0 || rank > 7 {
			return engine.None
		}
		if s := engine.At(file, rank); sh.Field.Has(s) {
			return s
		}
	}
}

// nextLegal puts the cursor on the next legal move, or on the one before, and at the
// end starts over; where there is no legal move, any square is one.
func (t *screenFrontend) nextLegal(back bool) {
	legal := t.session.Position().Board.Moves()
	if legal == 0 {
		legal = t.session.Start.Board.Shape.Field
	}
	ahead := legal
	if t.pointing() {
		before := t.cursor.Set() - 1 // all squares below the cursor
		if ahead = legal &^ (before | t.cursor.Set()); back {
			ahead = legal & before
		}
	}
	if ahead == 0 {
		ahead = legal
	}
	if t.cursor = ahead.First(); back {
		t.cursor = ahead.Nth(ahead.Len() - 1)
	}
}
