package play

import (
	"errors"
	"time"

	"github.com/outflank/outflank/engine"
)

// A history is the game being played, with what has been taken back. It is
// legal at all times.
type history struct {
	start  engine.Position
	moves  []engine.Square
	undone []engine.Square // what redo would play, its next move last
	spent  []time.Duration // on each move, 0 = unknown; the last ones may be missing
}

// errTakeBack and errPutBack are answers to undo and redo.
var (
	errTakeBack = errors.New("there is no move of yours to take back")
	errPutBack  = errors.New("there is no move to put back")
)

func (r *history) game() engine.Game { return engine.Game{Start: r.start, Moves: r.moves} }

// position returns the position now.
func (r *history) position() engine.Position { return r.at(len(r.moves)) }

// at returns the position after n moves.
func (r *history) at(n int) engine.Position {
	p, _ := engine.Game{Start: r.start, Moves: r.moves[:n]}.End() // legal, so no error
	return p
}

// lastPly returns the last move as it was played; ok is false when there is none.
func (r *history) lastPly() (ply engine.Ply, ok bool) {
	for ply = range r.game().Plies() {
		ok = true
	}
	return ply, ok
}

// play adds moves, all of them or, with an error, none.
func (r *history) play(moves ...engine.Square) error {
	g := r.game()
	g.Moves = append(g.Moves[:len(g.Moves):len(g.Moves)], moves...)
	if _, err := g.End(); err != nil {
		return err
	}
	r.moves, r.undone = g.Moves, nil
	return nil
}

// spend notes the time that move number n took.
func (r *history) spend(n int, d time.Duration) {
	r.spent = append(r.spent[:min(n, len(r.spent))], make([]time.Duration, max(0, n-len(r.spent)))...)
	r.spent = append(r.spent, d)
}

// undo takes moves back until one of decides is to move again, as he was before.
func (r *history) undo(decides func(engine.Color) bool) error {
	for n := len(r.moves) - 1; n >= 0; n-- {
		if decides(r.at(n).Color) {
			for i := len(r.moves) - 1; i >= n; i-- {
				r.undone = append(r.undone, r.moves[i])
			}
			r.moves = r.moves[:n]
			r.spent = r.spent[:min(n, len(r.spent))]
			return nil
		}
	}
	return errTakeBack
}

// redo plays again what undo took back, until one of decides is to move.
func (r *history) redo(decides func(engine.Color) bool) error {
	if len(r.undone) == 0 {
		return errPutBack
	}
	for {
		last := len(r.undone) - 1
		r.moves = append(r.moves[:len(r.moves):len(r.moves)], r.undone[last])
		r.undone = r.undone[:last]
		if last == 0 || decides(r.position().Color) {
			return nil
		}
	}
}
