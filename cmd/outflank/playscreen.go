package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/outflank/outflank/engine"
)

// show draws the board with who plays whom beside it. When two agents are
// watched on a terminal, it draws over the board before.
func (s *playSession) show() {
	lines := s.screen()
	if s.watching() && s.canErase && s.drawn > 0 {
		fmt.Fprintf(s.out, "\x1b[%dA\x1b[J", s.drawn)
	}
	fmt.Fprintln(s.out, strings.Join(lines, "\n"))
	s.drawn, s.shown = len(lines), true
}

// screen returns the lines that show draws.
func (s *playSession) screen() []string {
	p := s.position()
	marks := boardMarks{last: engine.None}
	if s.isPerson(p.Color) {
		marks.legal = p.Board.Moves()
	}
	if ply, ok := s.lastPly(); ok {
		marks.last, marks.flipped = ply.Move, ply.Position.Board.Flips(ply.Move)
	}
	board, width := drawBoard(p, marks, s.style)
	return append([]string{""}, append(beside(board, width, s.panel(p)), "")...)
}

// beside puts the lines of a panel to the right of a board, from its first rank on.
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
		lines[i] = strings.TrimRight("  "+line, " ")
	}
	return lines
}

// panel tells how the game stands.
func (s *playSession) panel(p engine.Position) []string {
	over := p.Board.Moves() == 0
	lines := []string{s.side(p, engine.Black, over), s.side(p, engine.White, over), ""}
	if over {
		lines = append(lines, "game over", s.style.strong(result(p)))
	} else {
		lines = append(lines, fmt.Sprintf("move %d, %v to move", len(s.moves)+1, p.Color))
	}
	if !s.watching() {
		return lines
	}
	if ply, ok := s.lastPly(); ok {
		lines = append(lines, describe(ply))
	}
	if pass := s.passNow(); pass != "" {
		lines = append(lines, pass)
	}
	return lines
}

// side is the line of one side: whether it is to move, its discs, who plays it.
func (s *playSession) side(p engine.Position, c engine.Color, over bool) string {
	arrow := " "
	if c == p.Color && !over {
		arrow = s.style.arrow()
	}
	disc := s.style.disc(c, squareLook{dark: true}, 3)
	return fmt.Sprintf("%s %s %-5v %2d  %s", arrow, disc, c, p.Discs(c).Len(), shorten(s.players[c].name, 36))
}

// shorten cuts the middle out of a long text, such as a spec with a path in it. A
// line that wraps would spoil drawing over the board.
func shorten(text string, width int) string {
	letters := []rune(text)
	if len(letters) <= width {
		return text
	}
	half := (width - 3) / 2
	return string(letters[:half]) + "..." + string(letters[len(letters)-half:])
}

// result says who won a finished game, and by how much.
func result(p engine.Position) string {
	score := p.Score(engine.Black)
	black, white, empty := p.Discs(engine.Black).Len(), p.Discs(engine.White).Len(), p.Board.Empty().Len()
	winner := engine.Black
	if score < 0 {
		winner, score, black, white = engine.White, -score, white, black
	}
	switch {
	case score == 0:
		return fmt.Sprintf("a draw, %d to %d", black, white)
	case empty > 0:
		return fmt.Sprintf("%v wins by %d, %d to %d and the %d empty", winner, score, black, white, empty)
	}
	return fmt.Sprintf("%v wins by %d, %d to %d", winner, score, black, white)
}

// finish says how the session ended, and writes the transcript if asked to.
func (s *playSession) finish() error {
	over := s.position().Board.Moves() == 0
	if s.resigned != nil {
		fmt.Fprintf(s.out, "%v resigns, %v wins\n", *s.resigned, s.resigned.Opponent())
	}
	if len(s.moves) > 0 {
		fmt.Fprintf(s.out, "transcript: %v\n", s.game())
	}
	if !over && s.resigned == nil && len(s.moves) > 0 {
		fmt.Fprintf(s.out, "to go on:   %s\n", s.set.commandLine(s.game().String()))
	}
	if s.set.save == "" {
		return nil
	}
	if err := s.writeTranscript(s.set.save); err != nil {
		return errors.Join(errors.New("the transcript was not saved"), err)
	}
	fmt.Fprintf(s.out, "wrote %s\n", s.set.save)
	return nil
}
