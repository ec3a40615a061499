// Package tensorboard writes event files, which TensorBoard shows as curves:
//
//	w := tensorboard.NewWriter(file)
//	w.Scalars(100, tensorboard.Scalar{Tag: "train/error", Value: 0.25})
//	err := w.Error()
//
// Such a file is a row of records
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
package tensorboard

import (
	"encoding/binary"
	"io"
	"math"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/outflank/outflank/engine/durable"
)

// A Writer writes an event file. It reads no clock: the wall time of an event is its step in
// seconds, so that the same run gives the same file. After an error it writes nothing more.
type Writer struct {
	w   io.Writer
	err error
}

// A Scalar is one value of an event.
type Scalar struct {
	Tag   string  // name of the curve; what is before a slash is its group
	Value float64 // stored in single precision
}

// The numbers of the fields.
const (
	eventTime, eventStep, eventVersion, eventSummary = 1, 2, 3, 5
	summaryValue                                     = 1
	valueTag, valueSimple                            = 1, 2
)

// NewWriter starts a file.
func NewWriter(w io.Writer) *Writer {
	e := &Writer{w: w}
	e.record(appendBytes(nil, eventVersion, []byte("brain.Event:2")))
	return e
}

// Scalars writes an event with the values at a step.
func (e *Writer) Scalars(step int, values ...Scalar) {
	var summary []byte
	for _, v := range values {
		value := appendBytes(nil, valueTag, []byte(v.Tag))
		value = protowire.AppendTag(value, valueSimple, protowire.Fixed32Type)
		value = protowire.AppendFixed32(value, math.Float32bits(float32(v.Value)))
		summary = appendBytes(summary, summaryValue, value)
	}
	event := protowire.AppendTag(nil, eventTime, protowire.Fixed64Type)
	event = protowire.AppendFixed64(event, math.Float64bits(float64(step)))
	event = protowire.AppendTag(event, eventStep, protowire.VarintType)
	event = protowire.AppendVarint(event, uint64(step))
	e.record(appendBytes(event, eventSummary, summary))
}

// Error returns the first error of writing.
func (e *Writer) Error() error { return e.err }

// appendBytes appends a field of bytes.
func appendBytes(dst []byte, field protowire.Number, data []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(dst, field, protowire.BytesType), data)
}

// record writes a record.
func (e *Writer) record(data []byte) {
	if e.err != nil {
		return
	}
	line := binary.LittleEndian.AppendUint64(nil, uint64(len(data)))
	line = binary.LittleEndian.AppendUint32(line, maskedSum(line))
	line = append(line, data...)
	line = binary.LittleEndian.AppendUint32(line, maskedSum(data))
	_, e.err = e.w.Write(line)
}

// maskedSum is a CRC-32C that is rotated and shifted, as data that hold sums of their
// own ask for.
func maskedSum(data []byte) uint32 {
	sum := durable.Sum(data)
	return (sum>>15 | sum<<17) + 0xa282ead8
}
