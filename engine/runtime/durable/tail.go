package durable

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"math"
)

// A Tail reads the records of a journal to which another process may be appending. It takes no lock and keeps
// its position between reads. It is not safe for concurrent use.
type Tail struct {
	name     string
	format   Format
	settings json.RawMessage
	end      int64 // offset after the last record read
	line     int   // line of that record
}

// NewTail returns a tail at the start of a journal. Errors refer to the journal as name.
func NewTail(name string, f Format) *Tail { return &Tail{name: name, format: f} }

// Begin reads the header of a journal from in, unless it has already been read, and returns the journal's
// settings as JSON. The error for a file of another format is a [*FileError].
func (t *Tail) Begin(in io.ReaderAt) (json.RawMessage, error) {
	if t.line > 0 {
		return t.settings, nil
	}
	line, size, err := readLine(bufio.NewReader(io.NewSectionReader(in, 0, math.MaxInt64)))
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if t.settings, err = t.format.settings(line); err != nil {
		return nil, t.Bad(1, err)
	}
	t.end, t.line = size, 1
	return t.settings, nil
}

// Read yields the records that were appended since the last Read. in is the journal. It leaves bytes after
// the last intact record for the next Read, because another process may be writing them. It yields a
// [*FileError] for an error of Begin, and for a damaged record if a second read confirms the damage and an
// intact record follows. All later Reads yield the error too.
func (t *Tail) Read(in io.ReaderAt) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		if _, err := t.Begin(in); err != nil {
			yield(Record{}, err)
			return
		}
		rest, again := t.rest(in), false
		for {
			line, size, err := readLine(rest)
			if err != nil && !errors.Is(err, io.EOF) {
				yield(Record{}, err)
				return
			}
			record, whole := unseal(line)
			if !whole {
				switch {
				case err != nil || !wholeFollows(rest):
					return
				case !again: // it may have been read while being written
					rest, again = t.rest(in), true
					continue
				}
				yield(Record{}, t.Bad(t.line+1, errDamaged))
				return
			}
			again = false
			t.end, t.line = t.end+size, t.line+1
			if !yield(Record{t.line, record}, nil) {
				return
			}
		}
	}
}

// rest reads the bytes after the last record.
func (t *Tail) rest(in io.ReaderAt) *bufio.Reader {
	return bufio.NewReader(io.NewSectionReader(in, t.end, math.MaxInt64-t.end))
}

// Line returns the line of the last record read, or 0 before the header.
func (t *Tail) Line() int { return t.line }

// Offset returns the offset of the first byte after the last record read, where the next record begins.
func (t *Tail) Offset() int64 { return t.end }

// RecordAt reads the record that begins at an offset of a journal, see [Tail.Offset].
func RecordAt(in io.ReaderAt, offset int64) (json.RawMessage, error) {
	line, _, err := readLine(bufio.NewReader(io.NewSectionReader(in, offset, math.MaxInt64-offset)))
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	record, whole := unseal(line)
	if !whole {
		return nil, errDamaged
	}
	return record, nil
}

// wholeFollows reports whether any remaining record is intact.
func wholeFollows(in *bufio.Reader) bool {
	for {
		line, _, err := readLine(in)
		if err != nil {
			return false
		}
		if _, whole := unseal(line); whole {
			return true
		}
	}
}

// Bad returns the error for a line with an invalid record.
func (t *Tail) Bad(line int, err error) error { return &FileError{t.name, line, err} }

// FormatOf returns the format stated in the first line of a journal or a state file. For other files, it
// reads only a few bytes and returns the zero value. It returns an error if the first line is damaged.
func FormatOf(in io.Reader) (Format, error) {
	buffered := bufio.NewReader(in)
	head, _ := buffered.Peek(len(sealHead)) // a shorter file has no format
	if string(head) != sealHead && string(head) != unsealedHead {
		return Format{}, nil
	}
	line, _, err := readLine(buffered)
	if err != nil {
		return Format{}, err
	}
	h, _, err := parseHeader(line)
	if err != nil {
		return Format{}, errDamaged
	}
	return Format{h.Format, h.Version}, nil
}

// unsealedHead is the beginning of files of old versions without checksums. It is as long as sealHead.
const unsealedHead = `{"outflank"`
