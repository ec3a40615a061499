package wthor

import (
	"errors"
	"fmt"
)

// These are the possible values of FormatError.Err, besides an error of the reader itself.
var (
	// ErrHeader: a header field has a value that is invalid for this kind of file.
	ErrHeader = errors.New("invalid header")
	// ErrSize: the file is shorter than a header, or its length does not match the header's count. A Writer
	// returns it if the number of records is not N1.
	ErrSize = errors.New("wrong size")
	// ErrMove: a move byte is not a square, or a byte after the end of the moves is not 0.
	ErrMove = errors.New("invalid move")
	// ErrPosition: a square of a puzzle is neither empty, black nor white; the number of empty squares differs
	// from the puzzle's or file's; or the side to move is neither black nor white.
	ErrPosition = errors.New("invalid position")
	// ErrScore: an actual or theoretical score exceeds the number of squares on the board.
	ErrScore = errors.New("invalid score")
	// ErrID: a player or tournament id is not less than the number of names.
	ErrID = errors.New("id out of range")
	// ErrName: a name has no terminating NUL, is followed by bytes other than zeros, is too long, or contains a
	// character that is not in ISO-8859-1.
	ErrName = errors.New("invalid name")
)

// FormatError describes where and how a file violates the format. It does not contain the name of the file;
// the caller adds it.
type FormatError struct {
	Record int   // 0-based record, -1 for the header and for the file as a whole
	Offset int64 // byte offset of the invalid field in the file
	// Field is the format's name of the field, such as "N1", "move 12" (the first is 1) or "actual score".
	Field string
	Value string // the invalid value, printable; "" if the reader failed
	Want  string // the expected value; "" if the reader failed
	Err   error  // one of the errors above, or the reader's own error
}

// Error states the position, the field, the value and the expected value. It counts records from 1, as in
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

// Unwrap returns Err.
func (e *FormatError) Unwrap() error { return e.Err }

// Fatal reports whether the error concerns the header or the whole file, so that nothing more can be read.
// Other errors concern one record and do not affect later records.
func (e *FormatError) Fatal() bool { return e.Record < 0 }

// BadInput reports whether the content of the file is invalid, as opposed to an error of the reader itself.
func (e *FormatError) BadInput() bool {
	return !e.Fatal() || errors.Is(e.Err, ErrHeader) || errors.Is(e.Err, ErrSize)
}

// at converts an error with an offset in a record to an error with an offset in the file.
func (e *FormatError) at(record int64, l layout) *FormatError {
	e.Record = int(record)
	e.Offset += l.offset(record)
	return e
}
