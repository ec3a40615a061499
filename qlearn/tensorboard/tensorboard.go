// Package tensorboard writes event files, which TensorBoard shows as curves and as a table of settings:
//
//	w := tensorboard.NewWriter(file, 1.7e9)
//	w.Start(1.7e9, map[string]any{"learn.alpha": 0.5})
//	w.Scalars(100, 1.7e9+3, tensorboard.Scalar{Tag: "train/error", Value: 0.25})
//	w.End(1.7e9 + 9)
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
// buffer (core/util/event.proto, core/framework/summary.proto):
//
//	message Event { double wall_time = 1; int64 step = 2; string file_version = 3; Summary summary = 5; }
//	message Summary { repeated Value value = 1; }
//	message Value { string tag = 1; float simple_value = 2; SummaryMetadata metadata = 9; }
//	message SummaryMetadata { PluginData plugin_data = 1; }
//	message PluginData { string plugin_name = 1; bytes content = 2; }
package tensorboard

import (
	"encoding/binary"
	"io"
	"math"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/outflank/outflank/engine/runtime/durable"
)

// A Writer writes an event file. It reads no clock: times are given, in seconds since 1970. After an
// error it writes nothing more.
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
	valueTag, valueSimple, valueMetadata             = 1, 2, 9
	metadataPlugin                                   = 1
	pluginName, pluginContent                        = 1, 2
)

// NewWriter starts a file. TensorBoard takes the time for the beginning of the run.
func NewWriter(w io.Writer, time float64) *Writer {
	e := &Writer{w: w}
	e.record(appendBytes(appendDouble(nil, eventTime, time), eventVersion, []byte("brain.Event:2")))
	return e
}

// Scalars writes an event with the values at a step and a time.
func (e *Writer) Scalars(step int, time float64, values ...Scalar) {
	var summary []byte
	for _, v := range values {
		value := appendBytes(nil, valueTag, []byte(v.Tag))
		value = protowire.AppendTag(value, valueSimple, protowire.Fixed32Type)
		value = protowire.AppendFixed32(value, math.Float32bits(float32(v.Value)))
		summary = appendBytes(summary, summaryValue, value)
	}
	e.event(step, time, summary)
}

// Error returns the first error of writing.
func (e *Writer) Error() error { return e.err }

// appendBytes appends a field of bytes.
func appendBytes(dst []byte, field protowire.Number, data []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(dst, field, protowire.BytesType), data)
}

// appendDouble appends a field of a number.
func appendDouble(dst []byte, field protowire.Number, x float64) []byte {
	return protowire.AppendFixed64(protowire.AppendTag(dst, field, protowire.Fixed64Type), math.Float64bits(x))
}

// appendVarint appends a field of a whole number, 0 or more.
func appendVarint(dst []byte, field protowire.Number, x int) []byte {
	return protowire.AppendVarint(protowire.AppendTag(dst, field, protowire.VarintType), uint64(x))
}

// event writes an event with a summary.
func (e *Writer) event(step int, time float64, summary []byte) {
	event := appendVarint(appendDouble(nil, eventTime, time), eventStep, step)
	e.record(appendBytes(event, eventSummary, summary))
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
