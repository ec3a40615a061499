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

// mostBytes is the maximum length of a file of version 1, compressed or not.
const mostBytes = 256 << 20

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

// nodes reads all positions to the end of the content, and checks all that does not depend on other
// positions.
func (d *decoder) nodes() (list []*node) {
	count := d.number()
	for i := 0; i < count && d.err == nil; i++ {
		begin := d.at
		n := &node{board: d.board()}
		d.counts(n)
		d.check(n.complete())
		if i > 0 && compareBoards(list[i-1].board, n.board) >= 0 {
			d.check(errors.New("out of order"))
		}
		if d.err != nil {
			d.at, d.err = begin, fmt.Errorf("position %d: %w", i, d.err)
		}
		list = append(list, n)
	}
	if d.at < len(d.content) {
		d.check(errors.New("more than the positions"))
	}
	return list
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
	if len(data) > mostBytes || len(data) < len(magic1)+5 || string(data[:len(magic1)]) != magic1 {
		return nil, ErrOther
	}
	end := len(data) - 4
	if sum := binary.LittleEndian.Uint32(data[end:]); sum != durable.Sum(data[:end]) {
		return nil, fmt.Errorf("%w: byte %d: the checksum is another, so it is damaged or cut off", errFormat, end)
	}
	var s Settings
	d := decoder{content: data[:end], at: len(magic1)}
	d.check(durable.Strict(d.bytes(d.number()), &s))
	d.check(s.Check())
	if d.err != nil {
		return nil, fmt.Errorf("%w: byte %d: settings: %v", errFormat, len(magic1), d.err)
	}
	packed := bytes.NewReader(data[d.at:end])
	content, err := io.ReadAll(io.LimitReader(flate.NewReader(packed), mostBytes+1))
	if err == nil && (len(content) > mostBytes || packed.Len() > 0) {
		err = fmt.Errorf("want at most %d bytes unpacked, and none behind them", mostBytes)
	}
	d = decoder{content: content, err: err}
	nodes := d.nodes()
	if d.err != nil {
		return nil, fmt.Errorf("%w: byte %d of the positions: %v", errFormat, d.at, d.err)
	}
	return assemble(s, nodes)
}
