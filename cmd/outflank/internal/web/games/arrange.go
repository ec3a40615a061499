package games

import (
	"errors"
	"net/http"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine"
)

// An Outcome is a game as the table of an evening counts it.
type Outcome struct {
	Moves string `json:"moves" doc:"moves played on this server, without passes"`
	End   *End   `json:"end,omitempty" doc:"how the game ended; absent until then"`
	Diff  int    `json:"diff" doc:"black's discs minus white's at the end; the winner gets the empty squares; at least 2 if a player resigned, ran out of time or was absent"`
}

// Ruled is the reason of an [End] that the organiser of an evening decides.
const Ruled = "ruled"

// LeastWin is the least disc difference of a win on an even number of squares: 33 to 31. An absent player
// loses by it, unless the game has moves. A player who resigns or runs out of time loses by at least as much.
const LeastWin = 2

// errEvening is the error for changes that only a game without an evening allows.
var errEvening = wire.Fail(http.StatusConflict,
	errors.New("this is not possible in a game of a club evening"))

// Validate returns a misuse error unless a game can begin with the setup.
func (s Setup) Validate() error {
	_, _, _, err := s.check()
	return err
}

// Arrange returns the state of a game of a club evening, and the keys of its seats. It begins the game if the
// hall does not have it. Names are those of black and white. The players cannot rename themselves, take moves
// back, agree to a rematch or delete the game. A game that cannot be read has no moves and no end.
func (h *Hall) Arrange(id, evening string, names [2]string, setup Setup) (Outcome, Keys, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := h.open(true); err != nil {
		return Outcome{}, Keys{}, err
	}
	g := h.games[id]
	if g == nil {
		s, start, limit, err := setup.check()
		if err != nil {
			return Outcome{}, Keys{}, err
		}
		g = newGame(id, s, start, limit)
		g.keys, g.names, g.evening = newKeys(s), names, evening
		if err := h.add(g); err != nil {
			return Outcome{}, Keys{}, err
		}
	}
	if g.damage != nil {
		return Outcome{}, Keys{}, nil
	}
	g.settled = g.over()
	return g.counted(), g.keys, nil
}

// counted returns the outcome of the game. A ruling says nothing about discs.
func (g *game) counted() Outcome {
	o := Outcome{Moves: g.Game().String(), End: g.outcome()}
	switch {
	case o.End == nil || o.End.Reason == Ruled:
	case o.End.Reason == "discs":
		o.Diff = g.Position().Score(engine.Black)
	default:
		o.Diff = g.conceded(o.End.Winner)
	}
	return o
}

// conceded returns black's discs minus white's if the loser gives up or runs out of time: the empty squares
// are the winner's, and the difference is [LeastWin] at least. Without a winner it is 0.
func (g *game) conceded(winner string) int {
	p := g.Position()
	black, white, empty := p.Discs(engine.Black).Len(), p.Discs(engine.White).Len(), p.Board.Empty().Len()
	switch winner {
	case "black":
		return max(LeastWin, black+empty-white)
	case "white":
		return -max(LeastWin, white+empty-black)
	}
	return 0
}

// Rule ends an arranged game by a decision of the organiser, unless it is over. It returns the outcome, with
// the moves of the game, none if the hall cannot read it. If the loser has conceded a game with moves, the
// outcome counts as if the loser had resigned.
func (h *Hall) Rule(id string, o Outcome, conceded bool) (Outcome, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := h.open(false); err != nil {
		return o, err
	}
	g := h.games[id]
	if g == nil || g.damage != nil {
		return o, nil
	}
	var err error
	if !g.over() {
		err = h.record(g, step{Do: doRule, Side: o.End.Winner, Why: o.End.Text})
	}
	g.settled = err == nil
	o.Moves = g.Game().String()
	if conceded && o.Moves != "" {
		o.Diff = g.conceded(o.End.Winner)
	}
	return o, err
}
