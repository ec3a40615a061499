package play

import (
	"fmt"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/internal/window"
	"github.com/outflank/outflank/engine"
)

// The texts of the screen's last line, for players and for spectators.
const (
	playingHelp  = "arrows Enter: play   Tab: next move   PgUp PgDn: undo redo   help: commands"
	watchingHelp = "quit   save FILE   help: commands"
)

// draw shows the frame on the screen if it has changed.
func (t *screenFrontend) draw() { t.Draw(t.frame(t.Size())) }

// frame returns the lines of the screen: the board and the state of the game, the messages, and the line
// being typed. If there is no room for both, the messages replace the board. If there is no room for the
// board, the screen says so.
func (t *screenFrontend) frame(width, height int) []string {
	lines, told := t.top(width), t.told(width)
	input := t.session.style.Strong(t.prompt) + string(t.typed) + t.session.style.Caret()
	switch room := t.roomBelow(width, height); {
	case room < 0:
		_, boardWidth := t.session.board(0)
		why := fmt.Sprintf("the window is too small for the board: it has %d columns and %d lines, "+
			"but the board needs %d and %d", width, height, boardMargin+boardWidth, len(lines)+1)
		lines = window.Wrap(why, width)
		lines = lines[:min(len(lines), height-1)]
	case len(told) > room:
		lines = told[:min(len(told), height-1)]
	case len(told) > 0:
		lines = append(lines, told...)
	}
	for len(lines) < height-2 {
		lines = append(lines, "")
	}
	lines = append(lines, input)
	if len(lines) < height {
		lines = append(lines, t.session.style.Faint(t.keysHelp()))
	}
	for i := range lines {
		lines[i] = window.Clip(lines[i], width)
	}
	return lines[max(0, len(lines)-height):]
}

// roomBelow returns the number of free lines below the board; it is negative if the board does not fit.
func (t *screenFrontend) roomBelow(width, height int) int {
	if _, boardWidth := t.session.board(0); boardMargin+boardWidth > width {
		return -1
	}
	return height - 1 - len(t.top(width))
}

// top returns the board with the panel beside it, or below it if the window is too narrow.
func (t *screenFrontend) top(width int) []string {
	var cursor engine.Set
	if t.pointing() {
		cursor = t.cursor.Set()
	}
	s := t.session
	board, boardWidth := s.board(cursor)
	panel := s.panel(s.Position())
	const sideBySide = 32 // least number of columns for a panel beside the board
	if room := width - boardMargin - boardWidth - 4; room >= sideBySide {
		return append(beside(board, boardWidth, wrapPlain(panel, room)), "")
	}
	var lines []string
	for _, line := range append(board, panel...) {
		if line != "" {
			lines = append(lines, strings.Repeat(" ", boardMargin)+line)
		}
	}
	return lines
}

func (t *screenFrontend) keysHelp() string {
	if t.session.watching() {
		return watchingHelp
	}
	return playingHelp
}

// told returns the lines of the messages and of the status.
func (t *screenFrontend) told(width int) (lines []string) {
	text := t.messages.String()
	if t.status != "" {
		text += "  " + t.status + "\n"
	}
	if t.session.style.ASCII {
		text = strings.ReplaceAll(text, "…", "...")
	}
	for line := range strings.Lines(text) {
		lines = append(lines, window.Wrap(strings.TrimRight(line, "\n"), width)...)
	}
	return lines
}

// wrapPlain wraps the lines without colours.
func wrapPlain(lines []string, width int) (wrapped []string) {
	for _, line := range lines {
		if strings.Contains(line, "\x1b") {
			wrapped = append(wrapped, line)
			continue
		}
		wrapped = append(wrapped, window.Wrap(line, width)...)
	}
	return wrapped
}
