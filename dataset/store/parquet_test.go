//go:build pqarrow

// pqarrow needs packages that take longer to compile than all of Outflank, so .ci/run asks for this test:
// go test -tags pqarrow -run TestParquet ./dataset/store

package store

import (
	"bytes"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
	"github.com/apache/arrow/go/v17/parquet/pqarrow"
	"pgregory.net/rapid"
)

// The files are those of pqarrow, for every type with nulls and without, with and without
// dictionaries, and for batches that are parts of others.
func TestParquetIsWhatPqarrowWrites(t *testing.T) {
	types := []arrow.DataType{
		arrow.FixedWidthTypes.Boolean, arrow.PrimitiveTypes.Int32, arrow.PrimitiveTypes.Int64,
		arrow.PrimitiveTypes.Uint64, arrow.PrimitiveTypes.Float32, arrow.PrimitiveTypes.Float64,
		arrow.BinaryTypes.String, &arrow.FixedSizeBinaryType{ByteWidth: 3}, arrow.ListOf(arrow.PrimitiveTypes.Int32),
		arrow.ListOf(arrow.PrimitiveTypes.Float32),
	}
	names := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"id", "moves", "tokens", "hash", "a", "b"}), 1, 4, rapid.ID)
	rapid.Check(t, func(t *rapid.T) {
		var fields []arrow.Field
		for _, name := range names.Draw(t, "names") {
			kind := rapid.SampledFrom(types).Draw(t, name)
			// The maximum of those is wrong in pqarrow, and no table has lists that are null.
			nullable := rapid.Bool().Draw(t, "nullable") && kind != arrow.PrimitiveTypes.Uint64 &&
				kind.ID() != arrow.LIST
			fields = append(fields, arrow.Field{Name: name, Type: kind, Nullable: nullable})
		}
		meta := arrow.NewMetadata([]string{"z", "y"}, []string{"1", ""})
		schema := arrow.NewSchema(fields, &meta)
		var batches []arrow.Record
		for range rapid.IntRange(0, 3).Draw(t, "batches") {
			batches = append(batches, drawBatch(t, schema))
		}
		ours, theirs := written(t, schema, batches, false), written(t, schema, batches, true)
		if !bytes.Equal(ours, theirs) {
			t.Fatalf("%d bytes and pqarrow %d for %v, %v", len(ours), len(theirs), schema, batches)
		}
	})
}

// drawBatch returns a part of a batch of the schema.
func drawBatch(t *rapid.T, schema *arrow.Schema) arrow.Record {
	rows := rapid.IntRange(0, 3000).Draw(t, "rows")
	kinds := rapid.Int64Range(1, 5000).Draw(t, "different values")
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	for i, f := range schema.Fields() {
		step := rapid.Int64Range(1, 1000).Draw(t, "step")
		nulls := rapid.IntRange(1, 4).Draw(t, "nulls")
		for row := range rows {
			v := int64(row) * step % kinds
			if f.Nullable && (row+1)%nulls == 0 {
				b.Field(i).AppendNull()
			} else {
				appendNumber(b.Field(i), v)
			}
		}
	}
	whole := b.NewRecord()
	from := rapid.IntRange(0, rows).Draw(t, "from")
	return whole.NewSlice(int64(from), int64(rapid.IntRange(from, rows).Draw(t, "to")))
}

// appendNumber appends a number as a value of the builder's type.
func appendNumber(b array.Builder, v int64) {
	switch b := b.(type) {
	case *array.BooleanBuilder:
		b.Append(v%2 == 0)
	case *array.Float32Builder:
		b.Append(float32(v) / 8)
	case *array.Float64Builder:
		b.Append(float64(v) / 8)
	case *array.ListBuilder:
		b.Append(true)
		for i := range 1 + v%3 { // pqarrow's statistics of columns with empty lists only are others
			appendNumber(b.ValueBuilder(), v+i)
		}
	case *array.Uint64Builder:
		b.Append(uint64(-v))
	case *array.StringBuilder:
		b.Append("abcdefg"[:v%7])
	case *array.FixedSizeBinaryBuilder:
		b.Append([]byte("abcdefghi"[v%7:][:3]))
	case *array.Int32Builder:
		b.Append(int32(v))
	case *array.Int64Builder:
		b.Append(-v)
	}
}

// written returns the file of the batches, ours or that of pqarrow.
func written(t *rapid.T, schema *arrow.Schema, batches []arrow.Record, byPqarrow bool) []byte {
	var out bytes.Buffer
	var w batchWriter
	var err error
	if byPqarrow {
		w, err = pqarrow.NewFileWriter(schema, &out, parquetProperties(schema),
			pqarrow.NewArrowWriterProperties(pqarrow.WithStoreSchema()))
	} else {
		w, err = newParquetWriter(&out, schema)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, rec := range batches {
		if err := w.Write(rec); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
