package store

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"unicode/utf8"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/file"

	"github.com/outflank/outflank/engine/runtime/durable"
)

// OpenForeign opens a Parquet file of games without a manifest: a file from another program, or a table
// outside its directory. The file must contain all [Columns], in any order; other columns are ignored.
// Numbers may have 32 or 64 bits, or be whole floating-point numbers, which pandas writes in columns with
// nulls. Required columns may be declared nullable but must not contain nulls.
//
// Damage to such a file may go unnoticed: damage that the format detects is an error, and other damage may
// change rows. Damage never ends the process. Columns that follow from the moves (status, replayed, passes,
// empties) are not checked; [dataset.Game.Replay] computes them. The Manifest's checksum is empty.
func OpenForeign(path string) (*Games, error) {
	f, err := durable.Open(path)
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	v := verified{kind: gamesTable, path: path, info: info, foreign: true}
	v.table = TableFile{Name: filepath.Base(path), Bytes: info.Size()}
	pf, _, err := guardedForeign(f, info.Size(), gameSchema)
	if err != nil {
		return nil, v.schemaError(err)
	}
	if v.table.Rows, err = guard(func() (int64, error) { return pf.NumRows(), nil }); err != nil {
		return nil, v.schemaError(err)
	}
	return &Games{
		dir: filepath.Dir(path), games: v,
		manifest: Manifest{Format: manifestFormat, Schema: SchemaVersion, Rows: v.table.Rows,
			Tables: []TableFile{v.table}},
	}, nil
}

// openForeignGroups opens the row groups of a foreign file.
func openForeignGroups(r io.ReaderAt, size int64, schema *arrow.Schema) (batchSource, error) {
	f, at, err := guardedForeign(r, size, schema)
	if err != nil {
		return batchSource{}, err
	}
	return batchSource{f.NumRowGroups(), func(i int, columns []int) (arrow.Record, error) {
		return guard(func() (arrow.Record, error) {
			return readForeignGroup(f.RowGroup(i), schema, columns, at)
		})
	}, true}, nil
}

func guardedForeign(r io.ReaderAt, size int64, schema *arrow.Schema) (f *file.Reader, at []int, err error) {
	f, err = guard(func() (f *file.Reader, err error) {
		if f, err = file.NewParquetReader(section(r, size)); err == nil {
			at, err = foreignColumns(f, schema)
		}
		return f, err
	})
	return f, at, err
}

// foreignColumns returns the indices of the schema's columns.
func foreignColumns(f *file.Reader, schema *arrow.Schema) (at []int, err error) {
	s := f.MetaData().Schema
	for _, field := range schema.Fields() {
		i := s.ColumnIndexByName(field.Name)
		if i < 0 {
			return nil, fmt.Errorf("it has no column %s", field.Name)
		}
		if d := s.Column(i); d.MaxRepetitionLevel() != 0 || d.MaxDefinitionLevel() > 1 {
			return nil, fmt.Errorf("column %s is nested", field.Name)
		}
		at = append(at, i)
	}
	return at, nil
}

// readForeignGroup is readRowGroup for foreign files.
func readForeignGroup(rg *file.RowGroupReader, schema *arrow.Schema,
	columns, at []int) (arrow.Record, error) {
	part := project(schema, columns)
	b := array.NewRecordBuilder(memory.DefaultAllocator, part)
	defer b.Release()
	for i, c := range part.Fields() {
		col, err := rg.Column(at[indexIn(columns, i)])
		if err == nil {
			err = appendForeign(foreignBuilder{b.Field(i), c.Nullable}, col, int(rg.NumRows()))
		}
		if err != nil {
			return nil, fmt.Errorf("column %s: %w", c.Name, err)
		}
	}
	return b.NewRecord(), nil
}

// appendForeign reads a column chunk of n rows of any compatible type.
func appendForeign(b foreignBuilder, col file.ColumnChunkReader, n int) (err error) {
	switch col := col.(type) {
	case *file.Int32ColumnChunkReader:
		return appendEach(col.ReadBatch, n, b, func(v int32) error { return b.number(int64(v)) })
	case *file.Int64ColumnChunkReader:
		return appendEach(col.ReadBatch, n, b, b.number)
	case *file.Float64ColumnChunkReader:
		return appendEach(col.ReadBatch, n, b, b.float)
	case *file.ByteArrayColumnChunkReader:
		return appendEach(col.ReadBatch, n, b, b.text)
	}
	return fmt.Errorf("it holds %v, expected %v", col.Type(), b.Type())
}

// appendEach reads n values and appends them one by one.
func appendEach[T any](read func(int64, []T, []int16, []int16) (int64, int, error), n int, b foreignBuilder,
	add func(T) error) (err error) {
	var unfit error
	err = appendValues(read, n, func(values []T, valid []bool) {
		for i := 0; i < len(values) && unfit == nil; i++ {
			if valid != nil && !valid[i] {
				unfit = b.null()
			} else {
				unfit = add(values[i])
			}
		}
	})
	return cmp.Or(unfit, err)
}

// A foreignBuilder appends values of other types to a column if they are within its range.
type foreignBuilder struct {
	array.Builder
	nullable bool
}

func (b foreignBuilder) null() error {
	if !b.nullable {
		return fmt.Errorf("row %d is null", b.Len())
	}
	b.AppendNull()
	return nil
}

func (b foreignBuilder) number(v int64) error {
	switch to := b.Builder.(type) {
	case *array.Int64Builder:
		to.Append(v)
		return nil
	case *array.Int32Builder:
		if int64(int32(v)) != v {
			return fmt.Errorf("row %d is %d, which does not fit 32 bits", b.Len(), v)
		}
		to.Append(int32(v))
		return nil
	}
	return fmt.Errorf("row %d is the number %d, expected text", b.Len(), v)
}

func (b foreignBuilder) float(v float64) error {
	if math.IsNaN(v) {
		return b.null()
	}
	if v != math.Trunc(v) || math.Abs(v) > 1<<53 {
		return fmt.Errorf("row %d is %v, expected a whole number", b.Len(), v)
	}
	return b.number(int64(v))
}

func (b foreignBuilder) text(v parquet.ByteArray) error {
	to, ok := b.Builder.(*array.StringBuilder)
	if !ok {
		return fmt.Errorf("row %d is text, expected a number", b.Len())
	}
	if !utf8.Valid(v) {
		return fmt.Errorf("row %d is %q, which is not UTF-8", b.Len(), v)
	}
	to.BinaryBuilder.Append(v)
	return nil
}
