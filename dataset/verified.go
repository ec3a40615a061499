package dataset

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"
)

// A verified table is one that was as the manifest says when it was opened.
type verified struct {
	table TableFile
	kind  tableKind
	path  string // where it was found; empty if there is none
	info  fs.FileInfo

	foreign bool // it is a Parquet file that no manifest describes
}

// batches yields the stored batches, each released after the loop body. The next
// one is read while the caller works on this one.
func (v *verified) batches() iter.Seq2[arrow.Record, error] {
	return func(yield func(arrow.Record, error) bool) {
		for sel, err := range v.selected(nil, true) {
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

// A selection is a batch and those of its rows that were asked for.
type selection struct {
	rec  arrow.Record
	rows []int // nil = all, when there was nothing to select by
}

func (s selection) drop() {
	if s.rec != nil {
		s.rec.Release()
	}
}

// selected yields the batches that have rows which the selector lets through, the
// receiver's to release: whole, or with the columns of the selector only. The next
// one is read while the caller works on this one.
func (v *verified) selected(sel *selector, whole bool) iter.Seq2[selection, error] {
	return func(yield func(selection, error) bool) {
		f, err := v.open()
		if err != nil {
			yield(selection{}, err)
			return
		}
		defer f.Close()
		src, err := v.source(f, v.table.Bytes, v.kind.schema)
		if err != nil {
			yield(selection{}, v.schemaError(err))
			return
		}
		for s, err := range readAhead(v.choose(src, sel, whole), selection.drop) {
			if err != nil {
				err = v.schemaError(err)
			}
			if !yield(s, err) {
				return
			}
		}
	}
}

// choose reads batches of a source and selects.
func (v *verified) choose(src batchSource, sel *selector, whole bool) iter.Seq2[selection, error] {
	return func(yield func(selection, error) bool) {
		var rows int64
		for i := range src.batches {
			s, n, err := src.choose(i, sel, whole)
			if rows += n; err != nil {
				yield(selection{}, err)
				return
			}
			if s.rec != nil && !yield(s, nil) {
				return
			}
		}
		if rows != v.table.Rows {
			yield(selection{}, fmt.Errorf("it has %d rows, the manifest says %d", rows, v.table.Rows))
		}
	}
}

// choose reads a batch, if it has rows that the selector lets through, and returns how
// many rows it has.
func (src batchSource) choose(i int, sel *selector, whole bool) (s selection, n int64, err error) {
	var columns []int
	if sel != nil {
		columns = sel.columns
	}
	if s.rec, err = src.read(i, columns); err != nil {
		return selection{}, 0, err
	}
	n = s.rec.NumRows()
	if sel == nil {
		return s, n, nil
	}
	if s.rows, err = guard(func() ([]int, error) { return sel.rows(s.rec), nil }); err != nil || len(s.rows) == 0 {
		s.drop()
		return selection{}, n, err
	}
	if whole {
		s.drop()
		s.rec, err = src.read(i, nil)
	}
	if err == nil && s.rec.NumRows() != n {
		s.drop()
		return selection{}, n, fmt.Errorf("batch %d has columns of different lengths", i)
	}
	return s, n, err
}

func yieldReleased(rec arrow.Record, yield func(arrow.Record, error) bool) bool {
	defer rec.Release()
	return yield(rec, nil)
}

// open opens the file that Open verified. It keeps no file open in between, since
// Windows would then refuse to replace it, and compares identity, length and time
// instead of all bytes once more.
func (v *verified) open() (*os.File, error) {
	for _, path := range [...]string{v.path, strings.TrimSuffix(v.path, pending)} {
		f, err := os.Open(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue // a pending file that has got its name
		}
		if err != nil {
			return nil, fmt.Errorf("dataset: %w", err)
		}
		info, err := f.Stat()
		if err == nil && os.SameFile(info, v.info) && info.Size() == v.table.Bytes && info.ModTime().Equal(v.info.ModTime()) {
			return f, nil
		}
		f.Close()
	}
	return nil, fmt.Errorf("dataset: %s: %w: it was replaced after it was opened", v.path, ErrChecksum)
}

func (v *verified) schemaError(err error) error {
	return fmt.Errorf("dataset: %s: %w: %w", v.path, ErrSchema, err)
}

// source opens the batches of the table's format.
func (v *verified) source(r io.ReaderAt, size int64, schema *arrow.Schema) (batchSource, error) {
	if v.foreign {
		return openForeignGroups(r, size, schema)
	}
	if v.table.Name == v.kind.file(Arrow) {
		return openArrow(r, size, schema)
	}
	return openRowGroups(r, size, schema)
}

// section makes what both libraries want of a file: reading, seeking, and an end.
func section(r io.ReaderAt, size int64) *io.SectionReader { return io.NewSectionReader(r, 0, size) }
