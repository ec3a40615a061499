package cli

import (
	"io"
	"os"
)

// Interactive tells whether somebody sits at a terminal on which a whole screen can be drawn.
func (a *App) Interactive() bool {
	return a.InTerminal && a.OutTerminal && os.Getenv("TERM") != "dumb"
}

// Direct is the output of the command, also while what it prints is kept for a pager.
func (a *App) Direct() io.Writer {
	if a.kept != nil {
		return a.kept
	}
	return a.Out
}
