package wthor

import (
	"bufio"
	"fmt"
	"io"
)

// bufferSize is the size in bytes of the buffer between a file and its records, the
// only memory a reader or writer takes beside what it returns.
const bufferSize = 1 << 15

// records cuts a file into its header and its records, all of one size.
type records struct {
	br    *bufio.Reader
	size  int    // of a record in bytes
	name  string // of the header field that holds count
	count int64  // records that the header claims
	next  int64  // index of the record that read will return
	held  int    // bytes of the record last returned, still in the buffer
	err   error  // what ended the file early; it stays
}

func newRecords(r io.Reader, size int) *records {
	return &records{br: bufio.NewReaderSize(r, bufferSize), size: size}
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
		rs.err = rs.short(rs.offset()+int64(len(b)), rs.wantSize(), err)
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
	b, err := rs.br.Peek(1)
	switch {
	case len(b) > 0:
		rs.err = &FormatError{
			Record: -1, Offset: rs.offset(), Field: "size",
			Value: fmt.Sprintf("over %d bytes", rs.offset()), Want: rs.wantSize(), Err: ErrSize,
		}
	case err != io.EOF:
		rs.err = rs.short(rs.offset(), "", err)
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

// offset is the place in the file of the record that read will return next.
func (rs *records) offset() int64 { return headerSize + rs.next*int64(rs.size) }

func (rs *records) wantSize() string {
	return fmt.Sprintf("%d bytes for %s of %d", headerSize+rs.count*int64(rs.size), rs.name, rs.count)
}
