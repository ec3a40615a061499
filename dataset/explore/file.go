package explore

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/blocks"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// ErrDamaged is wrapped if a file is damaged, is not an index, or belongs to other tables.
var ErrDamaged error = fault.Kind("damaged or foreign index")

// FileName is the name of the position index in a folder of tables.
const FileName = "positions.index"

// layout describes an index of positions, which maps each position to the games that reach it. In a file or
// in memory, an index is a file of blocks, one for each bucket of keys, with a footer.
//
// A block contains its positions, sorted by key. A position consists of the difference from the previous key,
// or from the lowest key of the bucket, followed by its games, sorted by id. A game is 4*(difference from the
// previous id) + 2 if a byte follows + 1 if it is the last game of the position. All these numbers are
// varints as in encoding/binary. Those in the footer are little-endian.
//
// In files, the key is the [dataset.PositionHash] and the byte is the ply. The byte is omitted if the ply is
// the number of discs minus four, as in all games from the ordinary start. In memory, the key also
// distinguishes the colours, the id is a row, and the byte is the next move.
//
// A look-up reads one block, about a kilobyte.
var layout = blocks.Layout{Magic: "OFLINDX1", Footer: binary.Size(footer{}),
	Damaged: fmt.Errorf("index: %w", ErrDamaged)}

// footer is the index's part of the footer.
type footer struct {
	Tables    [32]byte // checksum of the tables' manifest
	Games     uint64   // games in the index
	Positions uint64   // number of distinct positions, up to symmetry
	Entries   uint64   // number of pairs of a position and a game that reaches it
}

// A File finds the games that reach a position in an index created by [Write]. It is safe for concurrent use
// if its reader is, such as an [*os.File].
type File struct {
	blocks *blocks.File
	footer footer
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
	f, err := layout.Open(r, size)
	if err != nil {
		return nil, inIndex(err)
	}
	x := &File{blocks: f}
	_, err = binary.Decode(f.Footer, binary.LittleEndian, &x.footer)
	return x, err
}

// inIndex names the index in an error of its reader.
func inIndex(err error) error {
	if err == nil || errors.Is(err, ErrDamaged) {
		return err
	}
	return fmt.Errorf("index: %w", err)
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
	bucket := x.blocks.Bucket(want)
	block, err := x.blocks.Block(bucket)
	if err != nil {
		return d, 0, inIndex(err)
	}
	d = blockReader{rest: block, hash: x.blocks.Least(bucket)}
	for len(d.rest) > 0 && d.nextPosition() && d.hash <= want {
		games := d
		if n := d.skip(); games.hash == want && !d.bad {
			return games, n, nil
		}
	}
	return d, 0, d.err(bucket)
}

// Verify reads the whole file and returns an error that wraps ErrDamaged if any part of it is damaged.
func (x *File) Verify() error {
	positions, entries := 0, 0
	for bucket := range x.blocks.Buckets() {
		block, err := x.blocks.Block(bucket)
		if err != nil {
			return inIndex(err)
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
