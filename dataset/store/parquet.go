package store

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/compress"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/apache/arrow/go/v17/parquet/metadata"
	"github.com/apache/arrow/go/v17/parquet/schema"
)

// A parquetWriter writes batches of one schema as the row groups of a Parquet file, for the types that our
// tables use. Its bytes equal those of the library's pqarrow, which we do not use because it imports
// Arrow's compute kernels and gRPC: a third of the program.
type parquetWriter struct {
	schema *arrow.Schema
	file   *file.Writer
}

// newParquetWriter starts a Parquet file.
//
// The root is marked required because some readers (hyparquet) otherwise treat every column as nested.
// Columns whose values never repeat get no dictionary. Transcripts also get no minimum and maximum, which
// would be useless.
//
// The compression level is 1, because the library creates a new compressor for each page and must clear the
// larger tables of higher levels each time. Importing 124,326 games takes 0.49 s and 7.8 MB at level 1, 0.70
// s and 7.6 MB at level 3, and 1.62 s and 7.2 MB at level 6. For the same reason, positions, which are read
// as a whole, get one page per column and row group. They get no dictionaries, which cost much time: 5.7 s
// and 151 MB with them, 2.1 s and 115 MB without.
func newParquetWriter(w io.Writer, s *arrow.Schema) (*parquetWriter, error) {
	root, err := parquetRoot(s)
	if err != nil {
		return nil, err
	}
	return &parquetWriter{s, file.NewParquetWriter(w, root,
		file.WithWriterProps(parquetProperties(s)), file.WithWriteMetadata(parquetMetadata(s)))}, nil
}

// parquetProperties returns the settings for a file with this schema.
func parquetProperties(s *arrow.Schema) *parquet.WriterProperties {
	properties := []parquet.WriterProperty{
		parquet.WithCompression(compress.Codecs.Zstd),
		parquet.WithCompressionLevel(1),
		parquet.WithRootRepetition(parquet.Repetitions.Required),
		parquet.WithDictionaryFor("id", false),
		parquet.WithDictionaryFor("moves", false),
		parquet.WithStatsFor("moves", false),
		parquet.WithDictionaryFor("tokens", false),
		parquet.WithStatsFor("tokens", false),
		// If a dictionary outgrew its limit, the library would list the encodings in a random order.
		parquet.WithDictionaryPageSizeLimit(1 << 30),
		parquet.WithCreatedBy("outflank"),
	}
	if !hasBoards(s) {
		return parquet.NewWriterProperties(properties...)
	}
	properties = append(properties, parquet.WithDictionaryDefault(false), parquet.WithDataPageSize(16<<20))
	for _, f := range s.Fields() {
		properties = append(properties, parquet.WithDictionaryFor(f.Name, f.Type.ID() == arrow.STRING))
	}
	return parquet.NewWriterProperties(properties...)
}

// hasBoards reports whether a table has sets of squares. Such tables have a row for each position or move.
func hasBoards(s *arrow.Schema) bool {
	return slices.ContainsFunc(s.Fields(), func(f arrow.Field) bool { return f.Type.ID() == arrow.UINT64 })
}

// parquetMetadata returns the schema's metadata, and the schema itself in the form that Arrow's Parquet
// readers expect: as a stream without batches.
func parquetMetadata(s *arrow.Schema) metadata.KeyValueMetadata {
	var m metadata.KeyValueMetadata
	for i, key := range s.Metadata().Keys() {
		m.Append(key, s.Metadata().Values()[i])
	}
	var stream bytes.Buffer
	ipc.NewWriter(&stream, ipc.WithSchema(s)).Close() // writing to a buffer does not fail
	m.Append("ARROW:schema", base64.StdEncoding.EncodeToString(stream.Bytes()))
	return m
}

// parquetRoot returns the columns of an Arrow schema as Parquet columns.
func parquetRoot(s *arrow.Schema) (*schema.GroupNode, error) {
	var columns schema.FieldList
	for _, f := range s.Fields() {
		repetition := parquet.Repetitions.Required
		if f.Nullable {
			repetition = parquet.Repetitions.Optional
		}
		column, err := parquetColumn(f.Name, f.Type, repetition)
		if err != nil {
			return nil, err
		}
		columns = append(columns, column)
	}
	return schema.NewGroupNode(parquet.DefaultRootName, parquet.Repetitions.Required, columns, -1)
}

// parquetColumn returns a column of a type. Elements of lists are never null but are marked optional, as
// pqarrow marks them.
func parquetColumn(name string, t arrow.DataType, repetition parquet.Repetition) (schema.Node, error) {
	var logical schema.LogicalType = schema.NoLogicalType{}
	var stored parquet.Type
	switch t.ID() {
	case arrow.BOOL:
		stored = parquet.Types.Boolean
	case arrow.INT32:
		stored, logical = parquet.Types.Int32, schema.NewIntLogicalType(32, true)
	case arrow.INT64:
		stored, logical = parquet.Types.Int64, schema.NewIntLogicalType(64, true)
	case arrow.UINT64:
		stored, logical = parquet.Types.Int64, schema.NewIntLogicalType(64, false)
	case arrow.FLOAT32:
		stored = parquet.Types.Float
	case arrow.FLOAT64:
		stored = parquet.Types.Double
	case arrow.STRING:
		stored, logical = parquet.Types.ByteArray, schema.StringLogicalType{}
	case arrow.FIXED_SIZE_BINARY:
		width := t.(*arrow.FixedSizeBinaryType).ByteWidth
		return schema.NewPrimitiveNodeLogical(name, repetition, logical, parquet.Types.FixedLenByteArray, width, -1)
	case arrow.LIST:
		element, err := parquetColumn(name, t.(*arrow.ListType).Elem(), parquet.Repetitions.Optional)
		if err != nil {
			return nil, err
		}
		return schema.ListOf(element, repetition, -1)
	default:
		return nil, fmt.Errorf("column %s: no table has %v", name, t)
	}
	return schema.NewPrimitiveNodeLogical(name, repetition, logical, stored, -1, -1)
}

// Write appends a batch as a row group.
func (w *parquetWriter) Write(rec arrow.Record) error {
	if !rec.Schema().Equal(w.schema) {
		return fmt.Errorf("a batch of other columns: %v, expected %v", rec.Schema(), w.schema)
	}
	group := w.file.AppendRowGroup()
	for _, column := range rec.Columns() {
		chunk, err := group.NextColumn()
		if err == nil && column.Len() > 0 {
			err = writeColumn(chunk, column)
		}
		if err != nil {
			return err
		}
	}
	return group.Close()
}

// Close writes the footer of the file.
func (w *parquetWriter) Close() error { return w.file.Close() }

// writeColumn writes the values of a non-empty array.
func writeColumn(chunk file.ColumnChunkWriter, a arrow.Array) (err error) {
	if list, ok := a.(*array.List); ok {
		return writeLists(chunk, list)
	}
	switch c := chunk.(type) {
	case *file.BooleanColumnChunkWriter:
		err = writeValues(c.WriteBatch, chunk, a, each(a.(*array.Boolean)))
	case *file.Int32ColumnChunkWriter:
		err = writeValues(c.WriteBatch, chunk, a, a.(*array.Int32).Int32Values())
	case *file.Int64ColumnChunkWriter:
		if u, ok := a.(*array.Uint64); ok {
			return writeValues(c.WriteBatch, chunk, a,
				arrow.Int64Traits.CastFromBytes(arrow.Uint64Traits.CastToBytes(u.Uint64Values())))
		}
		err = writeValues(c.WriteBatch, chunk, a, a.(*array.Int64).Int64Values())
	case *file.Float32ColumnChunkWriter:
		err = writeValues(c.WriteBatch, chunk, a, a.(*array.Float32).Float32Values())
	case *file.Float64ColumnChunkWriter:
		err = writeValues(c.WriteBatch, chunk, a, a.(*array.Float64).Float64Values())
	case *file.ByteArrayColumnChunkWriter:
		err = writeValues(c.WriteBatch, chunk, a, texts(a.(*array.String)))
	case *file.FixedLenByteArrayColumnChunkWriter:
		err = writeValues(c.WriteBatch, chunk, a, blocks(a.(*array.FixedSizeBinary)))
	}
	return err
}

// writeValues writes the non-null values with write. A nullable column gets a level for each row, 0 or 1.
func writeValues[T any](write func([]T, []int16, []int16) (int64, error), chunk file.ColumnChunkWriter,
	a arrow.Array, values []T) error {
	if chunk.Descr().MaxDefinitionLevel() == 0 {
		_, err := write(values, nil, nil)
		return err
	}
	present, levels := make([]T, 0, len(values)), make([]int16, len(values))
	for i, v := range values {
		if a.IsValid(i) {
			present, levels[i] = append(present, v), 1
		}
	}
	_, err := write(present, levels, nil)
	return err
}

// writeLists writes lists that are not null. The repetition level is 1 for each element but the first of a
// list. The definition level is 2 for an element and 0 for an empty list.
func writeLists(chunk file.ColumnChunkWriter, a *array.List) (err error) {
	var defined, repeated []int16
	for i := range a.Len() {
		from, to := a.ValueOffsets(i)
		defined, repeated = append(defined, int16(2*min(to-from, 1))), append(repeated, 0)
		for range to - from - 1 {
			defined, repeated = append(defined, 2), append(repeated, 1)
		}
	}
	from, _ := a.ValueOffsets(0)
	_, to := a.ValueOffsets(a.Len() - 1)
	switch c := chunk.(type) {
	case *file.Int32ColumnChunkWriter:
		_, err = c.WriteBatch(a.ListValues().(*array.Int32).Int32Values()[from:to], defined, repeated)
	case *file.Float32ColumnChunkWriter:
		_, err = c.WriteBatch(a.ListValues().(*array.Float32).Float32Values()[from:to], defined, repeated)
	default:
		err = fmt.Errorf("no table has lists of %v", a.DataType())
	}
	return err
}

// each returns the values of a bit-packed array.
func each(a *array.Boolean) []bool {
	values := make([]bool, a.Len())
	for i := range values {
		values[i] = a.Value(i)
	}
	return values
}

// texts returns the bytes of each text, which belong to the array.
func texts(a *array.String) []parquet.ByteArray {
	values := make([]parquet.ByteArray, a.Len())
	all, at := a.ValueBytes(), a.ValueOffsets()
	for i := range values {
		values[i] = all[at[i]-at[0] : at[i+1]-at[0]]
	}
	return values
}

// blocks returns the bytes of each value, which belong to the array.
func blocks(a *array.FixedSizeBinary) []parquet.FixedLenByteArray {
	values := make([]parquet.FixedLenByteArray, a.Len())
	for i := range values {
		values[i] = a.Value(i)
	}
	return values
}

// WriteParquet writes one batch of any schema as a complete Parquet file.
func WriteParquet(w io.Writer, rec arrow.Record) error {
	_, err := guard(func() (*parquetWriter, error) {
		// The wrapper keeps the library from closing w.
		pw, err := newParquetWriter(struct{ io.Writer }{w}, rec.Schema())
		if err != nil {
			return nil, err
		}
		return pw, errors.Join(pw.Write(rec), pw.Close())
	})
	if err != nil {
		return fmt.Errorf("store: writing Parquet: %w", err)
	}
	return nil
}
