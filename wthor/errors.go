package wthor

import (
	"errors"
	"fmt"
)

// These are the errors that can be found in FormatError.Err, beside an error of the
// reader itself.
var (
	// ErrHeader: a header field holds a value that this kind of file cannot have.
	ErrHeader = errors.New("invalid header")
	// ErrSize: the file is shorter than a header, or its length is not the one that
	// the header's count asks for. A Writer gives it when the games are not N1 in number.
	ErrSize = errors.New("wrong size")
	// ErrMove: a move byte is no square, or a byte after the end of the moves is not 0.
	ErrMove = errors.New("invalid move")
	// ErrPosition: the squares of a puzzle are neither empty, black nor white, the
	// number of empty squares is another than the puzzle or its file says, or the
	// side to move is neither black nor white.
	ErrPosition = errors.New("invalid position")
	// ErrScore: an actual or theoretical score is more discs than the board has squares.
	ErrScore = errors.New("invalid score")
	// ErrID: a player or tournament id is not below the number of names.
	ErrID = errors.New("id out of range")
	// ErrName: a name has no terminating NUL, is followed by something other than
	// zeros, is too long, or holds a character that ISO-8859-1 lacks.
	ErrName = errors.New("invalid name")
)

// FormatError says where a file departs from the format, and how.
// The name of the file is for the caller to add.
type FormatError struct {
	Record int   // 0-based record, -1 for the header and for the file as a whole
	Offset int64 // byte offset in the file of the offending field
	// the format's name of the field: "N1", "P1", "move 12" (the first is 1), "actual score", "black player",
	// ...
	Field string
	Value string // what stands there, printable; "" when the reader failed
	Want  string // what was expected; "" when the reader failed
	Err   error  // one of the errors above, or the reader's own error
}

// Error gives place, field, value and expectation, and counts records from 1, as in
// "wthor: record 13 (byte 838): actual score is 77, expected 0 to 64".
func (e *FormatError) Error() string {
	if e.Want == "" {
		return fmt.Sprintf("wthor: %s (byte %d): %s: %v", e.where(), e.Offset, e.Field, e.Err)
	}
	return fmt.Sprintf("wthor: %s (byte %d): %s is %s, expected %s",
		e.where(), e.Offset, e.Field, e.Value, e.Want)
}

// where names the part of the file that the error is about.
func (e *FormatError) where() string {
	switch {
	case e.Record >= 0:
		return fmt.Sprintf("record %d", e.Record+1)
	case e.Err == ErrHeader:
		return "header"
	default:
		return "file"
	}
}

// Unwrap returns Err, so that errors.Is finds the kind of error.
func (e *FormatError) Unwrap() error { return e.Err }

// Fatal reports whether the error concerns the header or the file as a whole, after
// which nothing more can be read. Other errors concern one record; the records
// after it are not affected.
func (e *FormatError) Fatal() bool { return e.Record < 0 }

// BadInput tells that the file does not hold what it should, as against an error of the
// reader itself.
func (e *FormatError) BadInput() bool {
	return !e.Fatal() || errors.Is(e.Err, ErrHeader) || errors.Is(e.Err, ErrSize)
}

// at turns a fault found inside a record, its offset counted from the record's
// start, into one of the file.
func (e *FormatError) at(record int64, l layout) *FormatError {
	e.Record = int(record)
	e.Offset += l.offset(record)
	return e
}
