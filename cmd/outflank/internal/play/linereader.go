package play

import (
	"context"
	"io"
	"strings"

	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

// A lineReader reads lines so that waiting for one can be interrupted: a blocked
// Read of a terminal cannot.
type lineReader struct {
	lines <-chan string
	err   error // what ended the lines, set before they are closed; nil at the end of input
}

// readLines reads r until it ends or ctx does.
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

// next returns the next line; at the end of input io.EOF or what went wrong, and
// the context's error when it ends first.
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
