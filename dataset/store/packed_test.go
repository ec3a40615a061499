package store

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"
	"pgregory.net/rapid"

	"github.com/outflank/outflank/engine/runtime/parallel"
)

// allColumns is a table with the columns of all tables, under different names.
func allColumns() *arrow.Schema {
	var list []Column
	for i, table := range [][]Column{Columns(), PositionColumns(), LabelColumns(), TransitionColumns(), TokenColumns(),
		ProbeColumns(), NameColumns()} {
		for _, c := range table {
			if !slices.Contains(unrepeated, c.Name) {
				c.Name = fmt.Sprint(c.Name, i)
			}
			if !slices.ContainsFunc(list, func(o Column) bool { return o.Name == c.Name }) {
				list = append(list, c)
			}
		}
	}
	meta := arrow.NewMetadata([]string{versionKey}, []string{fmt.Sprint(SchemaVersion)})
	return arrow.NewSchema(newSchema(list).Fields(), &meta)
}

// drawSmall returns a batch whose numbers fit 8 bits.
func drawSmall(t *rapid.T, s *arrow.Schema) arrow.Record {
	rows, nulls := rapid.IntRange(0, 40).Draw(t, "rows"), rapid.IntRange(1, 5).Draw(t, "nulls")
	first := rapid.Int64Range(-128, 88).Draw(t, "first")
	b := array.NewRecordBuilder(memory.DefaultAllocator, s)
	for i, f := range s.Fields() {
		for row := range rows {
			if f.Nullable && row%nulls == 0 {
				b.Field(i).AppendNull()
				continue
			}
			switch column := b.Field(i).(type) {
			case *array.StringBuilder:
				column.Append(strings.Repeat("ü", int(first+int64(row)+128)%5))
			case *array.Int32Builder:
				column.Append(int32(first) + int32(row))
			case *array.FixedSizeBinaryBuilder:
				column.Append(bytes.Repeat([]byte{byte(row)}, TokenCount))
			case *array.Float32Builder:
				column.Append(float32(row))
			case *array.Float64Builder:
				column.Append(float64(row))
			case *array.BooleanBuilder:
				column.Append(row%2 == 0)
			case *array.Int64Builder:
				column.Append(int64(row))
			case *array.Uint64Builder:
				column.Append(uint64(row))
			case *array.ListBuilder:
				column.Append(true)
				switch values := column.ValueBuilder().(type) {
				case *array.Int32Builder:
					values.AppendValues([]int32{1, int32(row)}, nil)
				case *array.Float32Builder:
					values.AppendValues([]float32{1, float32(row)}, nil)
				}
			default:
				t.Fatalf("no values for %T", column)
			}
		}
	}
	return b.NewRecord()
}

// Law: an Arrow IPC file has the packed types, the library's reader finds the values in it, and ours returns
// the batches that were written. A file with the types of version 3 gives the same batches.
func TestPackedFiles(t *testing.T) {
	schema := allColumns()
	rapid.Check(t, func(t *rapid.T) {
		batches := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) arrow.Record { return drawSmall(t, schema) }), 0, 3).
			Draw(t, "batches")
		var packed, plain memoryFile
		ours, err := newIPCWriter(&packed, schema)
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := ipc.NewFileWriter(&plain, ipc.WithSchema(schema))
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range []batchWriter{ours, theirs} {
			for _, rec := range batches {
				if err := w.Write(rec); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
		}
		if len(batches) == 0 { // our writer writes an empty batch then
			batches = append(batches, array.NewRecordBuilder(memory.DefaultAllocator, schema).NewRecord())
			theirs.Write(batches[0])
		} else {
			sameBatches(t, &plain, schema, batches)
		}
		sameBatches(t, &packed, schema, batches)
		f, err := ipc.NewFileReader(bytes.NewReader(packed.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		if !f.Schema().Equal(packedSchema(schema)) || f.NumRecords() != len(batches) {
			t.Fatalf("%d batches of %v", f.NumRecords(), f.Schema())
		}
		for i, want := range batches {
			rec, err := f.RecordAt(i)
			if err != nil {
				t.Fatal(err)
			}
			for c, column := range want.Columns() {
				for row := range column.Len() {
					if got := rec.Column(c).ValueStr(row); got != column.ValueStr(row) {
						t.Fatalf("batch %d, column %s, row %d: %s, want %s", i, want.ColumnName(c), row, got, column.ValueStr(row))
					}
				}
			}
		}
	})
}

func sameBatches(t *rapid.T, f *memoryFile, s *arrow.Schema, want []arrow.Record) {
	src, err := openArrow(bytes.NewReader(f.Bytes()), int64(f.Len()), s)
	if err != nil {
		t.Fatal(err)
	}
	if src.batches != len(want) {
		t.Fatalf("%d batches, want %d", src.batches, len(want))
	}
	for i, rec := range want {
		got, err := src.read(i, nil)
		if err != nil || !array.RecordEqual(got, rec) {
			t.Fatalf("batch %d: %v, want %v (%v)", i, got, rec, err)
		}
		part, err := src.read(i, []int{5, 3})
		if err != nil || !array.Equal(part.Column(0), rec.Column(5)) || !array.Equal(part.Column(1), rec.Column(3)) {
			t.Fatalf("batch %d, columns 5 and 3: %v (%v)", i, part, err)
		}
	}
}

// A slowFile takes its time, and counts the reads at the same time.
type slowFile struct {
	io.ReaderAt
	now, most atomic.Int64
}

func (f *slowFile) ReadAt(p []byte, at int64) (int, error) {
	if n := f.now.Add(1); n > f.most.Load() {
		f.most.Store(n)
	}
	defer f.now.Add(-1)
	time.Sleep(time.Millisecond)
	return f.ReaderAt.ReadAt(p, at)
}

// Several readers of one file take turns: the library reads a batch and looks up its dictionaries in one call, with
// a hash that all calls share.
func TestPackedConcurrently(t *testing.T) {
	s := allColumns()
	var data memoryFile
	w, err := newIPCWriter(&data, s)
	if err != nil {
		t.Fatal(err)
	}
	want := rapid.Custom(func(t *rapid.T) arrow.Record { return drawSmall(t, s) }).
		Filter(func(rec arrow.Record) bool { return rec.NumRows() > 0 }).Example(1)
	if err := w.Write(want); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	f := &slowFile{ReaderAt: bytes.NewReader(data.Bytes())}
	src, err := openArrow(f, int64(data.Len()), s)
	if err != nil {
		t.Fatal(err)
	}
	for rec, err := range parallel.Map(t.Context(), 4, 4, slices.Values(make([]int, 50)),
		func(_ context.Context, batch int) (arrow.Record, error) { return src.read(batch, nil) }) {
		if err != nil {
			t.Fatal(err)
		}
		if !array.RecordEqual(rec, want) {
			t.Fatalf("%v, want %v", rec, want)
		}
	}
	if n := f.most.Load(); n != 1 {
		t.Errorf("%d reads at the same time", n)
	}
}

// The packed type of each unit is stated here a second time.
func TestPackedTypes(t *testing.T) {
	want := map[string]string{"disc": "int8", "square": "int8", "ply": "int8", "side": "int8", "percent": "int8",
		"year": "int16", "text": "dictionary<values=utf8, indices=int32, ordered=false>"}
	for _, f := range allColumns().Fields() {
		unit, _ := f.Metadata.GetValue("unit")
		text, ok := want[unit]
		if !ok || f.Name == "moves" || f.Name == "start" || f.Name == "label" {
			text = f.Type.String()
		}
		if got := packedType(f).String(); got != text {
			t.Errorf("%s [%s]: %s, want %s", f.Name, unit, got, text)
		}
	}
}

// A number that its packed type cannot hold is an error, never another number.
func TestPackTooLarge(t *testing.T) {
	s := newSchema([]Column{{Name: "theory", Type: arrow.PrimitiveTypes.Int32, Nullable: true, Unit: "disc"}})
	for _, v := range []int32{-129, 128, 256, 1 << 30} {
		b := array.NewRecordBuilder(memory.DefaultAllocator, s)
		b.Field(0).(*array.Int32Builder).AppendValues([]int32{1 << 20, -128, v}, []bool{false, true, true})
		w, err := newIPCWriter(&memoryFile{}, s)
		if err == nil {
			err = w.Write(b.NewRecord())
		}
		if want := fmt.Sprintf("column theory: row 2 is %d, which does not fit int8", v); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// Tables of a later version are refused with their version, in both formats.
func TestLaterVersion(t *testing.T) {
	for stated, known := range map[string]bool{"": true, "1": true, "3": true, "4": true, "5": false, "0": false, "x": false} {
		meta := arrow.NewMetadata([]string{versionKey}, []string{stated})
		s := arrow.NewSchema(nameSchema.Fields(), &meta)
		for _, f := range []Format{Parquet, Arrow} {
			var file memoryFile
			var w batchWriter
			var err error
			open := openArrow
			if w, err = newIPCWriter(&file, s); f == Parquet {
				file.Reset()
				w, err = newParquetWriter(&file, s)
				open = openRowGroups
			}
			if err == nil {
				err = w.Close()
			}
			if err != nil {
				t.Fatal(err)
			}
			_, err = open(bytes.NewReader(file.Bytes()), int64(file.Len()), nameSchema)
			if (err == nil) != known || err != nil && !strings.Contains(err.Error(), fmt.Sprintf("%q, expected 1 to 4", stated)) {
				t.Errorf("%s, version %q: %v", f, stated, err)
			}
		}
	}
}
