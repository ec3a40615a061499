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
	switch t := c.Type.ID(); {
	case t == arrow.STRING && !slices.Contains(unrepeated, c.Name):
		return &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int32, ValueType: arrow.BinaryTypes.String}
	case t == arrow.INT32 && slices.Contains(tinyUnits, c.Unit):
		return arrow.PrimitiveTypes.Int8
	case t == arrow.INT32 && c.Unit == "year":
		return arrow.PrimitiveTypes.Int16
	}
	return c.Type
}

// unrepeated are the columns of texts that seldom repeat, and tinyUnits the units of small numbers.
var (
	unrepeated = []string{"moves", "start", "label"}
	tinyUnits  = []string{"disc", "square", "ply", "side", "percent"}
)

// packedSchema returns the schema of an Arrow IPC file for batches of a schema.
func packedSchema(s *arrow.Schema) *arrow.Schema {
	fields, meta := s.Fields(), s.Metadata()
	for i := range fields {
		fields[i].Type = packedType(fields[i])
	}
	return arrow.NewSchema(fields, &meta)
}

func packedType(f arrow.Field) arrow.DataType {
	unit, _ := f.Metadata.GetValue("unit")
	return Column{Name: f.Name, Type: f.Type, Unit: unit}.Packed()
}

// pack returns a column as the type of a builder, or the column itself if it has the type. The result lacks
// the texts of a dictionary, which stay in the builder. The caller must release it.
func pack(a arrow.Array, b array.Builder) (_ arrow.Array, err error) {
	switch b := b.(type) {
	case *array.BinaryDictionaryBuilder:
		if err := b.AppendArray(a); err != nil {
			return nil, err
		}
		indices, texts, err := b.NewDelta()
		if err != nil {
			return nil, err
		}
		texts.Release()
		defer indices.Release()
		return array.NewDictionaryArray(b.Type(), indices, noTexts), nil
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

// noTexts stands for a dictionary until all its texts are known.
var noTexts = array.NewStringBuilder(memory.DefaultAllocator).NewArray()

// unpack returns a column of an Arrow IPC file as a type of [Column]. The caller must release it.
func unpack(a arrow.Array, t arrow.DataType) (arrow.Array, error) {
	b := array.NewBuilder(memory.DefaultAllocator, t)
	defer b.Release()
	var err error
	switch a := a.(type) {
	case *array.Int8:
		err = convert(a, a.Int8Values(), b.(*array.Int32Builder).AppendValues)
	case *array.Int16:
		err = convert(a, a.Int16Values(), b.(*array.Int32Builder).AppendValues)
	case *array.Dictionary:
		texts, to := a.Dictionary().(*array.String), b.(*array.StringBuilder)
		to.Reserve(a.Len())
		for i := range a.Len() {
			if a.IsNull(i) {
				to.AppendNull()
			} else {
				to.Append(texts.Value(a.GetValueIndex(i)))
			}
		}
	default:
		a.Retain()
		return a, nil
	}
	return b.NewArray(), err
}

// convert appends the values of a column as another integer type, which must hold them.
func convert[From, To int8 | int16 | int32](a arrow.Array, values []From, add func([]To, []bool)) error {
	converted, valid := make([]To, len(values)), make([]bool, len(values))
	for i, v := range values {
		converted[i], valid[i] = To(v), a.IsValid(i)
		if valid[i] && From(converted[i]) != v {
			return fmt.Errorf("row %d is %d, which does not fit %v", i, v, arrow.GetDataType[To]())
		}
	}
	add(converted, valid)
	return nil
}
