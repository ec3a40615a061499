package notation

import (
	"errors"
	"fmt"

	"github.com/outflank/outflank/engine"
)

// Kinds of damage in an [Error].
var (
	ErrSyntax  = errors.New("bad syntax")                      // the text does not match the format
	ErrVariant = errors.New("a game that cannot be held here") // another game, board or set of rules

	errSide = errors.New("wrong side")                   // it is the other side's turn
	errPass = errors.New("pass of a side that can move") // and moves follow the pass
)

// Limits of the readers. A longer line or record is an [Error].
const (
	MaxLine   = 1 << 16 // bytes of a line in line-based formats
	MaxRecord = 1 << 20 // bytes of a record that may span lines
)

// An Error reports a damaged record of a file.
type Error struct {
	Format       string // name of the format, such as "ggf"
	Line, Column int    // position in the file, both from 1; columns count bytes
	Text         string // the text there, shortened; "" if there is none
	Want         string // what was expected; "" if Err states it
	Err          error  // ErrSyntax, ErrVariant, an [*engine.IllegalMoveError], or another reason

	// Legal is the number of moves before the one that breaks the rules, before a pass that does, or before the
	// first word of a transcript that is no move. The record that comes with the error has these moves. For
	// other damage, Legal is 0.
	Legal int
}

func (e *Error) Error() string {
	text := fmt.Sprintf("notation: %s: line %d, column %d: ", e.Format, e.Line, e.Column)
	if e.Text != "" {
		text += fmt.Sprintf("%q: ", e.Text)
	}
	switch {
	case e.Want == "":
		return text + e.Err.Error()
	case e.Err == ErrSyntax:
		return text + "want " + e.Want
	}
	return text + e.Err.Error() + ": want " + e.Want
}

// Unwrap returns e.Err.
func (e *Error) Unwrap() error { return e.Err }

// BadInput marks the error as caused by bad input.
func (*Error) BadInput() bool { return true }

// An UnsupportedError reports why a format cannot represent a record.
type UnsupportedError struct {
	Format string // name of the format
	Reason string
	Err    error // the cause; may be nil
}

func (e *UnsupportedError) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("notation: %s cannot hold this: %s: %v", e.Format, e.Reason, e.Err)
	}
	return fmt.Sprintf("notation: %s cannot hold this: %s", e.Format, e.Reason)
}

// Unwrap returns e.Err.
func (e *UnsupportedError) Unwrap() error { return e.Err }

// A flaw is an error at an offset in a record's text, before it becomes an [Error].
type flaw struct {
	at   int
	text string
	want string
	err  error
}

// An afterMoves is errSide, errPass or ErrSyntax after a number of legal moves.
type afterMoves struct {
	error
	moves int
}

// syntax returns a flaw for an offset at which other text was expected.
func syntax(text string, at int, want string) *flaw {
	return &flaw{at, text[at:min(len(text), at+12)], want, ErrSyntax}
}

// error converts the flaw to an error with its position in a file. text is the record, which begins at the
// given line and column.
func (f *flaw) error(format, text string, line, column int) *Error {
	for _, c := range []byte(text[:min(f.at, len(text))]) {
		column++
		if c == '\n' {
			line, column = line+1, 1
		}
	}
	e := &Error{Format: format, Line: line, Column: column, Text: f.text, Want: f.want, Err: f.err}
	e.Legal = f.legal()
	if after, ok := f.err.(afterMoves); ok {
		e.Err = after.error
	}
	return e
}

// legal returns the number of moves before the one that breaks the rules, as in an [Error].
func (f *flaw) legal() int {
	if illegal, ok := errors.AsType[*engine.IllegalMoveError](f.err); ok {
		return illegal.Index
	}
	after, _ := f.err.(afterMoves)
	return after.moves
}
