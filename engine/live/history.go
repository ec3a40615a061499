package live

import (
	"errors"
	"time"

	"github.com/outflank/outflank/engine"
)

// A History is a game in progress, with the moves that were taken back. Its moves are always legal. Other
// code may read its fields, but only its methods change them.
type History struct {
	Start  engine.Position
	Moves  []engine.Square
	Undone []engine.Square // moves for redo, the next one last
	Spent  []time.Duration // time for each move, 0 = unknown; the last ones may be missing
}

// ErrTakeBack and ErrPutBack are the errors of [History.Undo] and [History.Redo].
var (
	ErrTakeBack = errors.New("there is no move of yours to take back")
	ErrPutBack  = errors.New("there is no move to put back")
)

// Game returns the current game. The caller may append to its moves but must not change them.
func (r *History) Game() engine.Game {
	return engine.Game{Start: r.Start, Moves: r.Moves[:len(r.Moves):len(r.Moves)]}
}

// Position returns the current position.
func (r *History) Position() engine.Position { return r.at(len(r.Moves)) }

// at returns the position after n moves.
func (r *History) at(n int) engine.Position {
	p, _ := engine.Game{Start: r.Start, Moves: r.Moves[:n]}.End() // legal, so no error
	return p
}

// LastPly returns the last move; ok is false if there is none.
func (r *History) LastPly() (ply engine.Ply, ok bool) {
	for ply = range r.Game().Plies() {
		ok = true
	}
	return ply, ok
}

// Play adds the given moves and discards the moves that were taken back. If a move is illegal, it changes
// nothing and returns an [*engine.IllegalMoveError].
func (r *History) Play(moves ...engine.Square) error {
	g := r.Game()
	g.Moves = append(g.Moves, moves...)
	if _, err := g.End(); err != nil {
		return err
	}
	r.Moves, r.Undone = g.Moves, nil
	return nil
}

// Spend records the time of move n, counted from 0.
func (r *History) Spend(n int, d time.Duration) {
	r.Spent = append(r.Spent[:min(n, len(r.Spent))], make([]time.Duration, max(0, n-len(r.Spent)))...)
	r.Spent = append(r.Spent, d)
}

// Undo takes back moves until it is again the turn of a side for which decides returns true. If there is
// no move by such a side, the error is [ErrTakeBack].
func (r *History) Undo(decides func(engine.Color) bool) error {
	for n := len(r.Moves) - 1; n >= 0; n-- {
		if decides(r.at(n).Color) {
			for i := len(r.Moves) - 1; i >= n; i-- {
				r.Undone = append(r.Undone, r.Moves[i])
			}
			r.Moves = r.Moves[:n]
			r.Spent = r.Spent[:min(n, len(r.Spent))]
			return nil
		}
	}
	return ErrTakeBack
}

// CanUndo reports whether [History.Undo] has a move to take back.
func (r *History) CanUndo(decides func(engine.Color) bool) bool {
	for ply := range r.Game().Plies() {
		if decides(ply.Position.Color) {
			return true
		}
	}
	return false
}

// Redo replays moves that Undo took back, at least one, until a side for which decides returns true is to
// move. If there are no moves to replay, the error is [ErrPutBack].
func (r *History) Redo(decides func(engine.Color) bool) error {
	if len(r.Undone) == 0 {
		return ErrPutBack
	}
	for {
		last := len(r.Undone) - 1
		r.Moves = append(r.Moves[:len(r.Moves):len(r.Moves)], r.Undone[last])
		r.Undone = r.Undone[:last]
		if last == 0 || decides(r.Position().Color) {
			return nil
		}
	}
}
