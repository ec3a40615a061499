// Package window gives a command the whole screen of a terminal. The command receives keys and clicks as
// [Event] values and draws lines of text. At the end, Close restores the terminal:
//
//	w, ok := window.Open(os.Stdin, os.Stdout)
//	defer w.Close()
//	events := window.Events(os.Stdin, cancel)
//	w.Draw(lines)
//
// The package bubbletea was rejected. When any command of a program starts, even one that draws nothing,
// version 1 asks the terminal for its colours and waits for the answer. Version 2.0.9 leaves stray letters on
// the screen after a window grows, and it depends on a dozen modules.
package window

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/rivo/uniseg"
	"golang.org/x/term"
)

// Tick is the time after which commands redraw the window, for its size and for clocks.
const Tick = 100 * time.Millisecond

// A Window draws on the whole screen of a terminal.
type Window struct {
	Out  io.Writer
	Size func() (width, height int) // the current size

	restore  func()
	closed   bool
	last     string // the frame on the screen
	lastSize [2]int
}

// Open takes over the screen of the terminal in and out. If in is not a terminal, it changes nothing and
// returns false.
func Open(in io.Reader, out io.Writer) (*Window, bool) {
	keyboard, ok := in.(*os.File)
	if !ok {
		return nil, false
	}
	fd := int(keyboard.Fd())
	state, err := term.MakeRaw(fd)
	if err != nil {
		return nil, false
	}
	w := &Window{Out: out, restore: func() { _ = term.Restore(fd, state) }}
	w.Size = func() (width, height int) {
		for _, fd := range []int{fd, int(os.Stdout.Fd())} { // Windows knows only the size of the output
			// Some terminals return 0 for an unknown size.
			if width, height, err := term.GetSize(fd); err == nil && width > 0 && height > 0 {
				return width, height
			}
		}
		return 80, 24
	}
	w.Begin()
	return w, true
}

// Begin switches to another page of the screen, hides the cursor and turns on reports of the mouse. [Open]
// calls it.
func (w *Window) Begin() {
	fmt.Fprint(w.Out, "\x1b[?1049h\x1b[?25l\x1b[?1000h\x1b[?1006h\x1b[2J")
}

// Close restores the screen and the keyboard. Only the first call has an effect.
func (w *Window) Close() {
	if w.closed {
		return
	}
	w.closed = true
	fmt.Fprint(w.Out, "\x1b[?1006l\x1b[?1000l\x1b[?25h\x1b[?1049l")
	if w.restore != nil {
		w.restore()
	}
}

// Draw shows lines on the screen, unless the screen already has them. The lines must fit the width of the
// window.
func (w *Window) Draw(lines []string) {
	frame := strings.Join(lines, "\x1b[K\r\n") + "\x1b[K\x1b[J"
	width, height := w.Size()
	size := [2]int{width, height}
	if frame == w.last && size == w.lastSize {
		return
	}
	start := "\x1b[H"
	if size != w.lastSize {
		start = "\x1b[2J" + start
	}
	w.last, w.lastSize = frame, size
	fmt.Fprint(w.Out, start+frame)
}

// Forget makes the next call of Draw redraw the whole screen.
func (w *Window) Forget() { w.last, w.lastSize = "", [2]int{} }

// Clip returns the part of a line that fits into a number of columns. East Asian letters take two columns;
// colours and combining marks take none.
func Clip(line string, width int) string {
	column, state := 0, -1
	var text strings.Builder
	for line != "" {
		if end := escapeEnd(line); end > 0 {
			text.WriteString(line[:end])
			line, state = line[end:], -1
			continue
		}
		var letter string
		var columns int
		letter, line, columns, state = uniseg.FirstGraphemeClusterInString(line, state)
		if column += columns; column <= width {
			text.WriteString(letter)
		}
	}
	return text.String()
}

// escapeEnd returns the length of the colour code at the beginning of a text, or 0 if there is none.
func escapeEnd(text string) int {
	if !strings.HasPrefix(text, "\x1b[") {
		return 0
	}
	return strings.IndexByte(text, 'm') + 1
}

// Wrap breaks a line at blanks into lines that fit a width. A longer word may stick out.
func Wrap(line string, width int) (lines []string) {
	for uniseg.StringWidth(line) > width {
		at := strings.LastIndexByte(Clip(line, width+1), ' ')
		if strings.TrimSpace(line[:max(at, 0)]) == "" {
			break
		}
		lines, line = append(lines, line[:at]), "    "+line[at+1:]
	}
	return append(lines, line)
}
