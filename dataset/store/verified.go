package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"runtime"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// A verified table matched the manifest when it was opened.
type verified struct {
	table TableFile
	kind  tableKind
	path  string // empty = no table
	info  fs.FileInfo

	foreign bool // a Parquet file without a manifest
}

// batches yields the stored batches and releases each after the loop body. It reads ahead while the caller
// works.
func (v *verified) batches() iter.Seq2[arrow.Record, error] {
	return func(yield func(arrow.Record, error) bool) {
		for sel, err := range v.selected(nil) {
			if err != nil {
				yield(nil, err)
				return
			}
			if !yieldReleased(sel.rec, yield) {
				return
			}
		}
	}
}

// A selection is a batch with its selected rows.
type selection struct {
	rec  arrow.Record // nil = no rows selected
	rows []int        // nil = all rows, because no filter applies
	of   int64        // number of rows in the stored batch
}

func (s selection) drop() {
	if s.rec != nil {
		s.rec.Release()
	}
}

// selected yields the batches with rows that the selector accepts. The caller must release them. It reads
// ahead while the caller works.
func (v *verified) selected(sel *selector) iter.Seq2[selection, error] {
	return func(yield func(selection, error) bool) {
		f, err := v.open()
		if err != nil {
			yield(selection{}, err)
			return
		}
		defer f.Close()
		src, err := v.source(f)
		if err != nil {
			yield(selection{}, v.schemaError(err))
			return
		}
		var rows int64
		for s, err := range src.chosen(sel) {
			if err != nil {
				yield(selection{}, v.schemaError(err))
				return
			}
			if rows += s.of; s.rec != nil && !yield(s, nil) {
				return
			}
		}
		if rows != v.table.Rows {
			yield(selection{}, v.schemaError(fmt.Errorf("it has %d rows, the manifest says %d", rows, v.table.Rows)))
		}
	}
}

// maxReaders is the maximum number of batches read concurrently. Each takes a few megabytes.
const maxReaders = 4

// chosen reads several batches concurrently, selects rows, and yields the batches in order. Batches that the
// caller does not receive are left to the garbage collector.
func (src batchSource) chosen(sel *selector) iter.Seq2[selection, error] {
	numbers := func(yield func(int) bool) {
		for i := range src.batches {
			if !yield(i) {
				return
			}
		}
	}
	readers := min(runtime.GOMAXPROCS(0), maxReaders)
	return parallel.Map(context.Background(), readers, readers, numbers,
		func(_ context.Context, i int) (selection, error) {
			return src.choose(i, sel)
		})
}

// choose reads a batch if it has rows that the selector accepts.
func (src batchSource) choose(i int, sel *selector) (s selection, err error) {
	var columns []int
	if sel != nil && src.byColumn {
		columns = sel.columns
	}
	if s.rec, err = src.read(i, columns); err != nil {
		return selection{}, err
	}
	s.of = s.rec.NumRows()
	if sel == nil {
		return s, nil
	}
	if s.rows, err = guard(func() ([]int, error) { return sel.rows(s.rec), nil }); err != nil ||
		len(s.rows) == 0 {
		s.drop()
		return selection{of: s.of}, err
	}
	if columns != nil {
		s.drop()
		s.rec, err = src.read(i, nil)
	}
	if err == nil && s.rec.NumRows() != s.of {
		s.drop()
		return selection{}, fmt.Errorf("batch %d has columns of different lengths", i)
	}
	return s, err
}

func yieldReleased(rec arrow.Record, yield func(arrow.Record, error) bool) bool {
	defer rec.Release()
	return yield(rec, nil)
}

// open opens the file that Open verified. The file is not kept open in the meantime, because Windows would
// then refuse to replace it. open compares identity, length and time instead of reading all bytes again.
func (v *verified) open() (*os.File, error) {
	for _, path := range [...]string{v.path, strings.TrimSuffix(v.path, pending)} {
		f, err := durable.Open(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue // a pending file may have been renamed
		}
		if err != nil {
			return nil, fmt.Errorf("store: %w", err)
		}
		info, err := f.Stat()
		if err == nil && os.SameFile(info, v.info) && info.Size() == v.table.Bytes &&
			info.ModTime().Equal(v.info.ModTime()) {
			return f, nil
		}
		f.Close()
	}
	return nil, fmt.Errorf("store: %s: %w: it was replaced after it was opened", v.path, dataset.ErrChecksum)
}

func (v *verified) schemaError(err error) error {
	return fmt.Errorf("store: %s: %w: %w", v.path, dataset.ErrSchema, err)
}

// source opens the batches of the table in its format.
func (v *verified) source(r io.ReaderAt) (batchSource, error) {
	size, schema := v.table.Bytes, v.kind.schema
	if v.foreign {
		return openForeignGroups(r, size, schema)
	}
	if v.table.Name == v.kind.file(Arrow) {
		return openArrow(r, size, schema)
	}
	return openRowGroups(r, size, schema)
}

// section provides what both libraries require of a file: reading, seeking, and a size.
func section(r io.ReaderAt, size int64) *io.SectionReader { return io.NewSectionReader(r, 0, size) }
