package store

import (
	"bytes"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
)

// TestParquetOfOtherTypes: a type or a schema that no table has is refused before anything is written.
func TestParquetOfOtherTypes(t *testing.T) {
	var out bytes.Buffer
	schema := arrow.NewSchema([]arrow.Field{{Name: "day", Type: arrow.FixedWidthTypes.Date32}}, nil)
	if _, err := newParquetWriter(&out, schema); err == nil {
		t.Error("a column of dates was taken")
	}
	w, err := newParquetWriter(&out, nameSchema)
	if err != nil {
		t.Fatal(err)
	}
	b := array.NewRecordBuilder(memory.DefaultAllocator, gameSchema)
	if err := w.Write(b.NewRecord()); err == nil {
		t.Error("games were taken for names")
	}
}
