package store

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"sync"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"
	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/file"
)

// guard calls f and turns panics of the libraries, which occur on damaged files and full disks, into errors.
// f must stay on this goroutine: pqarrow.ReadTable starts other goroutines, in which panics cannot be
// recovered, so a damaged file would end the process. The column readers of parquet/file start none.
func guard[T any](f func() (T, error)) (v T, err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case runtime.Error: // its text is about the library's internals
			err = errors.New("its parts do not fit each other")
		default:
			err = fmt.Errorf("%v", p)
		}
	}()
	return f()
}

// A batchSource reads the batches of a table by number. The caller must release them.
type batchSource struct {
	batches  int
	read     func(batch int, columns []int) (arrow.Record, error) // nil = all columns
	byColumn bool                                                 // reading fewer columns takes less time
}

// openArrow opens an Arrow IPC file with the columns of a schema, packed or not. A batch is always read
// completely, because reading only copies bytes.
func openArrow(r io.ReaderAt, size int64, schema *arrow.Schema) (batchSource, error) {
	f, err := guard(func() (*ipc.FileReader, error) {
		return ipc.NewFileReader(section(r, size))
	})
	if err != nil {
		return batchSource{}, err
	}
	if err := sameSchema(f.Schema(), schema); err != nil {
		return batchSource{}, err
	}
	// RecordAt says that it is safe for concurrent use, but all calls look up dictionaries with the same hash.
	var mu sync.Mutex
	batch := func(i int) (arrow.Record, error) {
		mu.Lock()
		defer mu.Unlock()
		return f.RecordAt(i)
	}
	return batchSource{batches: f.NumRecords(), read: func(i int, columns []int) (arrow.Record, error) {
		return guard(func() (arrow.Record, error) {
			rec, err := batch(i)
			if err != nil {
				return nil, err
			}
			defer rec.Release()
			part := project(schema, columns)
			arrays := make([]arrow.Array, part.NumFields())
			for i, c := range part.Fields() {
				if arrays[i], err = unpack(rec.Column(indexIn(columns, i)), c.Type); err != nil {
					return nil, err
				}
				defer arrays[i].Release()
			}
			return array.NewRecord(part, arrays, rec.NumRows()), nil
		})
	}}, nil
}

// indexIn returns the index in the file of column i of the given columns, or of all if columns is nil.
func indexIn(columns []int, i int) int {
	if columns == nil {
		return i
	}
	return columns[i]
}

// project returns the schema of the given columns, or of all if columns is nil.
func project(s *arrow.Schema, columns []int) *arrow.Schema {
	if columns == nil {
		return s
	}
	fields := make([]arrow.Field, len(columns))
	for i, c := range columns {
		fields[i] = s.Field(c)
	}
	return arrow.NewSchema(fields, nil)
}

// The keys of a file's metadata: of its schema version, and the prefix of those in the caller's Meta.
const (
	versionKey = "outflank.schema_version"
	metaPrefix = "outflank.meta."
)

// checkVersion returns an error if a file's metadata states a version that this package does not know.
func checkVersion(stated *string) error {
	if stated == nil || *stated == "" {
		return nil
	}
	if v, err := strconv.Atoi(*stated); err != nil || v < 1 || v > SchemaVersion {
		return fmt.Errorf("its schema version is %q, expected 1 to %d", *stated, SchemaVersion)
	}
	return nil
}

// sameSchema compares columns but not their metadata. A column that is not nullable, as in earlier versions,
// matches a nullable one, and a packed column matches its type.
func sameSchema(s, want *arrow.Schema) error {
	version, _ := s.Metadata().GetValue(versionKey)
	if err := checkVersion(&version); err != nil {
		return err
	}
	if s.NumFields() != want.NumFields() {
		return fmt.Errorf("it has %d columns, expected %d", s.NumFields(), want.NumFields())
	}
	for i, c := range want.Fields() {
		f := s.Field(i)
		if f.Name != c.Name || f.Nullable && !c.Nullable ||
			!arrow.TypeEqual(f.Type, c.Type) && !arrow.TypeEqual(f.Type, packedType(c)) {
			return fmt.Errorf("column %d is %v, expected %v", i, f, c)
		}
	}
	return nil
}

// openRowGroups opens a Parquet file with the columns of a schema. Its batches are row groups.
func openRowGroups(r io.ReaderAt, size int64, schema *arrow.Schema) (batchSource, error) {
	f, err := guard(func() (*file.Reader, error) { return openParquet(r, size, schema) })
	if err != nil {
		return batchSource{}, err
	}
	return batchSource{f.NumRowGroups(), func(i int, columns []int) (arrow.Record, error) {
		return guard(func() (arrow.Record, error) { return readRowGroup(f.RowGroup(i), schema, columns) })
	}, true}, nil
}

func openParquet(r io.ReaderAt, size int64, schema *arrow.Schema) (*file.Reader, error) {
	f, err := file.NewParquetReader(section(r, size))
	if err != nil {
		return nil, err
	}
	if err := checkVersion(f.MetaData().KeyValueMetadata().FindValue(versionKey)); err != nil {
		return nil, err
	}
	s := f.MetaData().Schema
	if s.NumColumns() != schema.NumFields() {
		return nil, fmt.Errorf("it has %d columns, expected %d", s.NumColumns(), schema.NumFields())
	}
	for i, c := range schema.Fields() {
		d := s.Column(i)
		levels := int16(0)
		if c.Nullable {
			levels = 1
		}
		if d.Path() != c.Name || d.PhysicalType() != physical(c.Type) ||
			d.MaxDefinitionLevel() > levels || d.MaxRepetitionLevel() != 0 {
			return nil, fmt.Errorf("column %d is %s (%s), expected %s (%s)", i, d.Path(), d.PhysicalType(), c.Name,
				physical(c.Type))
		}
	}
	return f, nil
}

func physical(t arrow.DataType) parquet.Type {
	switch t.ID() {
	case arrow.INT32:
		return parquet.Types.Int32
	case arrow.INT64, arrow.UINT64:
		return parquet.Types.Int64
	}
	return parquet.Types.ByteArray
}

// readRowGroup reads a row group column by column. If columns is nil, it reads all columns.
func readRowGroup(rg *file.RowGroupReader, schema *arrow.Schema, columns []int) (arrow.Record, error) {
	part := project(schema, columns)
	b := array.NewRecordBuilder(memory.DefaultAllocator, part)
	defer b.Release()
	for i, c := range part.Fields() {
		col, err := rg.Column(indexIn(columns, i))
		if err == nil {
			err = appendColumn(b.Field(i), col, int(rg.NumRows()))
		}
		if err != nil {
			return nil, fmt.Errorf("column %s: %w", c.Name, err)
		}
	}
	return b.NewRecord(), nil
}

// appendColumn reads a column chunk of n rows into the builder of its type.
func appendColumn(b array.Builder, col file.ColumnChunkReader, n int) error {
	switch col := col.(type) {
	case *file.Int32ColumnChunkReader:
		return appendValues(col.ReadBatch, n, b.(*array.Int32Builder).AppendValues)
	case *file.Int64ColumnChunkReader:
		if b, ok := b.(*array.Uint64Builder); ok {
			return appendValues(col.ReadBatch, n, func(values []int64, valid []bool) {
				b.AppendValues(arrow.Uint64Traits.CastFromBytes(arrow.Int64Traits.CastToBytes(values)), valid)
			})
		}
		return appendValues(col.ReadBatch, n, b.(*array.Int64Builder).AppendValues)
	case *file.ByteArrayColumnChunkReader:
		sb := b.(*array.StringBuilder)
		return appendValues(col.ReadBatch, n, func(values []parquet.ByteArray, valid []bool) {
			size := 0
			for _, v := range values {
				size += len(v)
			}
			sb.Reserve(len(values))
			sb.ReserveData(size)
			for i, v := range values {
				if valid != nil && !valid[i] {
					sb.AppendNull()
					continue
				}
				sb.BinaryBuilder.UnsafeAppend(v) // it has enough capacity
			}
		})
	}
	return fmt.Errorf("unexpected type %v", col.Type())
}

// readRows is the number of rows read at a time. It is small enough that a false row count is noticed before
// memory is allocated for it.
const readRows = 4096

// appendValues reads n rows with read and passes them to add. If some are null, it also passes flags for the
// others.
func appendValues[T any](read func(int64, []T, []int16, []int16) (int64, int, error), n int,
	add func([]T, []bool)) error {
	values, levels := make([]T, readRows), make([]int16, readRows)
	for rows := 0; rows < n; {
		total, present, err := read(int64(min(n-rows, readRows)), values, levels, nil)
		switch {
		case err != nil:
			return err
		case total == 0:
			return fmt.Errorf("it ends after %d of %d rows", rows, n)
		case int(total) == present:
			add(values[:present], nil)
		default:
			add(spread(values[:total], levels, present))
		}
		rows += int(total)
	}
	return nil
}

// spread moves the non-null values to their rows, starting with the last so that nothing is overwritten.
func spread[T any](values []T, levels []int16, present int) ([]T, []bool) {
	valid := make([]bool, len(values))
	for i := len(values) - 1; i >= 0; i-- {
		if levels[i] > 0 {
			present--
			values[i], valid[i] = values[present], true
		}
	}
	return values, valid
}
