package wthor

import (
	"bufio"
	"fmt"
	"io"
)

// bufferSize is the size in bytes of the buffer between a file and its records, the
// only memory a reader or writer takes beside what it returns.
const bufferSize = 1 << 15

// layout says where in a file its records stand.
type layout struct {
	start int64 // bytes before the first record
	size  int   // bytes of a record
}

// offset is the place in the file of a record, or the file's size when record is
// their number.
func (l layout) offset(record int64) int64 { return l.start + record*int64(l.size) }

// records cuts a file into its header and its records, all of one size.
type records struct {
	br *bufio.Reader
	layout
	name  string // of the header field that holds count
	count int64  // records that the header claims
	next  int64  // index of the record that read will return
	held  int    // bytes of the record last returned, still in the buffer
	err   error  // what ended the file early; it stays
}

func newRecords(r io.Reader, l layout) *records {
	return &records{br: bufio.NewReaderSize(r, bufferSize), layout: l}
}

// header reads the file's first 16 bytes. The caller checks them and calls expect.
func (rs *records) header() (Header, error) {
	b, err := rs.br.Peek(headerSize)
	if err != nil {
		return Header{}, rs.short(int64(len(b)), "at least 16 bytes", err)
	}
	h := decodeHeader(b)
	rs.held = headerSize
	return h, nil
}

// extra returns the bytes between the header and the records. It comes after expect.
func (rs *records) extra() ([]byte, error) {
	rs.release()
	n := int(rs.start) - headerSize
	b, err := rs.br.Peek(n)
	if err != nil {
		return nil, rs.short(headerSize+int64(len(b)), rs.wantSize(), err)
	}
	rs.held = n
	return b, nil
}

// expect sets the number of records and the header field that it stands in.
func (rs *records) expect(name string, count int64) { rs.name, rs.count = name, count }

// read returns the next record, which is valid until the following call; nil and no
// error after the last one.
//
// A record stays in the buffer while the caller looks at it, so that it need not be
// copied; it is given back at the next call.
func (rs *records) read() ([]byte, error) {
	if rs.err != nil {
		return nil, rs.err
	}
	rs.release()
	if rs.next == rs.count {
		return nil, rs.end()
	}
	b, err := rs.br.Peek(rs.size)
	if err != nil {
		rs.err = rs.short(rs.offset(rs.next)+int64(len(b)), rs.wantSize(), err)
		return nil, rs.err
	}
	rs.held = rs.size
	rs.next++
	return b, nil
}

func (rs *records) release() {
	rs.br.Discard(rs.held) // cannot fail: these bytes have been peeked at
	rs.held = 0
}

// end returns an error unless the file ends here.
func (rs *records) end() error {
	size := rs.offset(rs.next)
	b, err := rs.br.Peek(1)
	switch {
	case len(b) > 0:
		rs.err = &FormatError{
			Record: -1, Offset: size, Field: "size",
			Value: fmt.Sprintf("over %d bytes", size), Want: rs.wantSize(), Err: ErrSize,
		}
	case err != io.EOF:
		rs.err = rs.short(size, "", err)
	}
	return rs.err
}

// short returns the error for a file that gave err instead of its byte number size.
// Only io.EOF itself says that the file is too short: a decompressor's
// io.ErrUnexpectedEOF is an error of the reader.
func (rs *records) short(size int64, want string, err error) error {
	if err != io.EOF {
		return &FormatError{Record: -1, Offset: size, Field: "reading", Err: err}
	}
	return &FormatError{
		Record: -1, Offset: size, Field: "size",
		Value: fmt.Sprintf("%d bytes", size), Want: want, Err: ErrSize,
	}
}

func (rs *records) wantSize() string {
	return fmt.Sprintf("%d bytes for %s of %d", rs.offset(rs.count), rs.name, rs.count)
}
