package index

import (
	"encoding/binary"
	"fmt"
)

// A blockReader decodes a block.
type blockReader struct {
	rest []byte
	hash uint64 // of the position
	bad  bool
}

func (d *blockReader) err(bucket int) error {
	if d.bad {
		return fmt.Errorf("index: %w: block %d cannot be decoded", ErrDamaged, bucket)
	}
	return nil
}

func (d *blockReader) number() uint64 {
	if len(d.rest) > 0 && d.rest[0] < 0x80 { // most are that small
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

// nextPosition reads the hash of the next position; false if it cannot.
func (d *blockReader) nextPosition() bool {
	d.hash += d.number()
	return !d.bad
}

// games reads the games of a position whose ply is ply where it is not told.
func (d *blockReader) games(ply int) (hits []Hit) {
	ahead, id := *d, int64(0)
	hits = make([]Hit, 0, ahead.skip())
	for !d.bad {
		code := d.number()
		id += int64(code >> 2)
		h := Hit{id, ply}
		if code&2 != 0 {
			h.Ply = int(d.byte())
		}
		hits = append(hits, h)
		if code&1 != 0 {
			break
		}
	}
	return hits
}

// skip passes over the games of a position and returns their number.
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
