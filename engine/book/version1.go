package book

import (
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/durable"
)

// magic1 is the beginning of a file of version 1. After it come the length of the settings and the settings
// as JSON; the number of positions and the positions ordered by discs, compressed by DEFLATE; and the CRC-32C
// of everything before. Values are not stored, because they follow from the leaves.
const magic1 = "OUTFBOOK\x01"

// Limits of a file of version 1 or of text.
const (
	mostBytes     = 256 << 20 // compressed or not
	mostPositions = 4 << 20
)

// A decoder reads positions from bytes.
type decoder struct {
	content []byte
	at      int
	err     error // the first error
}

var errEnd = errors.New("ends here")

// bytes returns the next n bytes; at the end zeros, at most 16.
func (d *decoder) bytes(n int) []byte {
	if len(d.content)-d.at < n {
		d.check(errEnd)
		return make([]byte, min(n, 16))
	}
	d.at += n
	return d.content[d.at-n : d.at]
}

// number reads a whole number of at most 2^31-1, encoded in the shortest form.
func (d *decoder) number() int {
	x, n := binary.Uvarint(d.content[d.at:])
	if n <= 0 || x > math.MaxInt32 || n > 1 && d.content[d.at+n-1] == 0 {
		d.check(errors.New("bad number"))
		return 0
	}
	d.at += n
	return int(x)
}

// check keeps the first error.
func (d *decoder) check(err error) { d.err = cmp.Or(d.err, err) }

// nodes reads all positions to the end of the content.
func (d *decoder) nodes() ([]*node, error) {
	count := d.number()
	if count > mostPositions {
		return nil, fmt.Errorf("%d positions, want at most %d", count, mostPositions)
	}
	var list []*node
	for i := range count {
		begin := d.at
		n, err := d.node()
		if err == nil && i > 0 && compareBoards(list[i-1].board, n.board) >= 0 {
			err = errors.New("out of order")
		}
		if err != nil {
			d.at = begin
			return nil, fmt.Errorf("position %d: %w", i, err)
		}
		list = append(list, n)
	}
	if d.err == nil && d.at < len(d.content) {
		d.check(errors.New("more than the positions"))
	}
	return list, d.err
}

// node reads a position and checks everything that does not depend on other positions.
func (d *decoder) node() (*node, error) {
	b := d.board()
	n := &node{board: b}
	d.counts(n)
	if d.err != nil {
		return nil, d.err
	}
	return n, n.complete()
}

// board reads the discs of a board.
func (d *decoder) board() engine.Board {
	discs := d.bytes(16)
	return engine.Board{
		Mine:   engine.Set(binary.LittleEndian.Uint64(discs)),
		Theirs: engine.Set(binary.LittleEndian.Uint64(discs[8:])), Shape: engine.Full,
	}
}

// counts reads the games, the leaf and the played moves of a position.
func (d *decoder) counts(n *node) {
	n.games = d.number()
	score := d.bytes(5)
	if score[3] > 1 {
		d.check(errors.New("bad mark of an exact score"))
	}
	n.leaf = leaf{engine.Square(score[0]), int(int8(score[1])), int(score[2]), score[3] == 1}
	for range score[4] {
		n.played = append(n.played, played{engine.Square(d.bytes(1)[0]), d.number()})
	}
}

// complete checks the board and the games of a position that was read, and finds its moves.
func (n *node) complete() error {
	if err := checkPlace(n.board); err != nil {
		return err
	}
	n.moves = newNode(n.board).moves
	return n.checkGames()
}

// decode1 decodes a file of version 1. The error wraps errFormat and states the offset in the file or in its
// uncompressed positions.
func decode1(data []byte) (*Draft, error) {
	if len(data) > mostBytes {
		return nil, fmt.Errorf("%w: more than %d bytes", errFormat, mostBytes)
	}
	if len(data) < len(magic1)+5 || string(data[:len(magic1)]) != magic1 {
		return nil, fmt.Errorf("%w: byte 0: want the beginning of a book of version %d", errFormat, magic1[8])
	}
	end := len(data) - 4
	if sum := binary.LittleEndian.Uint32(data[end:]); sum != durable.Sum(data[:end]) {
		return nil, fmt.Errorf("%w: byte %d: the checksum is another, so it is damaged or cut off", errFormat, end)
	}
	size, n := binary.Uvarint(data[len(magic1):end])
	begin := len(magic1) + n
	if n <= 0 || size > uint64(end-begin) {
		return nil, fmt.Errorf("%w: byte %d: bad length of the settings", errFormat, len(magic1))
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
