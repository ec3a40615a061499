package wthor

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
)

// Lengths of the records in names files in bytes, including the terminating NUL.
const (
	playerSize     = 20
	tournamentSize = 26
)

// Names is a names file. (FFO specification, names.)
type Names struct {
	Header Header

	// Labels are the names in UTF-8, indexed by id. Files contain them in ISO-8859-1, with at most 19 bytes for
	// players and 25 for tournaments, so long names are truncated. An empty label is valid.
	Labels []string
}

// ReadPlayers reads a file of player names (.jou) with records of 20 bytes.
//
// Its error is a *FormatError. A Fatal error is ErrHeader if N1 is not 0, ErrSize if the length does not
// match N2, or the error of r; Labels then contains the labels read before it. Other errors are ErrName for
// the first invalid record, and all labels are returned. The label of a record without a NUL consists of all
// its bytes. A label ends at the first NUL, even if bytes other than zeros follow, which are lost. Only a
// file read without an error is therefore written back unchanged.
func ReadPlayers(r io.Reader) (Names, error) { return readNames(r, playerSize) }

// ReadTournaments reads a file of tournament names (.trn) with records of 26 bytes. It returns the same
// errors as [ReadPlayers].
func ReadTournaments(r io.Reader) (Names, error) { return readNames(r, tournamentSize) }

func readNames(r io.Reader, size int) (Names, error) {
	rs := newRecords(r, layout{headerSize, size})
	h, err := rs.header()
	if err != nil {
		return Names{}, err
	}
	if err := h.checkNames(); err != nil {
		return Names{Header: h}, err
	}
	rs.expect("N2", int64(h.N2))
	labels, err := readLabels(rs)
	return Names{h, labels}, err
}

// readLabels reads all records. It returns their labels and the error that ended the reading or, if there is
// none, the error of the first invalid record.
func readLabels(rs *records) (labels []string, first error) {
	for {
		b, err := rs.read()
		if err != nil {
			return labels, err
		}
		if b == nil {
			return labels, first
		}
		label, fault := decodeLabel(b)
		if fault != nil && first == nil {
			first = fault.at(rs.next-1, rs.layout)
		}
		labels = append(labels, label)
	}
}

// decodeLabel returns the label of a record, and an error if the record is invalid.
func decodeLabel(b []byte) (string, *FormatError) {
	n := bytes.IndexByte(b, 0)
	if n < 0 {
		label := fromLatin1(b)
		return label, nameFault(label, "a name of at most "+strconv.Itoa(len(b)-1)+" bytes and a NUL")
	}
	for i, c := range b[n:] {
		if c != 0 {
			return fromLatin1(b[:n]), byteFault(int64(n+i), "name padding", c, "0 after the name's NUL", ErrName)
		}
	}
	return fromLatin1(b[:n]), nil
}

// fromLatin1 decodes ISO-8859-1, in which each byte is a code point.
func fromLatin1(b []byte) string {
	runes := make([]rune, len(b))
	for i, c := range b {
		runes[i] = rune(c)
	}
	return string(runes)
}

// WritePlayers writes a file of player names (.jou). Header.N1 must be 0 (else ErrHeader) and Header.N2 the
// number of labels (else ErrSize). A label is invalid if it is not UTF-8, contains a NUL or a character
// outside ISO-8859-1, or takes more than 19 bytes in ISO-8859-1. The error is then ErrName, in a *FormatError
// with the id as Record and the label as Value. WritePlayers checks everything before it writes.
func WritePlayers(w io.Writer, n Names) error { return writeNames(w, n, playerSize) }

// WriteTournaments writes a file of tournament names (.trn), as [WritePlayers] does, with at most 25 bytes
// per label.
func WriteTournaments(w io.Writer, n Names) error { return writeNames(w, n, tournamentSize) }

func writeNames(w io.Writer, n Names, size int) error {
	if err := n.check(); err != nil {
		return err
	}
	file := n.Header.appendTo(nil)
	for id, label := range n.Labels {
		name, fault := toLatin1(label, size-1)
		if fault != nil {
			return fault.at(int64(id), layout{headerSize, size})
		}
		file = append(file, name...)
		file = append(file, make([]byte, size-len(name))...)
	}
	if _, err := w.Write(file); err != nil {
		return fmt.Errorf("wthor: writing: %w", err)
	}
	return nil
}

// check returns an error unless the header matches the labels.
func (n Names) check() error {
	if err := n.Header.checkNames(); err != nil {
		return err
	}
	if int(n.Header.N2) != len(n.Labels) {
		return &FormatError{
			Record: -1, Offset: 8, Field: "N2", Value: strconv.Itoa(int(n.Header.N2)),
			Want: strconv.Itoa(len(n.Labels)) + ", the number of labels", Err: ErrSize,
		}
	}
	return nil
}

// toLatin1 encodes a label as ISO-8859-1, in at most limit bytes without NUL.
func toLatin1(label string, limit int) ([]byte, *FormatError) {
	name := make([]byte, 0, limit)
	for _, r := range label {
		switch {
		case r == 0:
			return nil, nameFault(label, "no NUL")
		case r > 0xFF: // including U+FFFD for invalid UTF-8
			return nil, nameFault(label, "characters of ISO-8859-1")
		case len(name) == limit:
			return nil, nameFault(label, "at most "+strconv.Itoa(limit)+" bytes")
		}
		name = append(name, byte(r))
	}
	return name, nil
}

func nameFault(label, want string) *FormatError {
	return &FormatError{Field: "name", Value: strconv.Quote(label), Want: want, Err: ErrName}
}
