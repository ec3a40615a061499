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

// A state is the current state of a game. Copies are independent.
type state struct {
	live.History
	persons [2]bool
	keys    Keys
	taken   [2]bool         // whether the players with seats have taken them
	names   [2]string       // of the players with seats, "" = unknown
	named   int             // number of times that a player told a name
	next    string          // identifier of the rematch, "" = none
	end     *End            // set if the game ended other than by the rules
	expects [2]*Expectation // expectation of each side at its last move
}

// The kinds of steps in a journal.
const (
	doMove    = "move"
	doUndo    = "undo"
	doRedo    = "redo"
	doResign  = "resign"
	doTime    = "time"
	doForfeit = "forfeit"
	doDraw    = "draw"
	doRule    = "rule"
	doSit     = "sit"
	doName    = "name"
	doRematch = "rematch"
)

// A step is a record of a journal: an event and the state of the clocks.
type step struct {
	Do      string       `json:"do"`
	Move    string       `json:"move,omitempty"`
	Side    string       `json:"side,omitempty"`    // whose step it is; the winner of a ruling
	Name    string       `json:"name,omitempty"`    // of the player who sits there
	Key     string       `json:"key,omitempty"`     // new key of the seat
	Next    string       `json:"next,omitempty"`    // identifier of the rematch
	Why     string       `json:"why,omitempty"`     // reason for a forfeit, or text of a ruling
	Expects *Expectation `json:"expects,omitempty"` // expectation of the agent that moved
	Used    [2]int64     `json:"used"`              // time used by black and white in ms, less their increments
}

// plays reports whether the step changes the play. The others concern the players.
func (st step) plays() bool { return st.Do != doSit && st.Do != doName && st.Do != doRematch }

// errOver is the error for steps after the end.
var errOver = wire.Fail(http.StatusConflict, errors.New("the game is over"))

// over reports whether the game has ended.
func (s *state) over() bool { return s.end != nil || s.Position().Board.Over() }

// isPerson reports whether a person plays side c.
func (s *state) isPerson(c engine.Color) bool { return s.persons[c] }

// agentsOnly reports whether only agents play.
func (s *state) agentsOnly() bool { return !s.persons[0] && !s.persons[1] }

// apply applies a step, or returns an error if the step is not possible.
func (s *state) apply(st step) error {
	if !st.plays() {
		return s.seat(st)
	}
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
		decides := s.isPerson
		if side, err := engine.ParseColor(st.Side); err == nil { // the opponent of this side agreed
			decides = func(c engine.Color) bool { return c == side }
		}
		if err := change(decides); err != nil {
			return wire.Fail(http.StatusConflict, err)
		}
		s.expects = [2]*Expectation{}
	case doResign, doTime, doForfeit:
		if p.Board.Over() {
			return errOver
		}
		loser, err := engine.ParseColor(st.Side)
		if err != nil {
			return fmt.Errorf("side %w", err)
		}
		s.end = lostBy(loser, st)
	case doDraw:
		if p.Board.Over() {
			return errOver
		}
		s.end = &End{Winner: "draw", Reason: "agreed", Text: "a draw by agreement"}
	case doRule:
		if p.Board.Over() {
			return errOver
		}
		s.end = &End{Winner: st.Side, Reason: Ruled, Text: st.Why}
	default:
		return fmt.Errorf("there is no step %q", st.Do)
	}
	return nil
}

// seat applies a step that concerns the players.
func (s *state) seat(st step) error {
	if st.Do == doRematch {
		s.next = st.Next
		return nil
	}
	c, err := engine.ParseColor(st.Side)
	if err != nil {
		return fmt.Errorf("side %w", err)
	}
	if st.Do == doName {
		s.names[c], s.named = st.Name, s.named+1
		return nil
	}
	s.taken[c] = true
	switch {
	case st.Key == "":
	case c == engine.Black:
		s.keys.Black = st.Key
	default:
		s.keys.White = st.Key
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

// An End tells how a game ended.
type End struct {
	Winner string `json:"winner" enum:"black,white,draw,none" doc:"none: both players lose, by a ruling"`
	Reason string `json:"reason" enum:"discs,resigned,agreed,time,forfeit,ruled" doc:"why the game ended; agreed: both players agreed to a draw; time: the loser ran out of time; forfeit: an agent failed; ruled: the organiser of an evening ended it"`
	Text   string `json:"text" doc:"the end in words" example:"black wins by 6, 35 to 29"`
}

// lostBy returns the end of a game that a side lost other than by discs.
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

// outcome returns how the game ended, or nil if it has not.
func (s *state) outcome() *End {
	p := s.Position()
	if s.end != nil || !p.Board.Over() {
		return s.end
	}
	winner := [...]string{"white", "draw", "black"}[cmp.Compare(p.Score(engine.Black), 0)+1]
	return &End{Winner: winner, Reason: "discs", Text: board.ResultText(p)}
}
