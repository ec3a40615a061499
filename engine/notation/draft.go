package notation

import (
	"errors"
	"fmt"

	"github.com/outflank/outflank/engine"
)

// A draft is a record being read. It also contains the offsets of its moves, and the passes and sides that
// the file states, which must agree with the rules.
type draft struct {
	Record
	marks    []mark    // one for each move
	passes   []mark    // stated passes, each with the number of moves before it
	comments []comment // on moves, in order

	variations []*draft // as in the record
}

// newDraft returns a record that begins at a line, with the ordinary start.
func newDraft(line int) draft {
	return draft{Record: Record{Line: line, Game: engine.Game{Start: engine.StandardStart()}}}
}

// A mark is a move or a pass as written in a file.
type mark struct {
	at     int // offset in the text of the record
	before int // number of moves before it
	side   side
}

// A side is a colour stated in a file, or none.
type side uint8

const (
	anySide side = iota
	blackSide
	whiteSide
)

// is reports whether s is colour c or not stated.
func (s side) is(c engine.Color) bool { return s == anySide || s == blackSide+side(c) }

// play adds a move.
func (d *draft) play(s engine.Square, by side, at int) {
	if d.Moves == nil {
		d.Moves, d.marks = make([]engine.Square, 0, 64), make([]mark, 0, 64)
	}
	d.marks = append(d.marks, mark{at, len(d.Moves), by})
	d.Moves = append(d.Moves, s)
}

// pass adds a pass.
func (d *draft) pass(by side, at int) {
	d.passes = append(d.passes, mark{at, len(d.Moves), by})
}

// finish adds each comment to the note of its move, determines how a result in discs counts empty squares,
// and replays the moves. Every reader of games calls it at the end.
func (d *draft) finish() *flaw {
	d.settleComments()
	if len(d.Notes) > 0 {
		d.note(len(d.Moves) - 1)
	}
	if r := &d.Result; r.Kind == Discs && r.Black+r.White == d.Start.Board.Shape.Field.Len() {
		r.Empties = ToWinner
	}
	d.settleVariations()
	return d.replay()
}

// replay checks moves, sides and passes against the rules. It does not check passes after the last move,
// because some programs write them, others do not, and some fill the last line of a game with them.
func (d *draft) replay() *flaw {
	turn, passes := d.Start.Color, d.passes
	for ply, err := range d.Plies() {
		illegal, _ := errors.AsType[*engine.IllegalMoveError](err)
		if illegal != nil {
			ply = engine.Ply{Index: illegal.Index, Position: illegal.Position}
		}
		passed := ply.Position.Color != turn
		for ; len(passes) > 0 && passes[0].before == ply.Index; passes = passes[1:] {
			if !passed || !passes[0].side.is(turn) {
				return &flaw{at: passes[0].at, err: afterMoves{errPass, ply.Index}}
			}
			passed = false // only one pass can be due
		}
		if m := d.marks[ply.Index]; !m.side.is(ply.Position.Color) {
			return &flaw{at: m.at, want: fmt.Sprintf("move %d by %v", ply.Index+1, ply.Position.Color),
				err: afterMoves{errSide, ply.Index}}
		}
		if illegal != nil {
			return &flaw{at: d.marks[ply.Index].at, err: illegal}
		}
		turn = ply.Position.Color.Opponent()
	}
	return nil
}

// squareAt returns the square at the start of the text, or None.
func squareAt(text string) engine.Square {
	if len(text) < 2 {
		return engine.None
	}
	file, rank := text[0]|0x20-'a', text[1]-'1'
	if file > 7 || rank > 7 {
		return engine.None
	}
	return engine.At(int(file), int(rank))
}
