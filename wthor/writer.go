package wthor

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"strconv"
)

// Writer writes a file of games or puzzles that a Reader accepts without errors. It is not safe for
// concurrent use.
type Writer[R any] struct {
	format *format[R]
	bw     *bufio.Writer
	header Header
	count  int64 // records written
	closed bool
}

// NewWriter starts a file of 8x8 games (.wtb) with the header h. N1 of h must be the number of games to be
// written, because the header comes first and w may be unable to seek. P1 must be 0 or 8 and P2 must be 0;
// otherwise the error is a *FormatError with ErrHeader. All other fields are written unchanged. The bytes are
// buffered until Close.
func NewWriter(w io.Writer, h Header) (*Writer[Game], error) { return start(w, h, &gameFiles) }

// NewWriter10 starts a file of 10x10 games (.wtd) as [NewWriter] does, but P1 must be 10.
func NewWriter10(w io.Writer, h Header) (*Writer[Game10], error) { return start(w, h, &game10Files) }

// NewPuzzleWriter starts a file of puzzles (.pzz) as [NewWriter] does. N2 must be the number of empty squares
// of all puzzles, 1 to 64. P2 should be 1, but 0 is accepted so that old files can be written unchanged. The
// second header is computed from h.
func NewPuzzleWriter(w io.Writer, h Header) (*Writer[Puzzle], error) {
	return start(w, h, &puzzleFiles)
}

// start writes the headers.
func start[R any](to io.Writer, h Header, f *format[R]) (*Writer[R], error) {
	if err := f.check(h); err != nil {
		return nil, err
	}
	w := &Writer[R]{format: f, bw: bufio.NewWriterSize(to, bufferSize), header: h}
	head := h.appendTo(w.bw.AvailableBuffer())
	if f.start > headerSize {
		head = h.appendCounts(head)
	}
	if _, err := w.bw.Write(head); err != nil {
		return nil, fmt.Errorf("wthor: writing: %w", err)
	}
	return w, nil
}

// Write appends one record. It returns a *FormatError for a record that a Reader would report (ErrMove,
// ErrScore, ErrPosition), and for records beyond N1 (ErrSize). Such a record leaves the file unchanged, and
// another record may be written next. Other errors come from the underlying writer.
func (w *Writer[R]) Write(r R) error {
	if w.closed {
		return fmt.Errorf("wthor: writing: %w", fs.ErrClosed)
	}
	if w.count == int64(w.header.N1) {
		return w.wrongCount("at least " + strconv.FormatInt(w.count+1, 10))
	}
	record := w.format.append(w.bw.AvailableBuffer(), r)
	if fault := w.format.fault(record, w.header, 0, 0); fault != nil {
		return fault.at(w.count, w.format.layout)
	}
	if _, err := w.bw.Write(record); err != nil {
		return fmt.Errorf("wthor: writing: %w", err)
	}
	w.count++
	return nil
}

// Close writes the buffered bytes; the underlying writer stays open. It returns a *FormatError with ErrSize
// if the number of records written is not N1, in which case the file is invalid. After Close, nothing can be
// written.
func (w *Writer[R]) Close() error {
	w.closed = true
	if err := w.bw.Flush(); err != nil {
		return fmt.Errorf("wthor: writing: %w", err)
	}
	if w.count != int64(w.header.N1) {
		return w.wrongCount(strconv.FormatInt(w.count, 10) + ", the " + w.format.records + " written")
	}
	return nil
}

func (w *Writer[R]) wrongCount(want string) error {
	return &FormatError{
		Record: -1, Offset: 4, Field: "N1",
		Value: strconv.FormatUint(uint64(w.header.N1), 10), Want: want, Err: ErrSize,
	}
}
