package wthor

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"strconv"
)

// Writer writes a game file. What it writes, a Reader reads without an error. It is
// not for use by several goroutines at once.
type Writer struct {
	bw     *bufio.Writer
	header Header
	count  int64 // games written
	closed bool
}

// NewWriter starts a game file with the header h, whose N1 must be the number of
// games that will follow: the header comes first and w need not be able to seek.
// P1 must be 0 or 8 and P2 must be 0, else the error is a *FormatError with ErrHeader;
// all other fields are written as they are. The bytes are buffered until Close.
func NewWriter(w io.Writer, h Header) (*Writer, error) {
	if err := h.checkGames(); err != nil {
		return nil, err
	}
	bw := bufio.NewWriterSize(w, bufferSize)
	if _, err := bw.Write(h.appendTo(bw.AvailableBuffer())); err != nil {
		return nil, fmt.Errorf("wthor: writing: %w", err)
	}
	return &Writer{bw: bw, header: h}, nil
}

// Write appends one game. A game with an invalid move byte or a score over 64, and a
// game beyond the N1th, are refused with a *FormatError (ErrMove, ErrScore; ErrSize);
// nothing of them is written and the next call may give another. Any other error is
// that of the underlying writer.
func (w *Writer) Write(g Game) error {
	if w.closed {
		return fmt.Errorf("wthor: writing: %w", fs.ErrClosed)
	}
	if w.count == int64(w.header.N1) {
		return w.wrongCount("at least " + strconv.FormatInt(w.count+1, 10))
	}
	if f := g.fault(0, 0); f != nil {
		return f.at(w.count, gameSize)
	}
	if _, err := w.bw.Write(g.appendTo(w.bw.AvailableBuffer())); err != nil {
		return fmt.Errorf("wthor: writing: %w", err)
	}
	w.count++
	return nil
}

// Close writes what is still buffered; the underlying writer stays open. It returns
// a *FormatError with ErrSize when the games written are not N1, in which case the
// file is not valid. Nothing can be written afterwards.
func (w *Writer) Close() error {
	w.closed = true
	if err := w.bw.Flush(); err != nil {
		return fmt.Errorf("wthor: writing: %w", err)
	}
	if w.count != int64(w.header.N1) {
		return w.wrongCount(strconv.FormatInt(w.count, 10) + ", the games written")
	}
	return nil
}

func (w *Writer) wrongCount(want string) error {
	return &FormatError{
		Record: -1, Offset: 4, Field: "N1",
		Value: strconv.FormatUint(uint64(w.header.N1), 10), Want: want, Err: ErrSize,
	}
}
