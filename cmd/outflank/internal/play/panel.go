package play

import (
	"errors"
	"fmt"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/internal/board"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/text"
)

// screen returns the board with the panel beside it, between two blank lines.
func (s *session) screen() []string {
	board, width := s.board(0)
	return append([]string{""}, append(beside(board, width, s.panel(s.Position())), "")...)
}

// board draws the position. The cursor is a set of at most one square.
func (s *session) board(cursor engine.Set) (lines []string, width int) {
	return board.Draw(s.Position(), s.marks(cursor), s.style)
}

// boardMargin is the number of columns to the left of a board.
const boardMargin = 2

// marks returns the marks on the board, with the cursor.
func (s *session) marks(cursor engine.Set) board.Marks {
	p := s.Position()
	marks := board.Marks{Last: engine.None, Cursor: cursor, Values: s.values}
	if s.isPerson(p.Color) {
		marks.Legal = p.Board.Moves()
	}
	if ply, ok := s.LastPly(); ok {
		marks.Last, marks.Flipped = ply.Move, ply.Position.Board.Flips(ply.Move)
	}
	return marks
}

// beside places the lines of a panel to the right of a board, from the board's first rank.
func beside(board []string, width int, panel []string) []string {
	lines := make([]string, max(len(board), len(panel)+1))
	for i := range lines {
		line := strings.Repeat(" ", width)
		if i < len(board) {
			line = board[i]
		}
		if i > 0 && i <= len(panel) {
			line += "    " + panel[i-1]
		}
		lines[i] = strings.TrimRight(strings.Repeat(" ", boardMargin)+line, " ")
	}
	return lines
}

// panel returns the lines that describe the state of the game.
func (s *session) panel(p engine.Position) []string {
	over := s.over()
	lines := []string{s.side(p, engine.Black, over), s.side(p, engine.White, over), ""}
	switch {
	case s.lost != nil:
		lines = append(lines, "game over", s.style.Strong(s.lost.text()))
	case over:
		lines = append(lines, "game over", s.style.Strong(board.ResultText(p)))
	default:
		lines = append(lines, fmt.Sprintf("move %d, %v to move", len(s.Moves)+1, p.Color))
	}
	if name := openingName(s.Game()); name != "" && !over {
		lines = append(lines, name)
	}
	if s.watching() {
		if ply, ok := s.LastPly(); ok {
			lines = append(lines, describe(ply))
		}
		if pass := s.passNow(); pass != "" {
			lines = append(lines, pass)
		}
	}
	return append(lines, s.expectations()...)
}

// expectations returns the results that the agents expected at their last moves.
func (s *session) expectations() (lines []string) {
	for c, thought := range s.thoughts {
		if thought != "" {
			lines = append(lines, fmt.Sprintf("%v expects %s", engine.Color(c), thought))
		}
	}
	return lines
}

// side returns the line of one side: an arrow if it is to move, its discs, its clock and its player.
func (s *session) side(p engine.Position, c engine.Color, over bool) string {
	arrow := " "
	if c == p.Color && !over {
		arrow = s.style.Arrow()
	}
	disc := s.style.Disc(c)
	page := fmt.Sprintf("%s %s %-5v %2d  ", arrow, disc, c, p.Discs(c).Len())
	if s.clocked {
		page += fmt.Sprintf("%6s  ", s.clock.Text(c))
	}
	return page + text.Shorten(s.players[c].name, 36)
}

// text names the loser and the reason.
func (l *loss) text() string {
	how := "resigns"
	if l.end == notation.TimedOut {
		how = "has no time left"
	}
	return fmt.Sprintf("%v %s, %v wins", l.color, how, l.color.Opponent())
}

// openingName returns the name of a game's opening, or "" without one or if the game begins at another start
// position.
func openingName(g engine.Game) string {
	if g.Start != engine.StandardStart() {
		return ""
	}
	opening, _ := stats.Classify(g)
	return opening.Name
}

// finish prints how the session ended and writes the game if --save is set.
func (s *session) finish() error {
	over := s.Position().Board.Over()
	if s.lost != nil {
		fmt.Fprintln(s.out, s.lost.text())
	}
	if len(s.Moves) > 0 {
		fmt.Fprintf(s.out, "transcript: %v\n", s.Game())
	}
	if !over && s.lost == nil && len(s.Moves) > 0 {
		fmt.Fprintf(s.out, "to resume:  %s\n", s.set.commandLine(s.Start, s.Game().String()))
	}
	if s.set.save == "" {
		return nil
	}
	if err := s.writeGame(s.set.save); err != nil {
		return errors.Join(errors.New("the transcript was not saved"), err)
	}
	fmt.Fprintf(s.out, "wrote %s\n", s.set.save)
	return nil
}

// explain formats an error for the human player.
func explain(err error) string { return "  " + strings.TrimPrefix(err.Error(), "engine: ") }

// tell prints the moves from index n on and the passes after them.
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

// describe returns a move as text: the player, the square and the number of flipped discs.
func describe(ply engine.Ply) string {
	return fmt.Sprintf("%v plays %v and flips %d",
		ply.Position.Color, ply.Move, ply.Position.Board.Flips(ply.Move).Len())
}

// passNow returns a message if a side had to pass just before this position, otherwise "".
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
