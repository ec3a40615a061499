package durable

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// A Format is a kind of journal or state file. A file must be read with the format in which it was written.
type Format struct {
	Name    string // such as "match"
	Version int    // of the format, including the meaning of its records, from 1
}

// String returns the name and the version.
func (f Format) String() string { return fmt.Sprintf("%q of version %d", f.Name, f.Version) }

// CheckVersion returns a [*FileError] for the file at path if the field "version" of its JSON text is not the
// version of f; a missing field means 1. It is for readable files without a header. It accepts text that is
// not a JSON object, because decoding such text fails later.
func (f Format) CheckVersion(path string, text []byte) error {
	var h struct {
		Version int `json:"version"`
	}
	if json.Unmarshal(text, &h) != nil {
		return nil
	}
	if is := (Format{f.Name, max(h.Version, 1)}); is != f {
		return &FileError{path, 0, fmt.Errorf("it is %v: want %v", is, f)}
	}
	return nil
}

// A FileError reports an error in a journal or a state file with its line. It is bad input, see package
// fault.
type FileError struct {
	File string
	Line int // from 1, 0 = the file as a whole
	Err  error
}

// Error names the file, the line and the error.
func (e *FileError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %v", e.File, e.Err)
	}
	return fmt.Sprintf("%s, line %d: %v", e.File, e.Line, e.Err)
}

// Unwrap returns Err.
func (e *FileError) Unwrap() error { return e.Err }

// BadInput marks the error as caused by bad input.
func (*FileError) BadInput() bool { return true }

// A header is the first record of a file.
type header struct {
	Format   string          `json:"outflank"`
	Version  int             `json:"version"`
	Settings json.RawMessage `json:"settings,omitempty"`
}

// headerLine returns the first line of a file.
func (f Format) headerLine(settings any) ([]byte, error) {
	h := header{Format: f.Name, Version: f.Version}
	if settings != nil {
		var err error
		if h.Settings, err = json.Marshal(settings); err != nil {
			return nil, err
		}
	}
	return seal(h)
}

// parseHeader parses the first line of a file. sealed is true if the line has a valid checksum. Files of old
// versions name their format but have no checksums.
func parseHeader(line []byte) (h header, sealed bool, err error) {
	record, sealed := unseal(line)
	if !sealed {
		record = line
	}
	err = json.Unmarshal(record, &h)
	if err == nil && h.Format == "" {
		err = errors.New("it names no format")
	}
	return h, sealed, err
}

// settings checks the first line of a file, and returns its settings.
func (f Format) settings(line []byte) (json.RawMessage, error) {
	if len(bytes.TrimSpace(line)) == 0 {
		return nil, errEmpty
	}
	h, sealed, err := parseHeader(line)
	switch {
	case !sealed && bytes.HasPrefix(line, []byte(sealHead)):
		return nil, errDamaged
	case err != nil:
		return nil, fmt.Errorf("it begins with %.40q: want %v", line, f)
	case h.Format != f.Name || h.Version != f.Version:
		return nil, fmt.Errorf("it is %v: want %v", Format{h.Format, h.Version}, f)
	case !sealed:
		return nil, errDamaged
	}
	return h.Settings, nil
}

// errEmpty is the error for a file whose writer was killed before it wrote the header.
var errEmpty = errors.New("nothing is kept in it yet: start the work over with this file")

// errDamaged is the error for a line whose bytes have changed.
var errDamaged = errors.New("damaged: the record does not fit its checksum")

// maxLine is the maximum length of a line in a file. It limits the memory for reading.
const maxLine = 64 << 20

// A sealed line consists of sealHead, eight hexadecimal digits, sealMiddle, the record and sealTail.
const (
	sealHead   = `{"crc32c":"`
	sealMiddle = `","record":`
	sealTail   = "}\n"
	sealStart  = len(sealHead) + 8 + len(sealMiddle) // offset of the record
)

// seal returns the line of a record.
func seal(v any) ([]byte, error) {
	record, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	line := fmt.Appendf(nil, "%s%08x%s%s%s", sealHead, Sum(record), sealMiddle, record, sealTail)
	if len(line) > maxLine {
		return nil, fmt.Errorf("a record of %d bytes: want %d at most", len(line), maxLine)
	}
	return line, nil
}

// unseal returns the record of a line without copying it, and reports whether the record is intact.
func unseal(line []byte) (record []byte, ok bool) {
	if len(line) < sealStart+len(sealTail) {
		return nil, false
	}
	record = line[sealStart : len(line)-len(sealTail)]
	head := fmt.Appendf(nil, "%s%08x%s", sealHead, Sum(record), sealMiddle)
	return record, bytes.HasPrefix(line, head) && bytes.HasSuffix(line, []byte(sealTail))
}

// readLine returns the next line with its line end, and its length in bytes. For a line that is too long, it
// returns nil. The error is io.EOF at the end of the file. The last line may have no line end.
func readLine(in *bufio.Reader) (line []byte, size int64, err error) {
	for {
		part, err := in.ReadSlice('\n')
		size += int64(len(part))
		if size <= maxLine {
			line = append(line, part...)
		} else {
			line = nil
		}
		switch {
		case err == bufio.ErrBufferFull:
		case err == io.EOF && size > 0:
			return line, size, nil
		default:
			return line, size, err
		}
	}
}
