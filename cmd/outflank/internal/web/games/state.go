package games

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"

	"github.com/outflank/outflank/cmd/outflank/internal/board"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/live"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// A state is a game as far as it has been played. Copies do not disturb each other.
type state struct {
	live.History
	persons [2]bool
	end     *End            // of a game that did not end by the rules
	expects [2]*Expectation // what each side expected at its last move
}

// The steps of a game, as its journal has them.
const (
	doMove    = "move"
	doUndo    = "undo"
	doRedo    = "redo"
	doResign  = "resign"
	doTime    = "time"
	doForfeit = "forfeit"
)

// A step is a record of a journal: an event, and the clocks then.
type step struct {
	Do      string       `json:"do"`
	Move    string       `json:"move,omitempty"`
	Side    string       `json:"side,omitempty"`    // who resigned, had no time left or forfeited
	Why     string       `json:"why,omitempty"`     // of a forfeit
	Expects *Expectation `json:"expects,omitempty"` // of a move
	Used    [2]int64     `json:"used"`              // ms of black and white, less what moves have earned
}

// errOver is the error of steps after the end.
var errOver = wire.Fail(http.StatusConflict, errors.New("the game is over"))

// over reports whether the game has ended.
func (s *state) over() bool { return s.end != nil || s.Position().Board.Over() }

// isPerson reports whether a person plays side c.
func (s *state) isPerson(c engine.Color) bool { return s.persons[c] }

// agentsOnly reports whether only agents play.
func (s *state) agentsOnly() bool { return !s.persons[0] && !s.persons[1] }

// apply takes a step, or returns why it cannot be taken.
func (s *state) apply(st step) error {
	if s.end != nil {
		return errOver
	}
	p := s.Position()
	switch st.Do {
	case doMove:
		move, err := engine.ParseSquare(st.Move)
		if err != nil {
			return fault.Misusef("move: %w", err)
		}
		if err := s.Play(move); err != nil {
			return err
		}
		s.expects[p.Color] = st.Expects
	case doUndo, doRedo:
		change := s.Undo
		if st.Do == doRedo {
			change = s.Redo
		}
		if err := change(s.isPerson); err != nil {
			return wire.Fail(http.StatusConflict, err)
		}
		s.expects = [2]*Expectation{}
	case doResign, doTime, doForfeit:
		if p.Board.Over() {
			return errOver
		}
		loser, err := colorOf(st.Side)
		if err != nil {
			return err
		}
		s.end = lostBy(loser, st)
	default:
		return fmt.Errorf("there is no step %q", st.Do)
	}
	return nil
}

// resigner returns the side that resigns. If one person plays, it is that person's side, even while an agent
// thinks. Otherwise it is the side to move.
func (s *state) resigner() engine.Color {
	c := s.Position().Color
	if s.persons[c.Opponent()] && !s.persons[c] {
		return c.Opponent()
	}
	return c
}

// colorOf reads the name of a side.
func colorOf(name string) (engine.Color, error) {
	switch name {
	case engine.Black.String():
		return engine.Black, nil
	case engine.White.String():
		return engine.White, nil
	}
	return 0, fmt.Errorf("side %q: want black or white", name)
}

// An End is how a game ended.
type End struct {
	Winner string `json:"winner" enum:"black,white,draw"`
	Reason string `json:"reason" enum:"discs,resigned,time,forfeit" doc:"time: the loser had none left; forfeit: an agent failed"`
	Text   string `json:"text" doc:"in words" example:"black wins by 6, 35 to 29"`
}

// lostBy returns the end of a game that a side lost for another reason than discs.
func lostBy(loser engine.Color, st step) *End {
	e := &End{Winner: loser.Opponent().String(),
		Reason: map[string]string{doResign: "resigned", doTime: "time", doForfeit: "forfeit"}[st.Do]}
	switch st.Do {
	case doResign:
		e.Text = fmt.Sprintf("%v resigns, %s wins", loser, e.Winner)
	case doTime:
		e.Text = fmt.Sprintf("%v has no time left, %s wins", loser, e.Winner)
	default:
		e.Text = fmt.Sprintf("%v forfeits (%s), %s wins", loser, st.Why, e.Winner)
	}
	return e
}

// outcome returns how a game ended, nil while it lasts.
func (s *state) outcome() *End {
	p := s.Position()
	if s.end != nil || !p.Board.Over() {
		return s.end
	}
	winner := [...]string{"white", "draw", "black"}[cmp.Compare(p.Score(engine.Black), 0)+1]
	return &End{Winner: winner, Reason: "discs", Text: board.ResultText(p)}
}
