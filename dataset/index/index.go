package index

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/durable"
)

// Name is the name of the index of positions in the folder of its tables.
const Name = "positions.index"

// An Index finds the games that reach a position. Several goroutines may ask it at
// once, as far as its reader allows; an *os.File does.
type Index struct {
	r         io.ReaderAt
	footer    footer
	directory []byte
	offsets   []int64 // of the blocks, and where they end
}

// A Hit is a game that reaches a position.
type Hit struct {
	Game int64 `json:"game"` // id
	Ply  int   `json:"ply"`  // moves before the position
}

// Open opens an index of size bytes that [Build] wrote. It checks all but the
// blocks, which Lookup and Verify check. Errors wrap ErrDamaged or are those of r, which
// the index continues to read.
func Open(r io.ReaderAt, size int64) (*Index, error) {
	x := &Index{r: r}
	if size < int64(len(magic))+footerBytes {
		return nil, fmt.Errorf("index: %w: it has %d bytes, expected at least %d", ErrDamaged, size,
			len(magic)+footerBytes)
	}
	begin, end := make([]byte, len(magic)), make([]byte, footerBytes)
	if err := x.read(begin, 0); err != nil {
		return nil, err
	}
	if err := x.read(end, size-footerBytes); err != nil {
		return nil, err
	}
	if _, err := binary.Decode(end, binary.LittleEndian, &x.footer); err != nil {
		return nil, err
	}
	f := &x.footer
	if string(begin) != magic || string(f.Magic[:]) != magic {
		return nil, fmt.Errorf("index: %w: it begins with %q and ends with %q, expected %q", ErrDamaged, begin,
			f.Magic, magic)
	}
	// The size is known, so a wrong count is found before memory is taken for it.
	if rest := uint64(size) - uint64(len(magic)) - footerBytes; f.Bits > maxBits || f.Blocks > rest ||
		rest-f.Blocks != 8<<f.Bits {
		return nil, fmt.Errorf("index: %w: it has %d bytes, which is not a directory of 2^%d entries behind %d "+
			"bytes of blocks", ErrDamaged, size, f.Bits, f.Blocks)
	}
	x.directory = make([]byte, 8<<f.Bits)
	if err := x.read(x.directory, size-footerBytes-int64(len(x.directory))); err != nil {
		return nil, err
	}
	sum := durable.UpdateSum(durable.Sum(x.directory), end[:footerBytes-4])
	if sum != f.Sum {
		return nil, fmt.Errorf("index: %w: the sum of its directory is %08x, expected %08x", ErrDamaged, sum, f.Sum)
	}
	return x, x.place()
}

// place computes where the blocks are.
func (x *Index) place() error {
	at := int64(len(magic))
	x.offsets = make([]int64, 0, len(x.directory)/8+1)
	for d := x.directory; len(d) > 0; d = d[8:] {
		x.offsets = append(x.offsets, at)
		at += int64(binary.LittleEndian.Uint32(d))
	}
	x.offsets = append(x.offsets, at)
	if at != int64(len(magic))+int64(x.footer.Blocks) {
		return fmt.Errorf("index: %w: its blocks end at byte %d, expected %d", ErrDamaged, at,
			uint64(len(magic))+x.footer.Blocks)
	}
	return nil
}

func (x *Index) read(p []byte, at int64) error {
	if _, err := io.ReadFull(io.NewSectionReader(x.r, at, int64(len(p))), p); err != nil {
		return fmt.Errorf("index: %w", err)
	}
	return nil
}

// Games returns the number of games in the index.
func (x *Index) Games() int { return int(x.footer.Games) }

// Positions returns the number of different positions up to symmetry.
func (x *Index) Positions() int { return int(x.footer.Positions) }

// Entries returns the number of pairs of a position and a game that reaches it.
func (x *Index) Entries() int { return int(x.footer.Entries) }

// Check returns an error that wraps ErrDamaged unless the index was built from these
// tables as they are now.
func (x *Index) Check(games *store.Games) error {
	if have, want := hex.EncodeToString(x.footer.Tables[:]), games.Manifest().Checksum; have != want {
		return fmt.Errorf("index: %w: it was built from the tables %.12s…, these are %.12s…: build it again",
			ErrDamaged, have, want)
	}
	return nil
}

// Lookup returns the games that reach a board or one of its images, whatever the
// colour of the side to move, in the order of their ids; nothing if there are none.
// Where a side must pass, ask with the board of the one that can move. An error wraps
// ErrDamaged when the part of the file that has the answer is damaged.
//
// Positions are known by their [dataset.PositionHash] alone: that a board which no game
// reached has the hash of one that some did is possible, once in 3*10^12 questions.
func (x *Index) Lookup(b engine.Board) ([]Hit, error) {
	want := dataset.PositionHash(b)
	bucket := int(want >> (64 - x.footer.Bits))
	block, err := x.block(bucket)
	if err != nil {
		return nil, err
	}
	d := blockReader{rest: block, hash: uint64(bucket) << (64 - x.footer.Bits)}
	for len(d.rest) > 0 && d.nextPosition() && d.hash <= want {
		if d.hash == want {
			hits := d.games(discsPly(b))
			return hits, d.err(bucket)
		}
		d.skip()
	}
	return nil, d.err(bucket)
}

// block reads the block of a bucket and checks it.
func (x *Index) block(bucket int) ([]byte, error) {
	block := make([]byte, x.offsets[bucket+1]-x.offsets[bucket])
	if err := x.read(block, x.offsets[bucket]); err != nil {
		return nil, err
	}
	want := binary.LittleEndian.Uint32(x.directory[8*bucket+4:])
	if sum := durable.Sum(block); sum != want {
		return nil, fmt.Errorf("index: %w: the sum of block %d at byte %d is %08x, expected %08x", ErrDamaged,
			bucket, x.offsets[bucket], sum, want)
	}
	return block, nil
}

// Verify reads the whole file and returns an error that wraps ErrDamaged if any of it
// is damaged.
func (x *Index) Verify() error {
	positions, entries := 0, 0
	for bucket := range len(x.offsets) - 1 {
		block, err := x.block(bucket)
		if err != nil {
			return err
		}
		for d := (blockReader{rest: block}); len(d.rest) > 0; {
			d.nextPosition()
			entries += d.skip()
			positions++
			if err := d.err(bucket); err != nil {
				return err
			}
		}
	}
	if positions != x.Positions() || entries != x.Entries() {
		return fmt.Errorf("index: %w: %d positions and %d pairs, expected %d and %d", ErrDamaged, positions,
			entries, x.Positions(), x.Entries())
	}
	return nil
}
