package book

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/outflank/outflank/engine"
)

// A decoder reads positions from bytes.
type decoder struct {
	content []byte
	at      int
	err     error // the first error
}

var errEnd = errors.New("ends here")

// bytes returns the next n bytes, or zeros at the end.
func (d *decoder) bytes(n int) []byte {
	if len(d.content)-d.at < n {
		d.fail(errEnd)
		return make([]byte, n)
	}
	d.at += n
	return d.content[d.at-n : d.at]
}

// number reads a whole number of at most 2^31-1, encoded in the shortest form.
func (d *decoder) number() int {
	x, n := binary.Uvarint(d.content[d.at:])
	if n <= 0 || x > math.MaxInt32 || n > 1 && d.content[d.at+n-1] == 0 {
		d.fail(errors.New("bad number"))
		return 0
	}
	d.at += n
	return int(x)
}

func (d *decoder) fail(err error) {
	if d.err == nil {
		d.err = err
	}
}

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
		d.fail(errors.New("more than the positions"))
	}
	return list, d.err
}

// node reads a position and checks everything that does not depend on other positions.
func (d *decoder) node() (*node, error) {
	discs := d.bytes(16)
	b := engine.Board{
		Mine:   engine.Set(binary.LittleEndian.Uint64(discs)),
		Theirs: engine.Set(binary.LittleEndian.Uint64(discs[8:])), Shape: engine.Full,
	}
	games := d.number()
	score := d.bytes(5)
	if d.err != nil {
		return nil, d.err
	}
	if err := checkPlace(b); err != nil {
		return nil, err
	}
	if score[3] > 1 {
		return nil, errors.New("bad mark of an exact score")
	}
	n := newNode(b)
	n.games = games
	n.leaf = leaf{engine.Square(score[0]), int(int8(score[1])), int(score[2]), score[3] == 1}
	for range score[4] {
		n.played = append(n.played, played{engine.Square(d.bytes(1)[0]), d.number()})
	}
	if d.err != nil {
		return nil, d.err
	}
	return n, n.checkGames()
}
