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
}

// batches yields the stored batches, each released after the loop body. The next
// one is read while the caller works on this one.
func (v *verified) batches() iter.Seq2[arrow.Record, error] {
	return func(yield func(arrow.Record, error) bool) {
		f, err := v.open()
		if err != nil {
			yield(nil, err)
			return
		}
		defer f.Close()
		var rows int64
		for rec, err := range readAhead(v.reader()(f, v.table.Bytes, v.kind.schema)) {
			if err != nil {
				yield(nil, v.schemaError(err))
				return
			}
			rows += rec.NumRows()
			if !yieldReleased(rec, yield) {
				return
			}
		}
		if rows != v.table.Rows {
			yield(nil, v.schemaError(fmt.Errorf("it has %d rows, the manifest says %d", rows, v.table.Rows)))
		}
	}
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

// A tableReader reads the batches of a table format, which are the receiver's to
// release.
type tableReader func(r io.ReaderAt, size int64, schema *arrow.Schema) iter.Seq2[arrow.Record, error]

func (v *verified) reader() tableReader {
	if v.table.Name == v.kind.file(Arrow) {
		return readArrow
	}
	return readParquet
}

// section makes what both libraries want of a file: reading, seeking, and an end.
func section(r io.ReaderAt, size int64) *io.SectionReader { return io.NewSectionReader(r, 0, size) }
