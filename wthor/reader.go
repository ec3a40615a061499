package wthor

import (
	"io"
	"iter"
)

// A format describes files of one kind of record: games or puzzles.
type format[R any] struct {
	layout
	records string // name of the records, for errors
	check   func(Header) error

	decode func(record []byte) R
	append func(dst []byte, r R) []byte
	// fault returns the first invalid field of a record, or nil. Its offset is relative to the start of the
	// record. If players or tournaments is not positive, the number of names is unknown.
	fault func(record []byte, h Header, players, tournaments int) *FormatError
}

// Reader reads a file of games or puzzles, one record at a time. It is not safe for concurrent use.
type Reader[R any] struct {
	// Players and Tournaments are the numbers of names in the names files of the same issue; puzzles have their
	// own names files. If such a number is greater than 0, records with ids at or above it come with ErrID. Set
	// both before calling All.
	Players, Tournaments int

	header  Header
	records *records
	format  *format[R]
}

// NewReader reads and checks the header of a file of 8x8 games (.wtb). The error is a *FormatError: ErrHeader
// if P1 is neither 0 nor 8 (for 10 use [NewReader10]) or P2 is not 0 (for 1 use [NewPuzzleReader]), ErrSize
// if there are fewer than 16 bytes, or the error of r. The Reader is buffered and may read more from r than
// it needs.
func NewReader(r io.Reader) (*Reader[Game], error) { return open(r, &gameFiles) }

// NewReader10 reads and checks the header of a file of 10x10 games (.wtd), as [NewReader] does. The error is
// ErrHeader if P1 is not 10 or P2 is not 0.
func NewReader10(r io.Reader) (*Reader[Game10], error) { return open(r, &game10Files) }

// NewPuzzleReader reads and checks both headers of a file of puzzles (.pzz), as [NewReader] does. The error
// is ErrHeader if N2 is not from 1 to 64, P1 is neither 0 nor 8, P2 is neither 1 nor 0 (as in old files), or
// the second header does not contain N1 for N2 empty squares and 0 for all others.
func NewPuzzleReader(r io.Reader) (*Reader[Puzzle], error) { return open(r, &puzzleFiles) }

// open reads and checks the headers.
func open[R any](in io.Reader, f *format[R]) (*Reader[R], error) {
	rs := newRecords(in, f.layout)
	h, err := rs.header()
	if err == nil {
		err = f.check(h)
	}
	if err != nil {
		return nil, err
	}
	rs.expect("N1", int64(h.N1))
	if f.start > headerSize {
		counts, err := rs.extra()
		if err == nil {
			err = h.checkCounts((*[countsSize]byte)(counts))
		}
		if err != nil {
			return nil, err
		}
	}
	return &Reader[R]{header: h, records: rs, format: f}, nil
}

// Header returns the file's header. The second header of a file of puzzles follows
// from it.
func (r *Reader[R]) Header() Header { return r.header }

// All yields the records in the order of the file. Every error is a *FormatError. There are two kinds of
// errors, which FormatError.Fatal distinguishes:
//
// An error of a record (ErrMove, ErrScore, ErrID, ErrPosition) comes together with that record, unchanged
// from the file. It names the first invalid field. Reading continues with the next record.
//
// A fatal error comes with a zero record and is the last item: ErrSize if the file has fewer or more bytes
// than N1 records need, or the reader's own error.
//
// A theoretical score over 64, or over 100 on the 10x10 board, is ErrScore. Cassio reads it as "unknown", but
// the format defines no such value and no known file contains one. The record still contains it.
//
// A second call continues where the first one stopped, and yields a fatal error again.
func (r *Reader[R]) All() iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		for {
			b, err := r.records.read()
			if err != nil {
				var none R
				yield(none, err)
				return
			}
			if b == nil {
				return
			}
			record := r.format.decode(b)
			if fault := r.format.fault(b, r.header, r.Players, r.Tournaments); fault != nil {
				err = fault.at(r.records.next-1, r.records.layout)
			}
			if !yield(record, err) {
				return
			}
		}
	}
}
