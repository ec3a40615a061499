package explore

import (
	"context"
	"encoding/hex"
	"errors"
	"io"
	"iter"
	"runtime"
	"slices"
	"sync"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/blocks"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// maxEntries limits the memory for building, at 16 bytes per entry. For more entries, building takes several
// passes over the games, one for each range of hashes.
const maxEntries = 12 << 20

// A Progress is the progress of writing a file.
type Progress struct {
	Done, Total int   // games replayed so far and in total, over all passes
	Games       int   // games in the file
	Positions   int   // number of distinct positions up to symmetry so far
	Entries     int   // number of pairs of a position and a game that reaches it so far
	Bytes       int64 // number of bytes written so far
}

// Write writes an index of all positions of the games, including final ones, for [Open]. It yields its
// progress and stops at the first error; without an error, the file is complete.
//
// The file is only valid for these tables: after an update, it must be written again. The same tables give
// the same bytes. For the WTHOR database of 124,326 games, the file takes 53 MB, seven bytes for each of 7.6
// million pairs.
func Write(ctx context.Context, games *store.Games, w io.Writer) iter.Seq2[Progress, error] {
	return write(ctx, games, w, maxEntries)
}

func write(ctx context.Context, games *store.Games, w io.Writer, limit int) iter.Seq2[Progress, error] {
	return func(yield func(Progress, error) bool) {
		b := newBuilder(games.All(), games.Rows(), runtime.GOMAXPROCS(0), w, limit, byBoard)
		sum, _ := hex.DecodeString(games.Manifest().Checksum)
		copy(b.footer.Tables[:], sum)
		if err := b.build(ctx, func() bool { return yield(b.Progress, nil) }); err != errStopped {
			yield(b.Progress, err)
		}
	}
}

// errStopped reports that the loop over the progress has ended early.
var errStopped = errors.New("stopped")

// byBoard returns the entry of a position in a file. The ply is marked if the number of discs does not
// determine it.
func byBoard(ply int, p engine.Position, _ engine.Square) entry {
	return entry{key: dataset.PositionHash(p.Board), mark: uint8(ply), marked: ply != discsPly(p.Board)}
}

// byPosition returns the entry of a position in memory, with the next move on the canonical board.
func byPosition(_ int, p engine.Position, next engine.Square) entry {
	key, y := keyOf(p)
	if next < engine.None {
		next = p.Board.Shape.Image(y, next.Set()).First()
	}
	return entry{key: key, mark: uint8(next), marked: true}
}

// keyOf returns the key of a position, up to symmetry, and the symmetry that maps it to the canonical
// position.
func keyOf(p engine.Position) (uint64, engine.Symmetry) {
	board, y := p.Board.Canonical()
	key := dataset.LeastHash(board)
	if p.Color == engine.White {
		key = ^key
	}
	return key, y
}

// discsPly returns the ply of a board in a game from the ordinary start.
func discsPly(b engine.Board) int { return (b.Mine | b.Theirs).Len() - 4 }

// An entry is a position in a game.
type entry struct {
	key    uint64
	row    uint32 // index into ids
	mark   uint8
	marked bool
}

// A builder writes an index of the positions of games. It ranges over the games once per pass. Its memory
// grows by 8 bytes per game, plus up to limit entries.
type builder struct {
	Progress
	games   iter.Seq2[dataset.Game, error]
	workers int
	w       io.Writer
	out     *blocks.Writer
	entryOf func(ply int, p engine.Position, next engine.Square) entry
	bits    int
	passes  int
	entries []entry    // of the current pass
	ids     []int64    // of the games, by row
	sorted  bool       // the ids are in ascending order
	spare   *sync.Pool // of *[]byte; outside the builder, so that the pool does not keep the builder in memory
	footer  footer
}

// positionsPerBlock is the approximate number of pairs in a block.
const positionsPerBlock = 128

// newBuilder returns a builder for an index of games. rows is the number of games. It keeps at most limit
// entries in memory.
func newBuilder(games iter.Seq2[dataset.Game, error], rows, workers int, w io.Writer, limit int,
	entryOf func(ply int, p engine.Position, next engine.Square) entry) *builder {
	most := 61 * rows // ordinary games contain no more positions
	passes := most/limit + 1
	room := most / passes
	if passes > 1 {
		room += room / 4 // positions that most games reach fill their buckets
	}
	return &builder{
		Progress: Progress{Games: rows, Total: passes * rows},
		games:    games,
		workers:  workers,
		w:        w,
		entryOf:  entryOf,
		bits:     blocks.Bits(most, positionsPerBlock),
		passes:   passes,
		entries:  make([]entry, 0, room),
		ids:      make([]int64, 0, rows),
		spare:    new(sync.Pool),
	}
}

// build writes the index. It returns errStopped if step returns false.
func (b *builder) build(ctx context.Context, step func() bool) (err error) {
	if b.out, err = layout.Create(b.w); err != nil {
		return inIndex(err)
	}
	buckets := 1 << b.bits
	for pass := range b.passes {
		first, end := pass*buckets/b.passes, (pass+1)*buckets/b.passes
		if err := b.collect(ctx, first, end, step); err != nil {
			return err
		}
		b.sorted = slices.IsSorted(b.ids)
		if err := b.writeParts(ctx, first, end); err != nil {
			return err
		}
	}
	return b.finish()
}

// collect replays all games for the entries of buckets first to end-1. In the first pass it records the ids
// of the games.
func (b *builder) collect(ctx context.Context, first, end int, step func() bool) error {
	b.entries = b.entries[:0]
	row := uint32(0)
	var spare sync.Pool // of *[]entry
	find := func(_ context.Context, c parallel.Chunk[dataset.Game]) (f found, _ error) {
		if s, ok := spare.Get().(*[]entry); ok {
			f.entries = (*s)[:0]
		}
		b.find(&f, c.Items, first, end)
		return f, c.Err
	}
	for f, err := range parallel.Map(ctx, b.workers, 2*b.workers, parallel.Chunks(b.games, batchGames), find) {
		if err != nil {
			return err
		}
		for i := range f.entries {
			f.entries[i].row += row
		}
		b.entries = append(b.entries, f.entries...)
		spare.Put(&f.entries)
		if first == 0 {
			b.ids = append(b.ids, f.ids...)
		}
		row += uint32(len(f.ids))
		if b.Done += len(f.ids); !step() {
			return errStopped
		}
	}
	return nil
}

// batchGames is the number of games replayed together.
const batchGames = 1024

// found contains the entries of consecutive games. Rows are counted from the first of these games.
type found struct {
	entries []entry
	ids     []int64
}

// find replays games and adds their entries in buckets first to end-1.
func (b *builder) find(f *found, games []dataset.Game, first, end int) {
	for i := range games {
		f.ids = append(f.ids, games[i].ID)
		visit(&games[i], func(ply int, p engine.Position, next engine.Square) bool {
			e := b.entryOf(ply, p, next)
			if at := b.bucket(e.key); at >= first && at < end {
				e.row = uint32(i)
				f.entries = append(f.entries, e)
			}
			return true
		})
	}
}

func (b *builder) bucket(key uint64) int { return int(key >> (64 - b.bits)) }

// Values that visit passes instead of a move.
const (
	illegal = engine.None     // the next move is illegal
	ended   = engine.None + 1 // the game ends
)

// visit calls f for each position of a game, with the next move, until an illegal move or until f returns
// false. The side to move has a move unless the game is over.
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
