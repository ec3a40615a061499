package tensorboard

import (
	"encoding/binary"
	"io"
	"math"

	"github.com/outflank/outflank/engine/durable"
)

// An Writer writes TensorBoard's event files. Such a file is a row of records
//
//	8 bytes  length n of the data
//	4 bytes  masked CRC-32C of these 8 bytes
//	n bytes  data, an Event
//	4 bytes  masked CRC-32C of the data
//
// little-endian (TensorFlow, core/lib/io/record_writer.h), and an Event is a protocol
// buffer (core/util/event.proto):
//
//	message Event { double wall_time = 1; int64 step = 2; string file_version = 3; Summary summary = 5; }
//	message Summary { repeated Value value = 1; }
//	message Value { string tag = 1; float simple_value = 2; }
//
// No clock is read: the wall time of an event is its step in seconds, so that the same
// run gives the same file. The first error of w sticks.
type Writer struct {
	w   io.Writer
	Err error
}

// A Scalar is one value of an event, under the name of its curve.
type Scalar struct {
	Tag   string
	Value float64
}

// NewWriter starts a file.
func NewWriter(w io.Writer) *Writer {
	e := &Writer{w: w}
	e.record(appendText(nil, 3, []byte("brain.Event:2")))
	return e
}

// Scalars writes an event with the values at a step.
func (e *Writer) Scalars(step int, values ...Scalar) {
	var summary []byte
	for _, v := range values {
		value := appendText(nil, 1, []byte(v.Tag))
		value = append(value, 2<<3|fixed32)
		value = binary.LittleEndian.AppendUint32(value, math.Float32bits(float32(v.Value)))
		summary = appendText(summary, 1, value)
	}
	event := binary.LittleEndian.AppendUint64([]byte{1<<3 | fixed64}, math.Float64bits(float64(step)))
	event = binary.AppendUvarint(append(event, 2<<3|varint), uint64(step))
	e.record(appendText(event, 5, summary))
}

// The wire types of protocol buffers.
const (
	varint  = 0
	fixed64 = 1
	lengths = 2
	fixed32 = 5
)

// appendText appends a field of bytes.
func appendText(dst []byte, field byte, data []byte) []byte {
	dst = binary.AppendUvarint(append(dst, field<<3|lengths), uint64(len(data)))
	return append(dst, data...)
}

// record writes a record.
func (e *Writer) record(data []byte) {
	if e.Err != nil {
		return
	}
	line := binary.LittleEndian.AppendUint64(nil, uint64(len(data)))
	line = binary.LittleEndian.AppendUint32(line, maskedSum(line))
	line = append(line, data...)
	line = binary.LittleEndian.AppendUint32(line, maskedSum(data))
	_, e.Err = e.w.Write(line)
}

// maskedSum is a CRC-32C that is rotated and shifted, as data that hold sums of their
// own ask for.
func maskedSum(data []byte) uint32 {
	sum := durable.Sum(data)
	return (sum>>15 | sum<<17) + 0xa282ead8
}
