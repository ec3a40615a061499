package cli

import (
	"cmp"
	"io"
	"os"
	"strconv"

	"golang.org/x/term"

	"github.com/outflank/outflank/cmd/outflank/internal/board"
)

// leastWidth is the minimum width of output in columns.
const leastWidth = 40

// NewApp returns the app of this process, with its terminal if there is one.
func NewApp() *App {
	a := &App{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}
	a.InTerminal = term.IsTerminal(int(os.Stdin.Fd()))
	a.OutTerminal = term.IsTerminal(int(os.Stdout.Fd()))
	// A dumb terminal cannot redraw in place.
	a.ErrTerminal = term.IsTerminal(int(os.Stderr.Fd())) && os.Getenv("TERM") != "dumb"
	a.errWidth = func() int {
		width, _, err := term.GetSize(int(os.Stderr.Fd()))
		if err != nil {
			return a.Width
		}
		return width
	}
	a.outSize = func() (width, height int) {
		width, height, err := term.GetSize(int(os.Stdout.Fd()))
		if err != nil {
			return 0, 0
		}
		return width, height
	}
	a.Surround(os.Getenv)
	return a
}

// Surround reads the terminal's settings from the environment. COLUMNS is the preferred width (as in POSIX),
// even without a terminal.
func (a *App) Surround(getenv func(string) string) {
	if n, err := strconv.Atoi(getenv("COLUMNS")); err == nil && n > 0 {
		a.columns = n
	}
	a.ASCII = a.OutTerminal && !board.SpeaksUTF8(getenv)
	a.measure()
}

// measure reads the current size of the window.
func (a *App) measure() {
	if a.outSize != nil {
		a.Width, a.Height = a.outSize()
	}
	if width := cmp.Or(a.columns, a.Width); width > 0 {
		a.Width = max(width, leastWidth)
	}
}

// Interactive reports whether input and output are a terminal that supports drawing on the whole screen.
func (a *App) Interactive() bool {
	return a.InTerminal && a.OutTerminal && os.Getenv("TERM") != "dumb"
}

// Direct returns the command's real output, even while output is collected for a pager.
func (a *App) Direct() io.Writer {
	if a.kept != nil {
		return a.kept
	}
	return a.Out
}
