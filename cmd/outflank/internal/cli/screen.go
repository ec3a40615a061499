package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/outflank/outflank/engine/runtime/text"
)

// A Screen is the end of a terminal that is drawn again and again in its place. Lines are cut to the
// width that the window has at the time, as a line that wraps would leave remains of itself.
type Screen struct {
	w     io.Writer
	width func() int // 0 = unknown
	shown []int      // widths of the lines that stand there
}

// Screen returns the end of standard error as a screen, nil where that is no terminal.
func (a *App) Screen() *Screen {
	if !a.ErrTerminal {
		return nil
	}
	width := a.errWidth
	if width == nil {
		width = func() int { return a.Width }
	}
	return &Screen{w: a.Err, width: width}
}

// Draw shows a text in the place of the one before.
func (s *Screen) Draw(page string) {
	out := s.erased()
	for i, line := range strings.Split(strings.TrimSuffix(page, "\n"), "\n") {
		// the last column would wrap in some terminals
		if width := s.width(); width > 0 && text.Width(line) >= width {
			line = string([]rune(line)[:width-1])
		}
		if i > 0 {
			out += "\n"
		}
		out += line
		s.shown = append(s.shown, text.Width(line))
	}
	_, _ = io.WriteString(s.w, out) // it is for the eye only
}

// Clear takes away what is shown.
func (s *Screen) Clear() { _, _ = io.WriteString(s.w, s.erased()) }

// erased returns what takes away what is shown. In a window that has become narrower a line takes
// several rows.
func (s *Screen) erased() string {
	if s.shown == nil {
		return ""
	}
	rows, width := 0, s.width()
	for _, n := range s.shown {
		rows++
		if width > 0 {
			rows += max(0, n-1) / width
		}
	}
	s.shown = nil
	if rows == 1 {
		return "\r\x1b[J"
	}
	return fmt.Sprintf("\x1b[%dA\r\x1b[J", rows-1)
}
