package play

import (
	"fmt"
	"strings"

	"github.com/outflank/outflank/engine"
)

// explain words an error for somebody at the board.
func explain(err error) string { return "  " + strings.TrimPrefix(err.Error(), "engine: ") }

// tell describes the moves from number n on, and the passes after them.
func (s *session) tell(n int) {
	for ply := range s.Game().Plies() {
		if ply.Passed && ply.Index > n {
			fmt.Fprintf(s.out, "  %v has no move and passes\n", ply.Position.Color.Opponent())
		}
		if ply.Index >= n {
			fmt.Fprintln(s.out, "  "+describe(ply))
		}
	}
	s.tellPass()
}

func (s *session) tellPass() {
	if pass := s.passNow(); pass != "" {
		fmt.Fprintln(s.out, "  "+pass)
	}
}

// describe says who moved where and how many discs that flipped.
func describe(ply engine.Ply) string {
	return fmt.Sprintf("%v plays %v and flips %d",
		ply.Position.Color, ply.Move, ply.Position.Board.Flips(ply.Move).Len())
}

// passNow says who had to pass just now, if anybody.
func (s *session) passNow() string {
	p := s.Position()
	turn := s.Start.Color
	if last, ok := s.LastPly(); ok {
		turn = last.Position.Color.Opponent()
	}
	if turn == p.Color {
		return ""
	}
	return fmt.Sprintf("%v has no move and passes", turn)
}
