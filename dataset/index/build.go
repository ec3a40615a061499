package index

import (
	"bufio"
	"context"
	"encoding/hex"
	"errors"
	"io"
	"iter"
	"math/bits"
	"runtime"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// maxEntries bounds the memory of building, 16 bytes for each. More pairs are built
// in several passes over the games, each for a range of hashes.
const maxEntries = 12 << 20

// A Progress says how far the building of an index has come.
type Progress struct {
	Done, Total int   // games replayed and to be replayed, in all passes
	Games       int   // games in the index
	Positions   int   // different ones up to symmetry so far
	Entries     int   // pairs of a position and a game so far
	Bytes       int64 // written so far
}

// Build writes an index of all positions of the games, the last ones too, that
// [Open] reads. It yields its progress and ends with the first error; the file
// is whole when there is none. It belongs to these tables only: after an update it
// must be built again. The same tables give the same bytes. For the WTHOR base of
// 124,326 games it takes 53 MB, seven bytes for each of 7.6 million pairs.
func Build(ctx context.Context, games *store.Games, w io.Writer) iter.Seq2[Progress, error] {
	return build(ctx, games, w, maxEntries)
}

func build(ctx context.Context, games *store.Games, w io.Writer, most int) iter.Seq2[Progress, error] {
	return func(yield func(Progress, error) bool) {
		b := newBuilder(games, w, most)
		err := b.build(ctx, games, func() bool { return yield(b.Progress, nil) })
		if err != errStopped {
			yield(b.Progress, err)
		}
	}
}

// errStopped says that who ranges over the progress has had enough.
var errStopped = errors.New("stopped")

// An entry is a position of a game.
type entry struct {
	hash uint64
	row  uint32 // index into ids
	ply  uint8
	told bool // the ply cannot be had from the discs
}

// A builder builds an index.
type builder struct {
	Progress
	out       *bufio.Writer
	workers   int
	bits      int
	passes    int
	ids       []int64 // of the games, by row
	directory []byte
	footer    footer
}

// positionsPerBlock is how many pairs a block has, more or less.
const positionsPerBlock = 128

func newBuilder(games *store.Games, w io.Writer, limit int) *builder {
	most := 61 * games.Rows() // an ordinary game has no more positions
	b := &builder{
		out:     bufio.NewWriterSize(w, 1<<18),
		workers: runtime.GOMAXPROCS(0),
		bits:    min(bits.Len(uint(most/positionsPerBlock)), maxBits),
		passes:  most/limit + 1,
	}
	b.Total = b.passes * games.Rows()
	copy(b.footer.Tables[:], tablesSum(games))
	return b
}

// tablesSum returns the checksum of the manifest as bytes.
func tablesSum(games *store.Games) []byte {
	sum, _ := hex.DecodeString(games.Manifest().Checksum)
	return sum
}

func (b *builder) build(ctx context.Context, games *store.Games, step func() bool) error {
	if err := b.write([]byte(magic)); err != nil {
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
func (b *builder) collect(ctx context.Context, games *store.Games, first, end int, count bool,
	step func() bool) ([][]entry, error) {
	parts := make([][]entry, (end-first+partBuckets-1)/partBuckets)
	row := uint32(0)
	work := func(_ context.Context, c parallel.Chunk[dataset.Game]) (found, error) {
		return b.find(c.Items, first, end), c.Err
	}
	for c, err := range parallel.Map(ctx, b.workers, 2*b.workers,
		parallel.Chunks(games.All(), chunkGames), work) {
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

func (b *builder) bucket(hash uint64) int { return int(hash >> (64 - b.bits)) }

// chunkGames is the number of games that are replayed at a time.
const chunkGames = 4096

// found are the entries of a run of games; rows count from its first game.
type found struct {
	entries []entry
	ids     []int64
}

// find replays games and returns their entries in the buckets from first up to end.
func (b *builder) find(games []dataset.Game, first, end int) (f found) {
	for i := range games {
		f.ids = append(f.ids, games[i].ID)
		visit(&games[i], func(ply int, board engine.Board) {
			hash := dataset.PositionHash(board)
			if at := b.bucket(hash); at >= first && at < end {
				told := ply != discsPly(board)
				f.entries = append(f.entries, entry{hash, uint32(i), uint8(ply), told})
			}
		})
	}
	return f
}

// discsPly returns the ply of a board in a game from the ordinary start.
func discsPly(b engine.Board) int { return (b.Mine | b.Theirs).Len() - 4 }

// visit calls f for every position of a game, the last one too, up to an illegal
// move. A turn that passes is passed.
func visit(g *dataset.Game, f func(ply int, b engine.Board)) {
	end, n := g.Start, 0
	for ply, err := range g.Plies() {
		if err != nil {
			break
		}
		f(ply.Index, ply.Position.Board)
		end, n = engine.Position{Board: ply.Position.Board.Play(ply.Move), Color: ply.Position.Color.Opponent()},
			ply.Index+1
	}
	if end.Board.Moves() == 0 && end.Board.Pass().Moves() != 0 {
		end.Board = end.Board.Pass()
	}
	f(n, end.Board)
}

// writeParts sorts the parts side by side and writes them in order.
func (b *builder) writeParts(ctx context.Context, parts [][]entry, first, end int) error {
	encode := func(_ context.Context, part int) (encodedPart, error) {
		from := first + part*partBuckets
		p := b.encodePart(parts[part], from, min(from+partBuckets, end))
		parts[part] = nil
		return p, nil
	}
	for p, err := range parallel.Map(ctx, b.workers, 2*b.workers, parallel.Numbers(0, len(parts)), encode) {
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
