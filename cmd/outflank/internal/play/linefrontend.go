package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/internal/board"
	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/durable"
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

// An asker shows positions and asks for moves, line by line.
type asker struct {
	*cli.App
	in    *lineReader
	style board.Style
}

func newAsker(ctx context.Context, a *cli.App) asker {
	style, _ := board.NewStyle("auto", false, a.OutTerminal, os.Getenv) // "auto" is always valid
	return asker{a, readLines(ctx, a.In), style}
}

// ask shows a position and a question, and returns a legal move or one of the words. At the end of the input
// or of the session, the error is io.EOF.
func (s *asker) ask(ctx context.Context, p engine.Position, question string,
	words ...string) (string, error) {
	lines, _ := board.Draw(p, board.Marks{Legal: p.Board.Moves(), Last: engine.None}, s.style)
	for _, line := range lines {
		fmt.Fprintln(s.Out, "  "+strings.TrimRight(line, " "))
	}
	fmt.Fprintf(s.Out, "\n%s\n", question)
	const prompt = "move> "
	keyboard := s.InTerminal && s.OutTerminal
	for {
		if keyboard {
			fmt.Fprint(s.Out, prompt)
		}
		line, err := s.in.next(ctx)
		if ctx.Err() != nil {
			return "", fmt.Errorf("%w: your answers are kept", fault.ErrInterrupted)
		} else if err != nil {
			return "", err
		}
		if !keyboard {
			fmt.Fprintln(s.Out, prompt+line)
		}
		switch word := strings.ToLower(strings.TrimSpace(line)); {
		case word == "":
		case word == "quit" || word == "q" || word == "exit":
			return "", io.EOF
		case slices.Contains(words, word):
			return word, nil
		default:
			if m, err := engine.ParseSquare(word); err == nil && p.Board.Moves().Has(m) {
				return m.String(), nil
			}
			fmt.Fprintf(s.Out, "%q: want a legal move (%v), %s or quit\n", line, p.Board.Moves(),
				strings.Join(words, ", "))
		}
	}
}

// openAttempts opens the journal of a player's attempts, or creates a missing one, and calls each for the
// earlier attempts.
func openAttempts[T any](path string, f durable.Format, each func(T)) (*durable.Journal, error) {
	j, err := durable.ContinueJournal(path, f, struct{}{})
	if err != nil {
		return nil, err
	}
	for rec, err := range j.Records() {
		var at T
		if err == nil {
			if err = durable.Strict(rec.JSON, &at); err != nil {
				err = j.Bad(rec.Line, err)
			}
		}
		if err != nil {
			return nil, errors.Join(err, j.Close())
		}
		each(at)
	}
	return j, nil
}
