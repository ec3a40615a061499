package games

import (
	"cmp"
	"fmt"

	"github.com/outflank/outflank/cmd/outflank/internal/board"
	"github.com/outflank/outflank/engine"
)

// An End is how a game ended.
type End struct {
	Winner string `json:"winner" enum:"black,white,draw"`
	Reason string `json:"reason" enum:"discs,resigned,time,forfeit" doc:"time: the loser had none left; forfeit: an agent failed"`
	Text   string `json:"text" doc:"in words" example:"black wins by 6, 35 to 29"`
}

// lostBy returns the end of a game that a side lost by something else than discs.
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

// outcome returns how a game ended, nil while it goes on.
func (s *state) outcome() *End {
	p := s.Position()
	if s.end != nil || !p.Board.Over() {
		return s.end
	}
	winner := [...]string{"white", "draw", "black"}[cmp.Compare(p.Score(engine.Black), 0)+1]
	return &End{Winner: winner, Reason: "discs", Text: board.ResultText(p)}
}
