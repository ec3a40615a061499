package play

import (
	"fmt"
	"strings"

	"github.com/outflank/outflank/engine"
)

// The last line of the screen, for those who play and those who watch.
const (
	playingHelp  = "arrows Enter: play   Tab: next move   PgUp PgDn: undo redo   help: commands"
	watchingHelp = "quit: leave   save FILE   help: commands"
)

// draw puts the frame on the screen if it is another one.
func (t *screenFrontend) draw() {
	width, height := t.size()
	frame := strings.Join(t.frame(width, height), "\x1b[K\r\n") + "\x1b[K\x1b[J"
	if size := [2]int{width, height}; size != t.lastSize {
		frame, t.lastSize, t.last = "\x1b[2J"+frame, size, ""
	}
	if frame == t.last {
		return
	}
	t.last = frame
	fmt.Fprint(t.out, "\x1b[H"+frame)
}

// frame returns the lines of the screen: the board and how the game stands, what was
// told, and the line being typed. What was told takes the place of the board if there
// is no room for both; where there is no room for the board either, it says so.
func (t *screenFrontend) frame(width, height int) []string {
	top := t.top(width)
	told := t.told(width)
	input := t.session.style.Strong(t.prompt) + string(t.typed) + t.session.style.Caret()
	free := height - 1 - len(top)
	lines := top
	switch {
	case free < 0:
		lines = []string{fmt.Sprintf("the window is too small for the board: it needs %d lines", len(top)+1)}
	case len(told) > free:
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
		lines[i] = clip(lines[i], width)
	}
	return lines[max(0, len(lines)-height):]
}

// top returns the board with the panel beside it or, where that is too wide, below.
func (t *screenFrontend) top(width int) []string {
	var cursor engine.Set
	if t.pointing() {
		cursor = t.cursor.Set()
	}
	s := t.session
	board, boardWidth := s.board(cursor)
	panel := s.panel(s.Position())
	const sideBySide = 32 // columns in which a panel can be read
	if room := width - 2 - boardWidth - 4; room >= sideBySide {
		return append(beside(board, boardWidth, wrapPlain(panel, room)), "")
	}
	var lines []string
	for _, line := range append(board, panel...) {
		if line != "" {
			lines = append(lines, "  "+line)
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

// told returns the lines of what was told, and what takes a while.
func (t *screenFrontend) told(width int) (lines []string) {
	text := t.messages.String()
	if t.status != "" {
		text += "  " + t.status + "\n"
	}
	if t.session.style.ASCII {
		text = strings.ReplaceAll(text, "…", "...")
	}
	for line := range strings.Lines(text) {
		lines = append(lines, wrapLine(strings.TrimRight(line, "\n"), width)...)
	}
	return lines
}

// wrapLine breaks a line at blanks so that it fits into a width if words do.
func wrapLine(line string, width int) (lines []string) {
	for len([]rune(line)) > width {
		at := strings.LastIndexByte(string([]rune(line)[:width+1]), ' ')
		if strings.TrimSpace(line[:max(at, 0)]) == "" {
			break
		}
		lines, line = append(lines, line[:at]), "    "+line[at+1:]
	}
	return append(lines, line)
}

// wrapPlain breaks the lines that hold no colours.
func wrapPlain(lines []string, width int) (wrapped []string) {
	for _, line := range lines {
		if strings.Contains(line, "\x1b") {
			wrapped = append(wrapped, line)
			continue
		}
		wrapped = append(wrapped, wrapLine(line, width)...)
	}
	return wrapped
}

// clip returns what of a line fits into a width; colours take no room.
func clip(line string, width int) string {
	column, cut := 0, false
	var text strings.Builder
	for i := 0; i < len(line); {
		if end := escapeEnd(line[i:]); end > 0 {
			text.WriteString(line[i : i+end])
			i += end
			continue
		}
		letter := []rune(line[i:min(len(line), i+4)])[0]
		if column++; column > width {
			cut = true
		}
		if !cut {
			text.WriteRune(letter)
		}
		i += len(string(letter))
	}
	return text.String()
}

// escapeEnd returns the length of the colour that a text begins with, 0 if it does not.
func escapeEnd(text string) int {
	if !strings.HasPrefix(text, "\x1b[") {
		return 0
	}
	return strings.IndexByte(text, 'm') + 1
}
