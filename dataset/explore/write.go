package explore

import (
	"bufio"
	"context"
	"encoding/hex"
	"errors"
	"io"
	"iter"
	"math/bits"
	"runtime"
	"sync"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// maxEntries bounds the memory of building, 16 bytes for each. More pairs are built
// in several passes over the games, each for a range of hashes.
const maxEntries = 12 << 20

// A Progress says how far the writing of a file has come.
type Progress struct {
	Done, Total int   // games replayed and to be replayed, in all passes
	Games       int   // games in the file
	Positions   int   // different ones up to symmetry so far
	Entries     int   // pairs of a position and a game so far
	Bytes       int64 // written so far
}

// Write writes a file of all positions of the games, the last ones too, that [Open] reads. It yields its
// progress and ends with the first error; the file is complete when there is none.
//
// The file belongs to these tables only: after an update it must be written again. The same tables give
// the same bytes. For the WTHOR base of 124,326 games it takes 53 MB, seven bytes for each of 7.6 million
// pairs.
func Write(ctx context.Context, games *store.Games, w io.Writer) iter.Seq2[Progress, error] {
	return write(ctx, games, w, maxEntries)
}

func write(ctx context.Context, games *store.Games, w io.Writer, limit int) iter.Seq2[Progress, error] {
	return func(yield func(Progress, error) bool) {
		most := 61 * games.Rows() // an ordinary game has no more positions
		b := newBuilder(w, most, limit)
		b.Total = b.passes * games.Rows()
		sum, _ := hex.DecodeString(games.Manifest().Checksum)
		copy(b.footer.Tables[:], sum)
		err := b.build(ctx, func(first, end int) error {
			return b.collect(ctx, games.All(), first, end, func() bool { return yield(b.Progress, nil) })
		})
		if err != errStopped {
			yield(b.Progress, err)
		}
	}
}

// errStopped says that the loop over the progress has ended early.
var errStopped = errors.New("stopped")

// discsPly returns the ply of a board in a game from the ordinary start.
func discsPly(b engine.Board) int { return (b.Mine | b.Theirs).Len() - 4 }

// An entry is a position of a game.
type entry struct {
	key    uint64
	row    uint32 // index into ids
	mark   uint8
	marked bool
}

// A builder writes an index of positions.
type builder struct {
	Progress
	out       *bufio.Writer
	workers   int
	bits      int
	passes    int
	entries   []entry    // of a pass
	ids       []int64    // of the games, by row
	sorted    bool       // the ids are in order
	spare     *sync.Pool // of *[]byte, not in the builder lest it stay in memory with the pool
	directory []byte
	footer    footer
}

// positionsPerBlock is how many pairs a block has, more or less.
const positionsPerBlock = 128

// newBuilder returns a builder for at most so many positions, of which it holds up to limit in memory.
func newBuilder(w io.Writer, most, limit int) *builder {
	b := &builder{
		out:     bufio.NewWriterSize(w, 1<<18),
		workers: runtime.GOMAXPROCS(0),
		bits:    min(bits.Len(uint(most/positionsPerBlock)), maxBits),
		passes:  most/limit + 1,
		spare:   new(sync.Pool),
	}
	b.entries = make([]entry, 0, most/b.passes)
	return b
}

// build writes an index; collect sets the entries of the buckets from first up to end, and the ids.
func (b *builder) build(ctx context.Context, collect func(first, end int) error) error {
	if err := b.write([]byte(magic)); err != nil {
		return err
	}
	buckets := 1 << b.bits
	for pass := range b.passes {
		first, end := pass*buckets/b.passes, (pass+1)*buckets/b.passes
		if err := collect(first, end); err != nil {
			return err
		}
		if err := b.writeParts(ctx, first, end); err != nil {
			return err
		}
	}
	return b.finish()
}

// collect replays all games for the entries of the buckets from first up to end. It ends with errStopped if
// step does not want more.
func (b *builder) collect(ctx context.Context, games iter.Seq2[dataset.Game, error], first, end int,
	step func() bool) error {
	b.entries, b.ids = b.entries[:0], b.ids[:0]
	work := func(_ context.Context, c parallel.Chunk[dataset.Game]) (found, error) {
		return b.find(c.Items, first, end), c.Err
	}
	for c, err := range parallel.Map(ctx, b.workers, 2*b.workers, parallel.Chunks(games, chunkGames), work) {
		if err != nil {
			return err
		}
		for i := range c.entries {
			c.entries[i].row += uint32(len(b.ids))
		}
		b.entries, b.ids = append(b.entries, c.entries...), append(b.ids, c.ids...)
		b.Games, b.Done = len(b.ids), b.Done+len(c.ids)
		if !step() {
			return errStopped
		}
	}
	return nil
}

func (b *builder) bucket(key uint64) int { return int(key >> (64 - b.bits)) }

// chunkGames is the number of games that are replayed at a time.
const chunkGames = 1024

// found are the entries of a run of games; rows count from its first game.
type found struct {
	entries []entry
	ids     []int64
}

// find replays games and returns their entries in the buckets from first up to end.
func (b *builder) find(games []dataset.Game, first, end int) (f found) {
	f.entries = make([]entry, 0, 61*len(games)/b.passes)
	for i := range games {
		f.ids = append(f.ids, games[i].ID)
		visit(&games[i], func(ply int, p engine.Position, _ engine.Square) bool {
			key := dataset.PositionHash(p.Board)
			if at := b.bucket(key); at >= first && at < end {
				f.entries = append(f.entries, entry{key, uint32(i), uint8(ply), ply != discsPly(p.Board)})
			}
			return true
		})
	}
	return f
}

// What visit says in place of a move.
const (
	illegal = engine.None     // the next move is none
	ended   = engine.None + 1 // the game ends
)

// visit calls f for the positions of a game in turn, with the next move, up to an illegal move or until f
// returns false. The side to move is one that can move, if any.
func visit(g *dataset.Game, f func(ply int, p engine.Position, next engine.Square) bool) {
	p, legal := g.Start.Turn()
	for i, m := range g.Moves {
		if !legal.Has(m) {
			f(i, p, illegal)
			return
		}
		if !f(i, p, m) {
			return
		}
		p, legal = engine.Position{Board: p.Board.Play(m), Color: p.Color.Opponent()}.Turn()
	}
	f(len(g.Moves), p, ended)
}
