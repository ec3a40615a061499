package notation

import (
	"bufio"
	"fmt"
	"io"
	"iter"

	"github.com/outflank/outflank/engine/runtime/text"
)

// newInput returns a buffered reader of r. It converts line endings to LF and removes a byte order mark.
func newInput(r io.Reader) *bufio.Reader { return text.NewReader(r, MaxLine+1) }

// lines yields the lines of r. It cuts lines that exceed MaxLine.
func lines(r io.Reader) iter.Seq2[text.Line, error] { return text.Split(r, MaxLine) }

// eachLine returns a reader of records, one per line, from a function that parses a line. It skips lines for
// which blank is true.
func eachLine[T any](r io.Reader, format string, blank func(string) bool,
	parse func(text.Line) (T, *flaw)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for l, err := range lines(r) {
			var v T
			if err == nil {
				if !l.Long && blank(l.Text) {
					continue
				}
				v, err = parseLine(l, format, parse)
			} else {
				err = inputError(format, err)
			}
			if !yield(v, err) {
				return
			}
		}
	}
}

func parseLine[T any](l text.Line, format string, parse func(text.Line) (T, *flaw)) (v T, err error) {
	if l.Long {
		f := &flaw{at: MaxLine, want: "a line of at most 65536 bytes", err: text.ErrTooLong}
		return v, f.error(format, l.Text, l.Number, 1)
	}
	v, f := parse(l)
	if f != nil {
		return v, f.error(format, l.Text, l.Number, 1)
	}
	return v, nil
}

// A gameText is the text of one game of a file.
type gameText struct {
	prefix       string // the text before it: in GGF the number of games of a match
	text         string
	line, column int
	flaw         *flaw
}

// eachGame returns a reader of records from the texts of games and a function that parses a text.
func eachGame(format string, texts iter.Seq2[gameText, error],
	parse func(gameText) (Record, *flaw)) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		for t, err := range texts {
			if err != nil {
				yield(Record{}, inputError(format, err))
				return
			}
			rec, f := Record{Line: t.line}, t.flaw
			if f == nil {
				rec, f = parse(t)
			}
			if f != nil {
				err = f.error(format, t.text, t.line, t.column)
			}
			if !yield(rec, err) {
				return
			}
		}
	}
}

// inputError wraps an error that occurred when reading the input.
func inputError(format string, err error) error {
	return fmt.Errorf("notation: reading %s: %w", format, err)
}
