package store

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/durable"
)

// A PositionTable is a positions table in a Parquet or Arrow file, with or without labels. It is read in
// batches; the file must not change meanwhile.
type PositionTable struct {
	path     string
	rows     int64
	labelled bool
	ply      int // of all rows, from the name of the folder; -1 = the table has the column
}

// A PositionRow is a row of a positions table.
type PositionRow struct {
	Game    int64 // id of the game
	Ply     int
	Board   engine.Board // from the view of the side to move, on the full board
	Move    engine.Square
	Outcome int   // for the side to move
	Label   Label // result of a search, if the table contains labels
}

// OpenPositions opens a table written by [WritePositions] or [PositionTable.WriteLabelled], or a part written
// by [WritePartitions] in its folder. Errors about its content wrap [dataset.ErrPositions].
func OpenPositions(path string) (*PositionTable, error) {
	t := &PositionTable{path: path, labelled: true, ply: -1}
	if t.labelled = t.opens(); !t.labelled {
		value, part := strings.CutPrefix(filepath.Base(filepath.Dir(path)), string(ByPly)+"=")
		if n, err := strconv.ParseUint(value, 10, 8); part && err == nil {
			t.ply = int(n)
		}
		if !t.opens() {
			t.ply = -1
		}
	}
	for rec, err := range t.batches([]int{ownColumn}) {
		if err != nil {
			return nil, err
		}
		t.rows += rec.NumRows()
	}
	return t, nil
}

// Rows returns the number of rows.
func (t *PositionTable) Rows() int64 { return t.rows }

// Labelled reports whether the table contains the label columns.
func (t *PositionTable) Labelled() bool { return t.labelled }

// All yields the rows in order. It stops at the first error: damage, an invalid position, or a position on a
// board other than the full 8×8 one.
func (t *PositionTable) All() iter.Seq2[PositionRow, error] {
	return func(yield func(PositionRow, error) bool) {
		first := 0
		for rec, err := range t.batches(nil) {
			if err != nil {
				yield(PositionRow{}, err)
				return
			}
			rows := newPositionRows(rec)
			for i := range int(rec.NumRows()) {
				r, err := rows.row(i)
				if err != nil {
					err = t.damaged(fmt.Errorf("row %d: %w", first+i, err))
				}
				if !yield(r, err) || err != nil {
					return
				}
			}
			first += int(rec.NumRows())
		}
	}
}

// batches yields the row groups and releases each after the loop body. If columns is nil, it reads all
// columns.
func (t *PositionTable) batches(columns []int) iter.Seq2[arrow.Record, error] {
	return func(yield func(arrow.Record, error) bool) {
		f, src, err := t.open()
		if err != nil {
			yield(nil, err)
			return
		}
		defer f.Close()
		for i := range src.batches {
			rec, err := src.read(i, columns)
			if err != nil {
				yield(nil, t.damaged(err))
				return
			}
			if t.ply >= 0 && columns == nil {
				rec = t.withPly(rec)
			}
			if !yieldReleased(rec, yield) {
				return
			}
		}
	}
}

// opens reports whether the table has the schema that t expects.
func (t *PositionTable) opens() bool {
	f, _, err := t.open()
	if err == nil {
		f.Close()
	}
	return err == nil
}

// withPly returns a batch with the column ply, and releases the batch without it.
func (t *PositionTable) withPly(rec arrow.Record) arrow.Record {
	defer rec.Release()
	ply := int32s(slices.Repeat([]int32{int32(t.ply)}, int(rec.NumRows())))
	defer ply.Release()
	column := array.MakeFromData(ply)
	defer column.Release()
	return array.NewRecord(positionSchema, slices.Insert(slices.Clone(rec.Columns()), plyColumn, column),
		rec.NumRows())
}

func (t *PositionTable) open() (*os.File, batchSource, error) {
	f, err := durable.Open(t.path)
	if err != nil {
		return nil, batchSource{}, fmt.Errorf("store: %w", err)
	}
	info, err := f.Stat()
	if err == nil {
		var src batchSource
		if src, err = openPositions(f, info.Size(), t.schema()); err == nil {
			return f, src, nil
		}
		err = t.damaged(err)
	}
	f.Close()
	return nil, batchSource{}, err
}

// openPositions opens a Parquet or Arrow IPC file, depending on its first bytes.
func openPositions(f io.ReaderAt, size int64, schema *arrow.Schema) (batchSource, error) {
	magic := make([]byte, len(ipc.Magic))
	if n, _ := f.ReadAt(magic, 0); bytes.Equal(magic[:n], ipc.Magic) {
		return openArrow(f, size, schema)
	}
	return openRowGroups(f, size, schema)
}

func (t *PositionTable) schema() *arrow.Schema {
	switch {
	case t.labelled:
		return labelledSchema
	case t.ply >= 0:
		return plySchema
	}
	return positionSchema
}

func (t *PositionTable) damaged(err error) error {
	return fmt.Errorf("store: %s: %w: %w", t.path, dataset.ErrPositions, err)
}

// ownColumn is the index of the column own.
const ownColumn = 4

// positionRows gives access to the rows of a batch.
type positionRows struct {
	game                     *array.Int64
	ply, empties             *array.Int32
	own, opponent            *array.Uint64
	move, outcome            *array.Int32
	score, depth, sure, best *array.Int32 // nil = no labels
	nodes                    *array.Int64
}

func newPositionRows(rec arrow.Record) positionRows {
	numbers := func(i int) *array.Int32 { return rec.Column(i).(*array.Int32) }
	r := positionRows{
		game: rec.Column(0).(*array.Int64), ply: numbers(1), empties: numbers(2),
		own: rec.Column(ownColumn).(*array.Uint64), opponent: rec.Column(ownColumn + 1).(*array.Uint64),
		move: numbers(6), outcome: numbers(7),
	}
	if n := len(PositionColumns()); int(rec.NumCols()) > n {
		r.score, r.depth, r.sure, r.best = numbers(n), numbers(n+1), numbers(n+2), numbers(n+3)
		r.nodes = rec.Column(n + 4).(*array.Int64)
	}
	return r
}

func (r *positionRows) row(i int) (PositionRow, error) {
	own, opponent := engine.Set(r.own.Value(i)), engine.Set(r.opponent.Value(i))
	b, err := engine.NewBoard(engine.Full, own, opponent)
	if n := int(r.empties.Value(i)); err == nil && b.Empty().Len() != n {
		err = fmt.Errorf("%d squares of the 8x8 board are empty, column empties says %d; it must be a full board",
			b.Empty().Len(), n)
	}
	return PositionRow{
		Game: r.game.Value(i), Ply: int(r.ply.Value(i)), Board: b,
		Move: engine.Square(r.move.Value(i)), Outcome: int(r.outcome.Value(i)), Label: r.label(i),
	}, err
}

// label returns the label of a row.
func (r *positionRows) label(i int) Label {
	if r.score == nil || r.score.IsNull(i) {
		return Label{}
	}
	l := Label{
		Known: true, Score: int(r.score.Value(i)), Depth: int(r.depth.Value(i)), Confidence: int(r.sure.Value(i)),
		Best: engine.None, Nodes: uint64(r.nodes.Value(i)),
	}
	if !r.best.IsNull(i) {
		l.Best = engine.Square(r.best.Value(i))
	}
	return l
}
