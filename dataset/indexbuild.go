package dataset

import (
	"bufio"
	"context"
	"encoding/hex"
	"io"
	"iter"
	"math/bits"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/parallel"
)

// An index file leads from a position to the games that reach it.
//
//	magic      8 bytes
//	blocks     one for each bucket of hashes, a bucket being their upper bits
//	directory  for each bucket the length of its block and its CRC-32C, 4 bytes each
//	footer     see indexFooter; its CRC-32C is over directory and footer
//
// A block holds its positions in the order of their hashes: the difference to the hash
// before, from the least of the bucket on, and then its games in the order of their ids.
// A game is 4*(difference to the id before) + 2 if a byte with the ply follows + 1 if it
// is the last one of the position. The ply is left out where it is the number of discs
// minus four, which is so in all games from the ordinary start. All numbers are
// varints as in encoding/binary, those of the directory and the footer little-endian.
//
// A look-up reads one block, a kilobyte or so, and checks its sum: no file is read as
// a whole, and no damage goes unnoticed where it matters.
const indexMagic = "OFLINDX1"

// indexFooter is the end of an index file, 80 bytes.
type indexFooter struct {
	Tables    [32]byte // checksum of the manifest of the tables
	Games     uint64   // games in the index
	Positions uint64   // different ones, up to symmetry
	Entries   uint64   // pairs of a position and a game
	Blocks    uint64   // bytes of all blocks
	Bits      uint32   // upper bits of the hash that choose the bucket, 0 to maxIndexBits
	Magic     [8]byte  // indexMagic
	Sum       uint32   // CRC-32C of the directory and all of the footer before
}

const (
	footerBytes  = 80
	maxIndexBits = 24
)

// maxEntries bounds the memory of building, 16 bytes for each. More pairs are built
// in several passes over the games, each for a range of hashes.
const maxEntries = 12 << 20

// An IndexProgress says how far the building of an index has come.
type IndexProgress struct {
	Done, Total int   // games replayed and to be replayed, in all passes
	Games       int   // games in the index
	Positions   int   // different ones up to symmetry so far
	Entries     int   // pairs of a position and a game so far
	Bytes       int64 // written so far
}

// BuildIndex writes an index of all positions of the games, the last ones too, that
// [OpenIndex] reads. It yields its progress and ends with the first error; the file
// is whole when there is none. It belongs to these tables only: after an update it
// must be built again. The same tables give the same bytes. For the WTHOR base of
// 124,326 games it takes 53 MB, seven bytes for each of 7.6 million pairs.
func BuildIndex(ctx context.Context, games *Games, w io.Writer) iter.Seq2[IndexProgress, error] {
	return buildIndex(ctx, games, w, maxEntries)
}

func buildIndex(ctx context.Context, games *Games, w io.Writer, most int) iter.Seq2[IndexProgress, error] {
	return func(yield func(IndexProgress, error) bool) {
		b := newIndexBuilder(games, w, most)
		err := b.build(ctx, games, func() bool { return yield(b.IndexProgress, nil) })
		if err != errStopped {
			yield(b.IndexProgress, err)
		}
	}
}

// An entry is a position of a game.
type entry struct {
	hash uint64
	row  uint32 // index into ids
	ply  uint8
	told bool // the ply cannot be had from the discs
}

// An indexBuilder builds an index.
type indexBuilder struct {
	IndexProgress
	out       *bufio.Writer
	bits      int
	passes    int
	ids       []int64 // of the games, by row
	directory []byte
	footer    indexFooter
}

// positionsPerBlock is how many pairs a block has, more or less.
const positionsPerBlock = 128

func newIndexBuilder(games *Games, w io.Writer, limit int) *indexBuilder {
	most := 61 * games.Rows() // an ordinary game has no more positions
	b := &indexBuilder{
		out:    bufio.NewWriterSize(w, 1<<18),
		bits:   min(bits.Len(uint(most/positionsPerBlock)), maxIndexBits),
		passes: most/limit + 1,
	}
	b.Total = b.passes * games.Rows()
	copy(b.footer.Tables[:], tablesSum(games))
	return b
}

// tablesSum returns the checksum of the manifest as bytes.
func tablesSum(games *Games) []byte {
	sum, _ := hex.DecodeString(games.Manifest().Checksum)
	return sum
}

func (b *indexBuilder) build(ctx context.Context, games *Games, step func() bool) error {
	if err := b.write([]byte(indexMagic)); err != nil {
		return err
	}
	buckets := 1 << b.bits
	for pass := range b.passes {
		first, end := pass*buckets/b.passes, (pass+1)*buckets/b.passes
		parts, err := b.collect(ctx, games, first, end, pass == 0, step)
		if err != nil {
			return err
		}
		if err := b.writeParts(ctx, parts, first, end); err != nil {
			return err
		}
	}
	return b.finish()
}

// partBuckets is the number of buckets that are sorted at a time.
const partBuckets = 256

// collect replays all games and returns the entries of the buckets from first up to
// end in parts of partBuckets.
func (b *indexBuilder) collect(ctx context.Context, games *Games, first, end int, count bool, step func() bool) ([][]entry, error) {
	parts := make([][]entry, (end-first+partBuckets-1)/partBuckets)
	row := uint32(0)
	work := func(_ context.Context, c gameChunk) (chunkEntries, error) {
		return c.entries(b.bits, first, end), c.err
	}
	for c, err := range parallel.Map(ctx, defaultWorkers(), 2*defaultWorkers(), gameChunks(games.All()), work) {
		if err != nil {
			return nil, err
		}
		for _, e := range c.entries {
			e.row += row
			part := (b.bucket(e.hash) - first) / partBuckets
			parts[part] = append(parts[part], e)
		}
		if count {
			b.ids = append(b.ids, c.ids...)
		}
		row += uint32(len(c.ids))
		b.Games, b.Done = len(b.ids), b.Done+len(c.ids)
		if !step() {
			return nil, errStopped
		}
	}
	return parts, nil
}

func (b *indexBuilder) bucket(hash uint64) int { return int(hash >> (64 - b.bits)) }

// chunkEntries are the entries of a run of games; rows count from its first game.
type chunkEntries struct {
	entries []entry
	ids     []int64
}

func (c gameChunk) entries(bits, first, end int) (list chunkEntries) {
	for i := range c.games {
		g := &c.games[i]
		list.ids = append(list.ids, g.ID)
		g.visit(func(ply int, board engine.Board) {
			hash := PositionHash(board)
			if at := int(hash >> (64 - bits)); at >= first && at < end {
				told := ply != discsPly(board)
				list.entries = append(list.entries, entry{hash, uint32(i), uint8(ply), told})
			}
		})
	}
	return list
}

// discsPly returns the ply of a board in a game from the ordinary start.
func discsPly(b engine.Board) int { return (b.Mine | b.Theirs).Len() - 4 }

// visit calls f for every position of the game, the last one too, up to an illegal
// move. A turn that passes is passed.
func (g *Game) visit(f func(ply int, b engine.Board)) {
	end, n := g.Start, 0
	for ply, err := range g.Plies() {
		if err != nil {
			break
		}
		f(ply.Index, ply.Position.Board)
		end, n = engine.Position{Board: ply.Position.Board.Play(ply.Move), Color: ply.Position.Color.Opponent()}, ply.Index+1
	}
	if end.Board.Moves() == 0 && end.Board.Pass().Moves() != 0 {
		end.Board = end.Board.Pass()
	}
	f(n, end.Board)
}

// writeParts sorts the parts side by side and writes them in order.
func (b *indexBuilder) writeParts(ctx context.Context, parts [][]entry, first, end int) error {
	encode := func(_ context.Context, part int) (encodedPart, error) {
		from := first + part*partBuckets
		p := b.encodePart(parts[part], from, min(from+partBuckets, end))
		parts[part] = nil
		return p, nil
	}
	numbers := func(yield func(int) bool) {
		for i := range parts {
			if !yield(i) {
				return
			}
		}
	}
	for p, err := range parallel.Map(ctx, defaultWorkers(), 2*defaultWorkers(), numbers, encode) {
		if err == nil {
			err = b.write(p.blocks)
		}
		if err != nil {
			return err
		}
		b.directory = append(b.directory, p.directory...)
		b.Positions += p.positions
		b.Entries += p.entries
	}
	return nil
}
