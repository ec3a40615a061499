package store

import (
	"context"
	"io"
	"iter"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
)

// PositionColumns describes the columns of the positions table, in order.
func PositionColumns() []Column {
	number := arrow.PrimitiveTypes.Int32
	return []Column{
		{"game_id", arrow.PrimitiveTypes.Int64, false, "id", "id of the game in the games table"},
		{"ply", number, false, "ply", "moves before this position, from 0; passes are not moves"},
		{"empties", number, false, "square", "empty squares"},
		{"mover", number, false, "side", "side to move: 1 = black, -1 = white; times outcome it is black's outcome"},
		{"own", arrow.PrimitiveTypes.Uint64, false, "squares", "discs of the side to move; bit 0 = a1, bit 7 = h1, bit 63 = h8"},
		{"opponent", arrow.PrimitiveTypes.Uint64, false, "squares", "discs of the other side"},
		{"move", number, false, "square", "move played: 0 = a1, 7 = h1, 63 = h8"},
		{"outcome", number, false, "disc", "recorded final disc difference of the game for the side to move, -64 to 64"},
		{"theory", number, true, "disc", "final disc difference for the side to move after best play from here on, null = unknown: known in the position with theory_empties empty squares only"},
		{"hash", arrow.PrimitiveTypes.Uint64, false, "hash", "the same for a position and its 8 symmetric images, for either side to move"},
	}
}

// positionSchema is the Arrow schema of the positions table.
var positionSchema = newSchema(PositionColumns())

// PositionOptions are the settings of [WritePositions]. The zero value selects good defaults.
type PositionOptions struct {
	Format Format            // empty = Parquet
	Meta   map[string]string // stored in the file, as in Options
	// Goroutines that replay games, which do not affect the bytes; 0 = one per processor.
	Workers int
	// Parts of [BySplit], which needs them.
	Division *dataset.Division
}

// WritePositions replays games and writes their positions as one table with a row for each move, in the order
// of the games; an illegal move ends its game. Games without a result are skipped, because their positions
// have no outcome. WritePositions yields the number of positions written so far and stops at the first error,
// including errors of games. The table is complete only if the iteration ends without an error. Memory holds
// at most a few thousand games at a time.
func WritePositions(ctx context.Context, w io.Writer, games iter.Seq2[dataset.Game, error],
	opt PositionOptions) iter.Seq2[int64, error] {
	return writeReplayed(ctx, w, games, positionsTable, opt.Format, opt.Meta, opt.Workers, positionGames,
		positionsOf)
}

// positionArrays are the columns of a batch.
type positionArrays struct {
	game                               []int64
	ply, empties, mover, move, outcome []int32
	theory                             []int32
	known                              []bool // whether theory is not null
	own, opponent, hash                []uint64
}

// positionsOf returns the batch for consecutive games. The caller must release it.
func positionsOf(games []dataset.Game) arrow.Record {
	n := 0
	for i := range games {
		n += len(games[i].Moves)
	}
	p := newPositionArrays(n)
	for i := range games {
		if g := &games[i]; !g.NoResult {
			p.add(g)
		}
	}
	return p.record()
}

func newPositionArrays(n int) *positionArrays {
	numbers := make([]int32, 6*n)
	next := func() []int32 {
		part := numbers[:0:n]
		numbers = numbers[n:]
		return part
	}
	return &positionArrays{
		game: make([]int64, 0, n),
		ply:  next(), empties: next(), mover: next(), move: next(), outcome: next(), theory: next(),
		known: make([]bool, 0, n),
		own:   make([]uint64, 0, n), opponent: make([]uint64, 0, n), hash: make([]uint64, 0, n),
	}
}

// add appends the positions of one game, up to an illegal move.
func (p *positionArrays) add(g *dataset.Game) {
	for ply, err := range g.Plies() {
		if err != nil {
			return
		}
		b := ply.Position.Board
		mover := int32(1)
		if ply.Position.Color == engine.White {
			mover = -1
		}
		empties := b.Empty().Len()
		p.game = append(p.game, g.ID)
		p.ply = append(p.ply, int32(ply.Index))
		p.empties = append(p.empties, int32(empties))
		p.mover = append(p.mover, mover)
		p.own = append(p.own, uint64(b.Mine))
		p.opponent = append(p.opponent, uint64(b.Theirs))
		p.move = append(p.move, int32(ply.Move))
		p.outcome = append(p.outcome, mover*int32(g.Score))
		p.theory = append(p.theory, mover*int32(g.Theory))
		p.known = append(p.known, g.TheoryEmpties > 0 && empties == g.TheoryEmpties)
		p.hash = append(p.hash, dataset.PositionHash(b))
	}
}

// record returns a batch of the columns without copying numbers.
func (p *positionArrays) record() arrow.Record {
	theory := array.NewInt32Builder(memory.DefaultAllocator)
	defer theory.Release()
	theory.AppendValues(p.theory, p.known)
	data := []arrow.ArrayData{
		numbers(arrow.PrimitiveTypes.Int64, arrow.Int64Traits.CastToBytes(p.game), len(p.game)),
		int32s(p.ply), int32s(p.empties), int32s(p.mover),
		uint64s(p.own), uint64s(p.opponent),
		int32s(p.move), int32s(p.outcome),
		nil,
		uint64s(p.hash),
	}
	columns := make([]arrow.Array, len(data))
	for i, d := range data {
		if d == nil {
			columns[i] = theory.NewArray()
			continue
		}
		columns[i] = array.MakeFromData(d)
		d.Release()
	}
	rec := array.NewRecord(positionSchema, columns, int64(len(p.game)))
	for _, c := range columns {
		c.Release()
	}
	return rec
}

func int32s(v []int32) arrow.ArrayData {
	return numbers(arrow.PrimitiveTypes.Int32, arrow.Int32Traits.CastToBytes(v), len(v))
}

func uint64s(v []uint64) arrow.ArrayData {
	return numbers(arrow.PrimitiveTypes.Uint64, arrow.Uint64Traits.CastToBytes(v), len(v))
}

func numbers(t arrow.DataType, b []byte, n int) arrow.ArrayData {
	return array.NewData(t, n, []*memory.Buffer{nil, memory.NewBufferBytes(b)}, nil, 0, 0)
}
