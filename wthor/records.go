package wthor

import (
	"bufio"
	"fmt"
	"io"
)

// bufferSize is the size in bytes of the buffer of a reader or writer. Apart from results, they use no other
// memory.
const bufferSize = 1 << 15

// layout describes where the records of a file are.
type layout struct {
	start int64 // bytes before the first record
	size  int   // bytes of a record
}

// offset returns the offset of a record in the file. The offset after the last record is the file's size.
func (l layout) offset(record int64) int64 { return l.start + record*int64(l.size) }

// records splits a file into its header and its records, which have equal size.
type records struct {
	br *bufio.Reader
	layout
	name  string // of the header field that holds count
	count int64  // number of records in the header
	next  int64  // index of the record that read will return
	held  int    // bytes of the last returned record, still in the buffer
	err   error  // error that ended the file early; permanent
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

// extra returns the bytes between the header and the records. expect must be called first.
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

// expect sets the number of records and the name of its header field.
func (rs *records) expect(name string, count int64) { rs.name, rs.count = name, count }

// read returns the next record, which is valid until the next call. After the last record it returns nil and
// no error.
//
// The record stays in the buffer while the caller uses it, so no copy is needed. The next call discards it.
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
	rs.br.Discard(rs.held) // cannot fail, because these bytes were peeked at
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

// short returns the error for a file that could not be read up to byte size because of err. Only io.EOF
// itself means that the file is too short: a decompressor's io.ErrUnexpectedEOF is an error of the reader.
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
