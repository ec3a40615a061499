package explore

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"iter"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// ErrDamaged is wrapped if a file is damaged, is not an index, or belongs to other tables.
var ErrDamaged error = fault.Kind("damaged or foreign index")

// FileName is the name of the position index in a folder of tables.
const FileName = "positions.index"

// magic starts an index of positions, which maps each position to the games that reach it. In a file or in
// memory, an index consists of
//
//	magic      8 bytes
//	blocks     one for each bucket of keys; the upper bits of a key are its bucket
//	directory  for each bucket the length and the CRC-32C of its block, 4 bytes each
//	footer     see the type; its CRC-32C covers directory and footer
//
// A block contains its positions, sorted by key. A position consists of the difference from the previous key,
// or from the lowest key of the bucket, followed by its games, sorted by id. A game is 4*(difference from the
// previous id) + 2 if a byte follows + 1 if it is the last game of the position. All these numbers are
// varints as in encoding/binary. Those in the directory and the footer are little-endian.
//
// In files, the key is the [dataset.PositionHash] and the byte is the ply. The byte is omitted if the ply is
// the number of discs minus four, as in all games from the ordinary start. In memory, the key also
// distinguishes the colours, the id is a row, and the byte is the next move.
//
// A look-up reads one block, about a kilobyte, and checks its checksum. So no file is read as a whole, and
// damage is noticed only in the blocks that are used.
const magic = "OFLINDX1"

// footer is the end of an index file. It takes 80 bytes.
type footer struct {
	Tables    [32]byte // checksum of the tables' manifest
	Games     uint64   // games in the index
	Positions uint64   // number of distinct positions, up to symmetry
	Entries   uint64   // number of pairs of a position and a game that reaches it
	Blocks    uint64   // total length of the blocks in bytes
	Bits      uint32   // number of upper bits of the key that select the bucket, 0 to maxBits
	Magic     [8]byte  // the constant magic
	Sum       uint32   // CRC-32C of the directory and the footer before this field
}

const (
	footerBytes = 80
	maxBits     = 24
)

// A File finds the games that reach a position in an index created by [Write]. It is safe for concurrent use
// if its reader is, such as an [*os.File].
type File struct {
	r         io.ReaderAt
	footer    footer
	directory []byte
	offsets   []int64 // of the blocks, and the end of the last one
}

// A Ref is a game that reaches a position.
type Ref struct {
	ID  int64 // of the game
	Ply int   // number of moves before the position
}

// Open opens an index created by [Write]; size is its length in bytes. It checks everything except the
// blocks, which Lookup and Verify check. Errors wrap [ErrDamaged] or come from r. The file continues to read
// from r.
func Open(r io.ReaderAt, size int64) (*File, error) {
	x := &File{r: r}
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
	// The size is known, so a wrong count is detected before memory is allocated for it.
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

// place computes the offsets of the blocks.
func (x *File) place() error {
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

func (x *File) read(p []byte, at int64) error {
	if _, err := io.ReadFull(io.NewSectionReader(x.r, at, int64(len(p))), p); err != nil {
		return fmt.Errorf("index: %w", err)
	}
	return nil
}

// Games returns the number of games in the file.
func (x *File) Games() int { return int(x.footer.Games) }

// Positions returns the number of distinct positions up to symmetry.
func (x *File) Positions() int { return int(x.footer.Positions) }

// Entries returns the number of pairs of a position and a game that reaches it.
func (x *File) Entries() int { return int(x.footer.Entries) }

// Check returns an error that wraps ErrDamaged unless the index was built from these tables in their current
// state.
func (x *File) Check(games *store.Games) error {
	if have, want := hex.EncodeToString(x.footer.Tables[:]), games.Manifest().Checksum; have != want {
		return fmt.Errorf("index: %w: it was built from the tables %.12s…, these are %.12s…: build it again",
			ErrDamaged, have, want)
	}
	return nil
}

// Lookup returns the games that reach a board or one of its images, with either colour to move, sorted by id.
// If a side must pass, look up the other side's board. The error wraps [ErrDamaged] if the relevant part of
// the file is damaged.
//
// Positions are identified only by [dataset.PositionHash]. In one of 3*10^12 look-ups, a board that no game
// reached has the same hash as another board.
func (x *File) Lookup(b engine.Board) ([]Ref, error) {
	d, n, err := x.find(dataset.PositionHash(b))
	refs := make([]Ref, n)
	for i := range refs {
		p := d.next()
		refs[i] = Ref{p.id(), discsPly(b)}
		if p.marked() {
			refs[i].Ply = int(p.mark())
		}
	}
	return refs, err
}

// Fetch reads the games of references from [File.Lookup], which are sorted by id.
func Fetch(games *store.Games, refs []Ref) iter.Seq2[Hit, error] {
	return func(yield func(Hit, error) bool) {
		if len(refs) == 0 {
			return
		}
		plies, filter := map[int64]int{}, store.Filter{}
		for _, r := range refs {
			plies[r.ID] = r.Ply
			filter.IDs = append(filter.IDs, r.ID)
		}
		for g, err := range games.Where(filter).All() {
			if !yield(Hit{g, plies[g.ID]}, err) || err != nil {
				return
			}
		}
	}
}

// find returns a reader for the games of a key, and their number.
func (x *File) find(want uint64) (d blockReader, n int, err error) {
	bucket := int(want >> (64 - x.footer.Bits))
	block, err := x.block(bucket)
	if err != nil {
		return d, 0, err
	}
	d = blockReader{rest: block, hash: uint64(bucket) << (64 - x.footer.Bits)}
	for len(d.rest) > 0 && d.nextPosition() && d.hash <= want {
		games := d
		if n := d.skip(); games.hash == want && !d.bad {
			return games, n, nil
		}
	}
	return d, 0, d.err(bucket)
}

// block reads and checks the block of a bucket.
func (x *File) block(bucket int) ([]byte, error) {
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

// Verify reads the whole file and returns an error that wraps ErrDamaged if any part of it is damaged.
func (x *File) Verify() error {
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
