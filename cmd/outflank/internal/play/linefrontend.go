package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/internal/board"
	"github.com/outflank/outflank/engine"
)

// lineFrontend is a game line by line: boards are printed one below the other, and what
// does not come from a keyboard is repeated, so that the output reads like a game at
// one.
type lineFrontend struct {
	in       *lineReader
	out      io.Writer
	keyboard bool // a person types and sees it: prompt; else repeat what was read
	canErase bool // the cursor can move up
	drawn    int  // lines of the last board that may be drawn over; 0 = none
	shown    bool // the position now is on the screen
}

func (l *lineFrontend) changed() { l.shown = false }

func (l *lineFrontend) busy(string) {}

// values prints a board with nothing but discs and values.
func (l *lineFrontend) values(s *session) {
	lines, _ := board.Draw(s.Position(), board.Marks{Last: engine.None, Values: s.values}, s.style)
	s.values = nil
	for _, line := range lines {
		fmt.Fprintln(l.out, "  "+strings.TrimRight(line, " "))
	}
}

// ask shows the board if it is another one, and reads a line after a prompt.
func (l *lineFrontend) ask(ctx context.Context, s *session, prompt string) (string, error) {
	l.show(s)
	if l.keyboard {
		fmt.Fprint(l.out, prompt)
	}
	line, err := l.in.next(ctx)
	switch {
	case err == nil && !l.keyboard:
		fmt.Fprintln(l.out, strings.TrimSpace(prompt+line))
	case errors.Is(err, io.EOF) && l.keyboard:
		fmt.Fprintln(l.out)
	}
	return line, err
}

// await shows the board to those who watch, and takes no lines.
func (l *lineFrontend) await(ctx context.Context, s *session, done <-chan struct{}) (string, error) {
	if s.watching() {
		l.show(s)
	} else if l.keyboard && l.canErase {
		fmt.Fprintf(l.out, "  %v is thinking…", s.Position().Color)
		defer fmt.Fprint(l.out, "\r\x1b[K")
	}
	<-done
	return "", ctx.Err()
}

// show prints the board with who plays whom beside it, unless it is there. When two
// agents are watched on a terminal, it draws over the board before.
func (l *lineFrontend) show(s *session) {
	if l.shown {
		return
	}
	lines := s.screen()
	if s.watching() && l.canErase && l.drawn > 0 {
		fmt.Fprintf(l.out, "\x1b[%dA\x1b[J", l.drawn)
	}
	fmt.Fprintln(l.out, strings.Join(lines, "\n"))
	l.drawn, l.shown = len(lines), true
}
