package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime"

	"github.com/apache/arrow/go/v17/arrow"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// positionGames is the number of games in a batch of positions, about 240,000 rows. A batch is a row group of
// the Parquet file.
const positionGames = 4096

// errStopped reports that the caller has stopped ranging.
var errStopped = errors.New("stopped")

// writeReplayed writes a table. batch returns the rows for up to run consecutive games; they are written in
// the order of the games.
func writeReplayed(ctx context.Context, w io.Writer, games iter.Seq2[dataset.Game, error], kind tableKind,
	f Format, meta map[string]string, workers, run int,
	batch func([]dataset.Game) arrow.Record) iter.Seq2[int64, error] {
	return func(yield func(int64, error) bool) {
		t, err := newReplayedFile(w, kind, f, meta)
		if err != nil {
			yield(0, err)
			return
		}
		rows, err := t.writeAll(ctx, parallel.Chunks(games, run), workers, batch, yield)
		if err == nil {
			err = t.end()
		}
		if err != errStopped {
			yield(rows, err)
		}
	}
}

// newReplayedFile starts the table on w.
func newReplayedFile(w io.Writer, kind tableKind, f Format, meta map[string]string) (*tableFile, error) {
	f = cmp.Or(f, Parquet)
	if f != Parquet && f != Arrow {
		return nil, fmt.Errorf("store: format %q: want %q or %q", f, Parquet, Arrow)
	}
	t := &tableFile{name: kind.file(f), out: newSummed(w)}
	t.out.sum = nil
	var err error
	if t.enc, err = f.newBatchWriter(t.out, kind.schema, meta); err != nil {
		return nil, fmt.Errorf("store: %s: %w", t.name, err)
	}
	return t, nil
}

// writeAll writes the batches of all games in order, and returns the number of rows.
func (t *tableFile) writeAll(ctx context.Context, games iter.Seq[parallel.Chunk[dataset.Game]], workers int,
	batch func([]dataset.Game) arrow.Record, yield func(int64, error) bool) (int64, error) {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	work := func(_ context.Context, c parallel.Chunk[dataset.Game]) (arrow.Record, error) {
		return batch(c.Items), c.Err
	}
	for rec, err := range parallel.Map(ctx, workers, workers, games, work) {
		if rec != nil && err == nil {
			err = t.write(rec)
		}
		if rec != nil {
			rec.Release()
		}
		if err != nil {
			return t.rows, err
		}
		if !yield(t.rows, nil) {
			return t.rows, errStopped
		}
	}
	return t.rows, nil
}
