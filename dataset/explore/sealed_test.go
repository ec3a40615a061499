package explore_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"testing"

	"github.com/outflank/outflank/dataset/explore"
)

// Law: an index with right sums can be asked anything: Lookup and Verify end, with
// ErrDamaged or not, and what Verify lets through has no more hits than it says.
func FuzzSealed(f *testing.F) {
	games := fileGames(f, 3)
	_, good := indexed(f, games...)
	boards, _ := reached(games)
	f.Add(good)
	f.Add(good[:len(good)/2])
	f.Fuzz(func(t *testing.T, b []byte) {
		x, err := open(seal(b))
		if err != nil {
			if !errors.Is(err, explore.ErrDamaged) {
				t.Fatalf("%v is not ErrDamaged", err)
			}
			return
		}
		whole, found := x.Verify() == nil, 0
		for _, board := range boards {
			hits, err := x.Lookup(board)
			if found += len(hits); err != nil && (whole || !errors.Is(err, explore.ErrDamaged)) {
				t.Fatalf("%v: %v, Verify says whole: %v", board, err, whole)
			}
		}
		if whole && found > x.Entries() {
			t.Fatalf("%d hits of %d", found, x.Entries())
		}
	})
}

// seal puts the sums of an index right, as far as its parts can be found, which no
// fuzzer does.
func seal(b []byte) []byte {
	const magic, footer = 8, 80
	b = bytes.Clone(b)
	if len(b) < magic+footer {
		return b
	}
	end := b[len(b)-footer:]
	blocks, bits := binary.LittleEndian.Uint64(end[56:]), binary.LittleEndian.Uint32(end[64:])
	if bits > 24 || uint64(len(b)) != magic+blocks+8<<bits+footer {
		return b
	}
	table := crc32.MakeTable(crc32.Castagnoli)
	directory, rest := b[magic+blocks:len(b)-footer], b[magic:magic+blocks]
	for d := directory; len(d) > 0; d = d[8:] {
		n := min(uint64(binary.LittleEndian.Uint32(d)), uint64(len(rest)))
		binary.LittleEndian.PutUint32(d[4:], crc32.Checksum(rest[:n], table))
		rest = rest[n:]
	}
	sum := crc32.Update(crc32.Checksum(directory, table), table, end[:footer-4])
	binary.LittleEndian.PutUint32(end[footer-4:], sum)
	return b
}
