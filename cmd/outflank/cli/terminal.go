package cli

import (
	"os"
	"strconv"

	"golang.org/x/term"

	"github.com/outflank/outflank/cmd/outflank/board"
)

// leastWidth is the narrowest window that output fits.
const leastWidth = 40

// NewApp returns the application of this process, with its terminal, if it has one.
func NewApp() *App {
	a := &App{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}
	a.InTerminal = term.IsTerminal(int(os.Stdin.Fd()))
	a.OutTerminal = term.IsTerminal(int(os.Stdout.Fd()))
	a.ErrTerminal = term.IsTerminal(int(os.Stderr.Fd()))
	if width, height, err := term.GetSize(int(os.Stdout.Fd())); err == nil {
		a.Width, a.Height = width, height
	}
	a.Surround(os.Getenv)
	return a
}

// Surround takes from the environment what it says about the terminal: COLUMNS is the width that a
// person prefers, as POSIX has it, also where there is no terminal.
func (a *App) Surround(getenv func(string) string) {
	if n, err := strconv.Atoi(getenv("COLUMNS")); err == nil && n > 0 {
		a.Width = n
	}
	if a.Width > 0 {
		a.Width = max(a.Width, leastWidth)
	}
	a.ASCII = a.OutTerminal && !board.SpeaksUTF8(getenv)
}
