package transfer

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"

	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/wthor"
)

// A sourceReader reads a file and records its length, checksum and header.
type sourceReader struct {
	r      io.Reader
	n      int64
	sum    hash.Hash
	header []byte
}

func newSourceReader(r io.Reader) *sourceReader { return &sourceReader{r: r, sum: sha256.New()} }

func (s *sourceReader) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	s.n += int64(n)
	s.sum.Write(p[:n])
	s.header = append(s.header, p[:min(n, headerBytes-len(s.header))]...)
	return n, err
}

// source describes the file, which must have been read to the end.
func (s *sourceReader) source(name, kind string, records int) store.Source {
	return store.Source{
		Name: name, Kind: kind, Bytes: s.n, Records: records,
		SHA256: hex.EncodeToString(s.sum.Sum(nil)), Header: hex.EncodeToString(s.header),
	}
}

// namesKinds are the kinds of names files, in the order of the tables.
var namesKinds = [...]string{"players", "tournaments"}

// A names contains a names file that has been read.
type names struct {
	labels []string
	source store.Source
}

// readNames reads a names file, to be called name.
func (o openers) readNames(path, name, kind string) (names, error) {
	f, err := o.open(path)
	if err != nil {
		return names{}, fmt.Errorf("transfer: %w", err)
	}
	defer f.Close()
	read := wthor.ReadPlayers
	if kind == "tournaments" {
		read = wthor.ReadTournaments
	}
	s := newSourceReader(f)
	n, err := read(s)
	if err != nil {
		return names{}, fmt.Errorf("transfer: %s: %w", path, err)
	}
	return names{n.Labels, s.source(name, kind, len(n.Labels))}, nil
}
