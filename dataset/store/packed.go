package store

import (
	"fmt"
	"slices"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
)

// Packed returns the type of the column in Arrow IPC files: the smallest integer for the range of its unit,
// and a dictionary for texts that repeat. Parquet files have the column's Type, because Parquet packs numbers
// and texts by itself. Readers of this package return the Type for both formats, and for the IPC files of
// versions 1 to 3, which have it.
func (c Column) Packed() arrow.DataType {
	switch {
	case c.Type.ID() == arrow.STRING && !slices.Contains(unrepeated, c.Name):
		return labelType
	case c.Type.ID() != arrow.INT32:
		return c.Type
	}
	switch c.Unit {
	case "disc", "square", "ply", "side", "percent":
		return arrow.PrimitiveTypes.Int8
	case "year":
		return arrow.PrimitiveTypes.Int16
	}
	return c.Type
}

// unrepeated are the columns of texts that seldom repeat.
var unrepeated = []string{"moves", "start", "label"}

// labelType is the type of repeated texts.
var labelType = &arrow.DictionaryType{
	IndexType: arrow.PrimitiveTypes.Int32, ValueType: arrow.BinaryTypes.String,
}

// packedSchema returns the schema of an Arrow IPC file for batches of a schema.
func packedSchema(s *arrow.Schema) *arrow.Schema {
	fields := s.Fields()
	for i := range fields {
		fields[i].Type = packedType(fields[i])
	}
	meta := s.Metadata()
	return arrow.NewSchema(fields, &meta)
}

func packedType(f arrow.Field) arrow.DataType {
	unit, _ := f.Metadata.GetValue("unit")
	return Column{Name: f.Name, Type: f.Type, Unit: unit}.Packed()
}

// A labelSet numbers the texts of a column in the order in which they occur.
type labelSet struct {
	index  map[string]int32
	values *array.StringBuilder
}

func newLabelSet() *labelSet {
	return &labelSet{map[string]int32{}, array.NewStringBuilder(memory.DefaultAllocator)}
}

// indices returns the numbers of texts, without their dictionary.
func (l *labelSet) indices(texts *array.String) arrow.Array {
	b := array.NewInt32Builder(memory.DefaultAllocator)
	defer b.Release()
	b.Reserve(texts.Len())
	for i := range texts.Len() {
		if texts.IsNull(i) {
			b.AppendNull()
			continue
		}
		text := texts.Value(i)
		n, ok := l.index[text]
		if !ok {
			n = int32(len(l.index))
			l.values.Append(text)
			l.index[string([]byte(text))] = n
		}
		b.UnsafeAppend(n)
	}
	return b.NewArray()
}

// pack returns a column as a packed integer type, or the column itself if it has the type. The caller must
// release it.
func pack(a arrow.Array, t arrow.DataType) (arrow.Array, error) {
	b := array.NewBuilder(memory.DefaultAllocator, t)
	defer b.Release()
	var err error
	switch b := b.(type) {
	case *array.Int8Builder:
		err = convert(a, a.(*array.Int32).Int32Values(), b.AppendValues)
	case *array.Int16Builder:
		err = convert(a, a.(*array.Int32).Int32Values(), b.AppendValues)
	default:
		a.Retain()
		return a, nil
	}
	return b.NewArray(), err
}

// unpack returns a column of an Arrow IPC file as a type of [Column]. The caller must release it.
func unpack(a arrow.Array, t arrow.DataType) (arrow.Array, error) {
	if arrow.TypeEqual(a.DataType(), t) {
		a.Retain()
		return a, nil
	}
	b := array.NewBuilder(memory.DefaultAllocator, t)
	defer b.Release()
	var err error
	switch a := a.(type) {
	case *array.Int8:
		err = convert(a, a.Int8Values(), b.(*array.Int32Builder).AppendValues)
	case *array.Int16:
		err = convert(a, a.Int16Values(), b.(*array.Int32Builder).AppendValues)
	case *array.Dictionary:
		appendTexts(b.(*array.StringBuilder), a)
	}
	return b.NewArray(), err
}

// convert appends the values of a column as another integer type, which must hold them.
func convert[From, To int8 | int16 | int32](a arrow.Array, values []From, add func([]To, []bool)) error {
	converted, valid := make([]To, len(values)), make([]bool, len(values))
	for i, v := range values {
		if valid[i] = a.IsValid(i); !valid[i] {
			continue
		}
		if converted[i] = To(v); From(converted[i]) != v {
			return fmt.Errorf("row %d is %d, which does not fit %v", i, v, arrow.GetDataType[To]())
		}
	}
	add(converted, valid)
	return nil
}

// appendTexts appends the texts of a column with a dictionary.
func appendTexts(b *array.StringBuilder, a *array.Dictionary) {
	texts := a.Dictionary().(*array.String)
	size := 0
	for i := range a.Len() {
		if a.IsValid(i) {
			size += len(texts.Value(a.GetValueIndex(i)))
		}
	}
	b.Reserve(a.Len())
	b.ReserveData(size)
	for i := range a.Len() {
		if a.IsNull(i) {
			b.AppendNull()
		} else {
			b.Append(texts.Value(a.GetValueIndex(i)))
		}
	}
}
