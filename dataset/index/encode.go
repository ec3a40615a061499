package index

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/outflank/outflank/engine/runtime/durable"
)

// An encodedPart is the blocks of some buckets and their part of the directory.
type encodedPart struct {
	blocks, directory  []byte
	positions, entries int
}

// encodePart encodes the buckets from first up to end.
func (b *builder) encodePart(entries []entry, first, end int) (p encodedPart) {
	slices.SortFunc(entries, func(x, y entry) int {
		return cmp.Or(cmp.Compare(x.hash, y.hash), cmp.Compare(b.ids[x.row], b.ids[y.row]), int(x.ply)-int(y.ply))
	})
	p.entries = len(entries)
	for bucket := first; bucket < end; bucket++ {
		n := 0
		for n < len(entries) && b.bucket(entries[n].hash) == bucket {
			n++
		}
		start := len(p.blocks)
		p.encodeBlock(entries[:n], uint64(bucket)<<(64-b.bits), b.ids)
		entries = entries[n:]
		block := p.blocks[start:]
		p.directory = binary.LittleEndian.AppendUint32(p.directory, uint32(len(block)))
		p.directory = binary.LittleEndian.AppendUint32(p.directory, durable.Sum(block))
	}
	return p
}

func (p *encodedPart) encodeBlock(entries []entry, hash uint64, ids []int64) {
	id := int64(0)
	for i, e := range entries {
		if i == 0 || e.hash != entries[i-1].hash {
			p.blocks = binary.AppendUvarint(p.blocks, e.hash-hash)
			hash, id = e.hash, 0
			p.positions++
		}
		code := uint64(ids[e.row]-id) << 2
		if e.told {
			code |= 2
		}
		if i == len(entries)-1 || entries[i+1].hash != e.hash {
			code |= 1
		}
		p.blocks = binary.AppendUvarint(p.blocks, code)
		if e.told {
			p.blocks = append(p.blocks, e.ply)
		}
		id = ids[e.row]
	}
}

func (b *builder) write(p []byte) error {
	n, err := b.out.Write(p)
	b.Bytes += int64(n)
	if err != nil {
		return fmt.Errorf("index: %w", err)
	}
	return nil
}

// finish writes directory and footer.
func (b *builder) finish() error {
	f := &b.footer
	f.Games, f.Positions, f.Entries = uint64(b.Games), uint64(b.Positions), uint64(b.Entries)
	f.Blocks, f.Bits = uint64(b.Bytes)-uint64(len(magic)), uint32(b.bits)
	copy(f.Magic[:], magic)
	end, err := binary.Append(b.directory, binary.LittleEndian, f)
	if err != nil {
		return err
	}
	end = end[:len(end)-4]
	end = binary.LittleEndian.AppendUint32(end, durable.Sum(end))
	if err := b.write(end); err != nil {
		return err
	}
	if err := b.out.Flush(); err != nil {
		return fmt.Errorf("index: %w", err)
	}
	return nil
}
