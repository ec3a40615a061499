package play

import (
	"context"
	"errors"
	"io"
	"os"

	"github.com/outflank/outflank/cmd/outflank/cli"
	"golang.org/x/term"
)

// playAnywhere plays on the whole screen where there is one, and else line by line.
func playAnywhere(ctx context.Context, a *cli.App, s *session) error {
	lines := &lineFrontend{out: a.Out, keyboard: a.InTerminal && a.OutTerminal, canErase: a.OutTerminal && os.Getenv("TERM") != "dumb"}
	s.front = lines
	keyboard, ok := a.In.(*os.File)
	if !ok || !lines.keyboard || !lines.canErase || s.set.lines {
		lines.in = readLines(ctx, a.In)
		return s.endToEnd(ctx, lines)
	}
	fd := int(keyboard.Fd())
	state, err := term.MakeRaw(fd)
	if err != nil {
		lines.in = readLines(ctx, a.In)
		return s.endToEnd(ctx, lines)
	}
	leave := func() { _ = term.Restore(fd, state) }
	defer leave()
	size := func() (width, height int) {
		if width, height, err := term.GetSize(fd); err == nil {
			return width, height
		}
		return 80, 24
	}
	return s.onScreen(ctx, lines, newScreen(a.Out, size), keyboard, leave)
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
func (s *session) onScreen(ctx context.Context, lines *lineFrontend, t *screenFrontend, keyboard io.Reader, leave func()) error {
	ctx, interrupt := context.WithCancel(ctx)
	defer interrupt()
	t.keys, t.session = readKeys(keyboard, interrupt), s
	s.front, s.out, s.clocked = t, &t.messages, true
	t.open()
	err := s.run(ctx)
	t.close()
	leave()
	s.out, s.front, s.values = lines.out, lines, nil
	t.leave(lines.out)
	return errors.Join(err, s.finish())
}
