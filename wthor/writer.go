package wthor

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"strconv"
)

// Writer writes a file of 8x8 games (.wtb). What it writes, a Reader reads without an
// error. It is not for use by several goroutines at once.
type Writer struct{ out *output }

// NewWriter starts a game file with the header h, whose N1 must be the number of
// games that will follow: the header comes first and w need not be able to seek.
// P1 must be 0 or 8 and P2 must be 0, else the error is a *FormatError with ErrHeader;
// all other fields are written as they are. The bytes are buffered until Close.
func NewWriter(w io.Writer, h Header) (*Writer, error) {
	if err := h.checkGames(); err != nil {
		return nil, err
	}
	out, err := newOutput(w, gameLayout, h, nil)
	if err != nil {
		return nil, err
	}
	return &Writer{out}, nil
}

// Write appends one game. A game with an invalid move byte or a score over 64, and a
// game beyond the N1th, are refused with a *FormatError (ErrMove, ErrScore; ErrSize);
// nothing of them is written and the next call may give another. Any other error is
// that of the underlying writer.
func (w *Writer) Write(g Game) error {
	if err := w.out.next(); err != nil {
		return err
	}
	record := g.appendTo(w.out.bw.AvailableBuffer())
	return w.out.put(record, board8.fault(record, 0, 0))
}

// Close writes what is still buffered; the underlying writer stays open. It returns
// a *FormatError with ErrSize when the games written are not N1, in which case the
// file is not valid. Nothing can be written afterwards.
func (w *Writer) Close() error { return w.out.close("games") }

// output puts a file together from its header and its records.
type output struct {
	bw *bufio.Writer
	layout
	header Header
	count  int64 // records written
	closed bool
}

// newOutput writes the header and the bytes between it and the records.
func newOutput(w io.Writer, l layout, h Header, extra []byte) (*output, error) {
	bw := bufio.NewWriterSize(w, bufferSize)
	if _, err := bw.Write(append(h.appendTo(bw.AvailableBuffer()), extra...)); err != nil {
		return nil, fmt.Errorf("wthor: writing: %w", err)
	}
	return &output{bw: bw, layout: l, header: h}, nil
}

// next returns an error unless there is room for one more record.
func (o *output) next() error {
	if o.closed {
		return fmt.Errorf("wthor: writing: %w", fs.ErrClosed)
	}
	if o.count == int64(o.header.N1) {
		return o.wrongCount("at least " + strconv.FormatInt(o.count+1, 10))
	}
	return nil
}

// put writes a record unless it has a fault.
func (o *output) put(record []byte, fault *FormatError) error {
	if fault != nil {
		return fault.at(o.count, o.layout)
	}
	if _, err := o.bw.Write(record); err != nil {
		return fmt.Errorf("wthor: writing: %w", err)
	}
	o.count++
	return nil
}

func (o *output) close(records string) error {
	o.closed = true
	if err := o.bw.Flush(); err != nil {
		return fmt.Errorf("wthor: writing: %w", err)
	}
	if o.count != int64(o.header.N1) {
		return o.wrongCount(strconv.FormatInt(o.count, 10) + ", the " + records + " written")
	}
	return nil
}

func (o *output) wrongCount(want string) error {
	return &FormatError{
		Record: -1, Offset: 4, Field: "N1",
		Value: strconv.FormatUint(uint64(o.header.N1), 10), Want: want, Err: ErrSize,
	}
}
