package games

import (
	"errors"
	"net/http"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine"
)

// Human is the spec of a side that a person plays.
const Human = human

// Ruled is the reason of an [End] that the organiser of a club evening has decided.
const Ruled = "ruled"

// An Arrangement is a game of a club evening. Its players cannot rename themselves, take moves back, agree to a
// rematch or delete it, and its agents play without viewers.
type Arrangement struct {
	ID      string // of the game
	Evening string // identifier of the evening
	Setup   Setup
	Names   [2]string // of black and white
}

// A Standing is the state of an arranged game.
type Standing struct {
	Game engine.Game
	Keys Keys // of the seats
	End  *End // nil = in progress
	Diff int  // black's discs minus white's at the end; the winner gets the empty squares
}

// errEvening is the error for changes of a game that only a game without an evening allows.
var errEvening = wire.Fail(http.StatusConflict, errors.New("this is not possible in a game of a club evening"))

// Validate returns a misuse error unless games can begin with the setup.
func (s Setup) Validate() error {
	_, _, _, err := s.check()
	return err
}

// Arrange returns the state of a game. It begins the game if the hall does not have it.
func (h *Hall) Arrange(a Arrangement) (Standing, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := h.open(true); err != nil {
		return Standing{}, err
	}
	g := h.games[a.ID]
	if g == nil {
		s, start, limit, err := a.Setup.check()
		if err != nil {
			return Standing{}, err
		}
		g = newGame(a.ID, s, start, limit)
		g.keys, g.names, g.evening = newKeys(s), a.Names, a.Evening
		if err := h.add(g); err != nil {
			return Standing{}, err
		}
	}
	if g.damage != nil {
		return Standing{}, g.damage
	}
	if !g.isPerson(g.Position().Color) { // a person's clock waits for a page of the game
		h.advance(g)
	}
	st := Standing{Game: g.Game(), Keys: g.keys, End: g.outcome()}
	if st.End != nil {
		st.Diff = margin(*st.End, g.Position())
	}
	return st, nil
}

// margin returns the disc difference of a finished game for black. The winner of a game that did not end by
// discs wins by at least 2.
func margin(end End, p engine.Position) int {
	diff := p.Score(engine.Black)
	switch {
	case end.Reason == "discs":
		return diff
	case end.Winner == engine.Black.String():
		return max(2, diff)
	case end.Winner == engine.White.String():
		return min(-2, diff)
	}
	return 0
}

// Rule ends an arranged game by a decision of the organiser, unless it is over. winner is that of an [End], and
// text its text.
func (h *Hall) Rule(id, winner, text string) error {
	return h.arranged(id, step{Do: doRule, Side: winner, Why: text})
}

// Reseat gives a seat of an arranged game a new key, unless the game is over.
func (h *Hall) Reseat(id string, c engine.Color) error {
	return h.arranged(id, step{Do: doReseat, Side: c.String(), Key: newKey()})
}

// arranged takes a step in a game, unless it is missing, damaged or over.
func (h *Hall) arranged(id string, st step) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := h.open(false); err != nil {
		return err
	}
	if g := h.games[id]; g != nil && g.damage == nil && !g.over() {
		return h.record(g, st)
	}
	return nil
}
