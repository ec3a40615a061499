package store

import (
	"context"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"github.com/outflank/outflank/engine"
)

// A Label is the result of searching a position. The zero Label is unknown.
type Label struct {
	Known      bool
	Score      int           // final disc difference for the side to move, -64 to 64
	Depth      int           // search depth in plies
	Confidence int           // in percent; 100 and Depth = number of empty squares: Score is exact
	Best       engine.Square // a best move; None = the side to move has no move
	Nodes      uint64        // number of positions that the search visited
}

// LabelColumns describes the columns that a labelled positions table adds to [PositionColumns]. They are null
// for a position without a label.
func LabelColumns() []Column {
	number := arrow.PrimitiveTypes.Int32
	return []Column{
		{"score", number, true, "disc", "final disc difference for the side to move that a search found, -64 to 64, null = not searched; exact where depth = empties and confidence = 100"},
		{"depth", number, true, "ply", "plies that the search looked ahead, null = not searched"},
		{"confidence", number, true, "percent", "how sure the selective search was, 73 to 100, null = not searched"},
		{"best_move", number, true, "square", "best move that the search found, null = not searched or no move"},
		{"nodes", arrow.PrimitiveTypes.Int64, true, "node", "positions that the search visited, null = not searched"},
	}
}

// labelledSchema is the Arrow schema of a labelled positions table, and labelSchema the schema of its labels.
var (
	labelledSchema = newSchema(slices.Concat(PositionColumns(), LabelColumns()))
	labelSchema    = newSchema(LabelColumns())
)

// WriteLabelled writes the table with one label per row, in row order. For an unknown label, the row keeps
// its existing label. WriteLabelled yields the number of rows written so far and stops at the first error;
// the table is complete only if the iteration ends without one. The bytes depend only on the rows, the labels
// and meta.
func (t *PositionTable) WriteLabelled(ctx context.Context, w io.Writer, labels iter.Seq2[Label, error],
	meta map[string]string) iter.Seq2[int64, error] {
	return func(yield func(int64, error) bool) {
		out, err := newReplayedFile(w, tableKind{positionsTable.name, labelledSchema}, Parquet, meta)
		if err != nil {
			yield(0, err)
			return
		}
		next, stop := iter.Pull2(labels)
		defer stop()
		for rec, err := range t.batches(nil) {
			if err == nil {
				err = ctx.Err()
			}
			if err == nil {
				err = out.writeLabelled(rec, next)
			}
			if !yield(out.rows, err) || err != nil {
				return
			}
		}
		if err := out.end(); err != nil {
			yield(out.rows, err)
		}
	}
}

// writeLabelled appends a batch with the next labels.
func (t *tableFile) writeLabelled(rec arrow.Record, next func() (Label, error, bool)) error {
	b := array.NewRecordBuilder(memory.DefaultAllocator, labelSchema)
	defer b.Release()
	rows := newPositionRows(rec)
	for i := range int(rec.NumRows()) {
		l, err, ok := next()
		if err != nil {
			return err
		}
		if !ok {
			return fmt.Errorf("store: %s: fewer labels than rows", t.name)
		}
		if !l.Known {
			l = rows.label(i)
		}
		appendLabel(b, l)
	}
	added := b.NewRecord()
	defer added.Release()
	columns := slices.Concat(rec.Columns()[:len(PositionColumns())], added.Columns())
	labelled := array.NewRecord(labelledSchema, columns, rec.NumRows())
	defer labelled.Release()
	return t.write(labelled)
}

// appendLabel appends a label to the columns of a batch.
func appendLabel(b *array.RecordBuilder, l Label) {
	for i, v := range [...]int{l.Score, l.Depth, l.Confidence, int(l.Best)} {
		column := b.Field(i).(*array.Int32Builder)
		if !l.Known || i == 3 && l.Best == engine.None {
			column.AppendNull()
		} else {
			column.Append(int32(v))
		}
	}
	if nodes := b.Field(4).(*array.Int64Builder); l.Known {
		nodes.Append(int64(l.Nodes))
	} else {
		nodes.AppendNull()
	}
}
