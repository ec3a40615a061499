package play

import (
	"context"
	"errors"
	"io"
	"os"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/window"
)

// playAnywhere plays on the whole screen where there is one, and else line by line.
func playAnywhere(ctx context.Context, a *cli.App, s *session) error {
	lines := &lineFrontend{out: a.Out, keyboard: a.InTerminal && a.OutTerminal,
		canErase: a.OutTerminal && os.Getenv("TERM") != "dumb"}
	s.front = lines
	if lines.keyboard && lines.canErase && !s.set.lines {
		if w, ok := window.Open(a.In, a.Out); ok {
			defer w.Close() // whatever happens
			return s.onScreen(ctx, lines, newScreen(w), a.In)
		}
	}
	lines.in = readLines(ctx, a.In)
	return s.endToEnd(ctx, lines)
}

// endToEnd plays line by line.
func (s *session) endToEnd(ctx context.Context, lines *lineFrontend) error {
	err := s.run(ctx)
	if s.watching() {
		lines.show(s)
	}
	return errors.Join(err, s.finish())
}

// onScreen plays on the whole screen, and afterwards leaves the last board and how it
// ended below what was there before.
func (s *session) onScreen(ctx context.Context, lines *lineFrontend, t *screenFrontend,
	keyboard io.Reader) error {
	ctx, interrupt := context.WithCancel(ctx)
	defer interrupt()
	t.events, t.session = window.Events(keyboard, interrupt), s
	s.front, s.out, s.clocked = t, &t.messages, true
	err := s.run(ctx)
	t.Close()
	s.out, s.front, s.values = lines.out, lines, nil
	t.leave(lines.out)
	return errors.Join(err, s.finish())
}
