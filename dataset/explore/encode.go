package explore

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"

	"github.com/outflank/outflank/engine/runtime/blocks"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// partBuckets is the number of buckets that are sorted together, small enough for the cache.
const partBuckets = 128

// writeParts divides the entries of buckets first to end-1 into parts, sorts the parts on several goroutines
// and writes them in order.
func (b *builder) writeParts(ctx context.Context, first, end int) error {
	bounds := b.divide(first, end)
	encode := func(_ context.Context, part int) (encodedPart, error) {
		from := first + part*partBuckets
		return b.encodePart(b.entries[bounds[part]:bounds[part+1]], from, min(from+partBuckets, end)), nil
	}
	parts := parallel.Numbers(0, len(bounds)-1)
	for p, err := range parallel.Map(ctx, b.workers, 2*b.workers, parts, encode) {
		if err == nil {
			err = b.out.Append(p.blocks, p.directory)
		}
		if err != nil {
			return inIndex(err)
		}
		b.Bytes = b.out.Bytes
		b.spare.Put(&p.blocks)
		b.Positions += p.positions
		b.Entries += p.entries
	}
	return nil
}

// divide sorts the entries by part, in place, and returns where each part starts (McIlroy, Bostic and
// McIlroy, "Engineering Radix Sort", 1993: the American flag sort).
func (b *builder) divide(first, end int) (bounds []int) {
	partOf := func(e *entry) int { return (b.bucket(e.key) - first) / partBuckets }
	parts := (end - first + partBuckets - 1) / partBuckets
	bounds = make([]int, parts+1)
	for i := range b.entries {
		bounds[partOf(&b.entries[i])+1]++
	}
	for i := range parts {
		bounds[i+1] += bounds[i]
	}
	next := slices.Clone(bounds) // index for the next entry of each part
	for part := range parts {
		for next[part] < bounds[part+1] {
			i := next[part]
			to := partOf(&b.entries[i])
			b.entries[i], b.entries[next[to]] = b.entries[next[to]], b.entries[i]
			next[to]++
		}
	}
	return bounds
}

// An encodedPart contains the blocks of some buckets and their part of the directory.
type encodedPart struct {
	blocks, directory  []byte
	positions, entries int
}

// encodePart sorts and encodes the entries of buckets first to end-1.
func (b *builder) encodePart(entries []entry, first, end int) (p encodedPart) {
	slices.SortFunc(entries, func(x, y entry) int {
		switch {
		case x.key != y.key:
			return cmp.Compare(x.key, y.key)
		case b.sorted:
			return cmp.Compare(x.row, y.row)
		}
		return cmp.Compare(b.ids[x.row], b.ids[y.row])
	})
	p.entries = len(entries)
	if spare, ok := b.spare.Get().(*[]byte); ok {
		p.blocks = (*spare)[:0]
	}
	for bucket := first; bucket < end; bucket++ {
		n := 0
		for n < len(entries) && b.bucket(entries[n].key) == bucket {
			n++
		}
		start := len(p.blocks)
		p.encodeBlock(entries[:n], uint64(bucket)<<(64-b.bits), b.ids)
		entries = entries[n:]
		p.directory = blocks.Entry(p.directory, p.blocks[start:])
	}
	return p
}

func (p *encodedPart) encodeBlock(entries []entry, key uint64, ids []int64) {
	id := int64(0)
	for i, e := range entries {
		if i == 0 || e.key != entries[i-1].key {
			p.blocks = binary.AppendUvarint(p.blocks, e.key-key)
			key, id = e.key, 0
			p.positions++
		}
		code := uint64(ids[e.row]-id) << 2
		if e.marked {
			code |= 2
		}
		if i == len(entries)-1 || entries[i+1].key != e.key {
			code |= 1
		}
		p.blocks = binary.AppendUvarint(p.blocks, code)
		if e.marked {
			p.blocks = append(p.blocks, e.mark)
		}
		id = ids[e.row]
	}
}

// finish writes the directory and the footer.
func (b *builder) finish() error {
	f := &b.footer
	f.Games, f.Positions, f.Entries = uint64(b.Games), uint64(b.Positions), uint64(b.Entries)
	end, err := binary.Append(nil, binary.LittleEndian, f)
	if err != nil {
		return err
	}
	err = b.out.Finish(end, b.bits)
	b.Bytes = b.out.Bytes
	return inIndex(err)
}
