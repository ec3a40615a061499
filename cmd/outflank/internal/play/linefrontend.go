package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/internal/board"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

// lineFrontend plays a game line by line and prints boards one below the other. It echoes input that does not
// come from a keyboard, so the output reads like a game at a keyboard.
type lineFrontend struct {
	in       *lineReader
	out      io.Writer
	keyboard bool // prompt for input from a keyboard; otherwise echo the input
	canErase bool // the cursor can move up
	drawn    int  // lines of the last board, which show may overwrite; 0 = none
	shown    bool // the current position is on the screen
}

func (l *lineFrontend) changed() { l.shown = false }

func (l *lineFrontend) busy(string) {}

// values prints a board with only discs and values.
func (l *lineFrontend) values(s *session) {
	lines, _ := board.Draw(s.Position(), board.Marks{Last: engine.None, Values: s.values}, s.style)
	s.values = nil
	for _, line := range lines {
		fmt.Fprintln(l.out, "  "+strings.TrimRight(line, " "))
	}
}

// ask shows the board if it has changed, prints a prompt and reads a line.
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

// await shows the board to spectators and reads no input.
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

// show prints the board and the panel, unless the current position is already shown. When two agents play on
// a terminal, it overwrites the last board.
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

// A lineReader reads lines in the background, because a blocked Read of a terminal cannot be interrupted.
type lineReader struct {
	lines <-chan string
	err   error // the error that ended the input, set before lines is closed; nil at the end of input
}

// readLines reads r until its end or until ctx is done.
func readLines(ctx context.Context, r io.Reader) *lineReader {
	lines := make(chan string)
	l := &lineReader{lines: lines}
	go func() {
		defer close(lines)
		for line, err := range text.Lines(r, notation.MaxLine) {
			if err != nil {
				l.err = fault.BadInputf("standard input: %w", err)
				return
			}
			select {
			case lines <- strings.TrimSpace(line):
			case <-ctx.Done():
				return
			}
		}
	}()
	return l
}

// next returns the next line. At the end of input, it returns io.EOF or the read error; if ctx is done first,
// it returns the context's error.
func (l *lineReader) next(ctx context.Context) (string, error) {
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case line, ok := <-l.lines:
		switch {
		case ok:
			return line, nil
		case ctx.Err() != nil:
			return "", ctx.Err()
		case l.err != nil:
			return "", l.err
		}
		return "", io.EOF
	}
}
