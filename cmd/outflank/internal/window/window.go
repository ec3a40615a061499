// Package window has the whole screen of a terminal for a command: keys and clicks come in as an
// [Event], lines of text go out, and the terminal is given back as it was:
//
//	w, ok := window.Open(os.Stdin, os.Stdout)
//	defer w.Close()
//	events := window.Events(os.Stdin, cancel)
//	w.Draw(lines)
//
// It is our own because bubbletea did not serve. Its first version asks the terminal for its colours as
// every command of a program starts, also those that draw nothing, and waits for the answer; the second,
// 2.0.9, leaves letters standing after a window has grown, and brings a dozen modules.
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

// Tick is how often those who draw look at the size of the window, and at clocks.
const Tick = 100 * time.Millisecond

// A Window is the whole screen of a terminal.
type Window struct {
	Out  io.Writer
	Size func() (width, height int) // at the time

	restore  func()
	closed   bool
	last     string // the frame that stands there
	lastSize [2]int
}

// Open takes the screen of the terminal that in and out are. It returns false where in is none, and
// has changed nothing then.
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
		for _, fd := range []int{fd, int(os.Stdout.Fd())} { // Windows knows that of the output only
			// some say 0 for unknown
			if width, height, err := term.GetSize(fd); err == nil && width > 0 && height > 0 {
				return width, height
			}
		}
		return 80, 24
	}
	w.Begin()
	return w, true
}

// Begin takes the screen: another page without a cursor, and clicks and the wheel of the mouse are
// reported. [Open] does it.
func (w *Window) Begin() {
	fmt.Fprint(w.Out, "\x1b[?1049h\x1b[?25l\x1b[?1000h\x1b[?1006h\x1b[2J")
}

// Close gives the screen and the keyboard back, once.
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

// Draw puts lines on the screen, if others stand there. They are no wider than the window.
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

// Forget has the next frame drawn whole, whatever stands there.
func (w *Window) Forget() { w.last, w.lastSize = "", [2]int{} }

// Clip returns what of a line fits into a width, in columns: a letter of East Asia takes two, colours and
// marks on letters none.
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

// escapeEnd returns the length of the colour that a text begins with, 0 if it does not.
func escapeEnd(text string) int {
	if !strings.HasPrefix(text, "\x1b[") {
		return 0
	}
	return strings.IndexByte(text, 'm') + 1
}

// Wrap breaks a line at blanks so that it fits into a width if words do.
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
