package explore

import (
	"encoding/binary"
	"fmt"
)

// A posting is a game that reaches a position: its id, and an optional byte about it.
type posting uint64

const marked posting = 1 << 8 // the byte is present

func postingOf(row int, mark uint8) posting { return posting(row)<<9 | marked | posting(mark) }

func (p posting) id() int64    { return int64(p >> 9) }
func (p posting) marked() bool { return p&marked != 0 }
func (p posting) row() int     { return int(p >> 9) } // the row, which is the id in memory
func (p posting) mark() uint8  { return uint8(p) }

// A blockReader decodes a block.
type blockReader struct {
	rest []byte
	hash uint64 // of the position
	id   uint64 // of its last game
	bad  bool
}

func (d *blockReader) err(bucket int) error {
	if d.bad {
		return fmt.Errorf("index: %w: block %d cannot be decoded", ErrDamaged, bucket)
	}
	return nil
}

func (d *blockReader) number() uint64 {
	if len(d.rest) > 0 && d.rest[0] < 0x80 { // most numbers are this small
		v := d.rest[0]
		d.rest = d.rest[1:]
		return uint64(v)
	}
	v, n := binary.Uvarint(d.rest)
	if n <= 0 {
		d.bad, d.rest = true, nil
		return 0
	}
	d.rest = d.rest[n:]
	return v
}

// nextPosition reads the hash of the next position. It returns false if that fails.
func (d *blockReader) nextPosition() bool {
	d.hash += d.number()
	return !d.bad
}

// next reads the next game of the position, which must exist, see [blockReader.skip].
func (d *blockReader) next() posting {
	code := d.number()
	d.id += code >> 2
	p := posting(d.id << 9)
	if code&2 != 0 {
		p |= marked | posting(d.byte())
	}
	return p
}

// skip skips the games of a position and returns their number.
func (d *blockReader) skip() (n int) {
	for !d.bad {
		code := d.number()
		n++
		if code&2 != 0 {
			d.byte()
		}
		if code&1 != 0 {
			break
		}
	}
	return n
}

func (d *blockReader) byte() (b byte) {
	if len(d.rest) == 0 {
		d.bad = true
		return 0
	}
	b, d.rest = d.rest[0], d.rest[1:]
	return b
}
