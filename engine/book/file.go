package book

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// magic is the beginning of a book file: a name and a version.
const magic = "OUTFBOOK\x01"

// Limits of a file, larger than any book that a machine can compute in a year.
const (
	mostBytes     = 256 << 20 // compressed or not
	mostPositions = 4 << 20
)

// errFormat is wrapped by errors for files that are damaged or not a book.
var errFormat error = fault.Kind("not a sound book")

// IsBook reports whether a file with this beginning is a book.
func IsBook(data []byte) bool { return bytes.HasPrefix(data, []byte(magic[:8])) }

// encodeNodes appends nodes: the discs, the games, the leaf and the played moves.
func encodeNodes(dst []byte, nodes []*node) []byte {
	for _, n := range nodes {
		dst = binary.LittleEndian.AppendUint64(dst, uint64(n.board.Mine))
		dst = binary.LittleEndian.AppendUint64(dst, uint64(n.board.Theirs))
		dst = binary.AppendUvarint(dst, uint64(n.games))
		exact := byte(0)
		if n.leaf.Exact {
			exact = 1
		}
		dst = append(dst, byte(n.leaf.Square), byte(int8(n.leaf.Score)), byte(n.leaf.Depth), exact,
			byte(len(n.played)))
		for _, p := range n.played {
			dst = binary.AppendUvarint(append(dst, byte(p.square)), uint64(p.games))
		}
	}
	return dst
}

// Encode returns the bytes of a book file: the magic; the length of the settings and the settings as JSON;
// the number of positions and the positions ordered by discs, compressed by DEFLATE; and the CRC-32C of
// everything before. Values are not stored, because they follow from the leaves.
func (b *Book) Encode() ([]byte, error) {
	settings, err := json.Marshal(b.Settings)
	if err != nil {
		return nil, err
	}
	out := bytes.NewBuffer(binary.AppendUvarint([]byte(magic), uint64(len(settings))))
	out.Write(settings)
	pack, err := flate.NewWriter(out, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := pack.Write(encodeNodes(binary.AppendUvarint(nil, uint64(len(b.nodes))), b.nodes)); err != nil {
		return nil, err
	}
	if err := pack.Close(); err != nil {
		return nil, err
	}
	return binary.LittleEndian.AppendUint32(out.Bytes(), durable.Sum(out.Bytes())), nil
}

// Write writes the book to a file with [durable.Replace].
func (b *Book) Write(path string) error {
	data, err := b.Encode()
	if err != nil {
		return err
	}
	return durable.WriteFile(path, data)
}

// Read reads a file written by [Book.Write]. If the file is not a valid book, the error is bad input and
// states the offset.
func Read(path string) (*Book, error) {
	f, err := durable.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, mostBytes+1))
	if err != nil {
		return nil, err
	}
	b, err := decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return b, nil
}

// decode decodes the bytes of [Book.Encode]. The error wraps errFormat and states the offset in the file or
// in its uncompressed positions.
func decode(data []byte) (*Book, error) {
	if len(data) > mostBytes {
		return nil, fmt.Errorf("%w: more than %d bytes", errFormat, mostBytes)
	}
	if len(data) < len(magic)+5 || string(data[:len(magic)]) != magic {
		return nil, fmt.Errorf("%w: byte 0: want the beginning of a book of version %d", errFormat, magic[8])
	}
	end := len(data) - 4
	if sum := binary.LittleEndian.Uint32(data[end:]); sum != durable.Sum(data[:end]) {
		return nil, fmt.Errorf("%w: byte %d: the checksum is another, so it is damaged or cut off", errFormat, end)
	}
	size, n := binary.Uvarint(data[len(magic):end])
	begin := len(magic) + n
	if n <= 0 || size > uint64(end-begin) {
		return nil, fmt.Errorf("%w: byte %d: bad length of the settings", errFormat, len(magic))
	}
	var s Settings
	packed := begin + int(size)
	err := durable.Strict(data[begin:packed], &s)
	if err == nil {
		err = s.Check()
	}
	if err != nil {
		return nil, fmt.Errorf("%w: byte %d: settings: %v", errFormat, begin, err)
	}
	source := bytes.NewReader(data[packed:end])
	content, err := io.ReadAll(io.LimitReader(flate.NewReader(source), mostBytes+1))
	switch {
	case err == nil && len(content) > mostBytes:
		err = fmt.Errorf("more than %d bytes unpacked", mostBytes)
	case err == nil && source.Len() > 0:
		err = fmt.Errorf("%d bytes behind the positions", source.Len())
	}
	if err != nil {
		return nil, fmt.Errorf("%w: byte %d: positions: %v", errFormat, packed, err)
	}
	d := decoder{content: content}
	nodes, err := d.nodes()
	if err != nil {
		return nil, fmt.Errorf("%w: byte %d of the positions: %v", errFormat, d.at, err)
	}
	return assemble(s, nodes)
}

// assemble returns a book of nodes, which must be in order, and checks their leaves.
func assemble(s Settings, nodes []*node) (*Book, error) {
	b := newBook(s, nodes)
	for i, n := range nodes {
		if err := n.checkLeaf(b.at); err != nil {
			return nil, fmt.Errorf("%w: position %d, %v: %v", errFormat, i, engine.Position{Board: n.board}, err)
		}
	}
	return b, nil
}
