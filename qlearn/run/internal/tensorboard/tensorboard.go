// Package tensorboard writes event files, which TensorBoard displays as curves and a table of settings:
//
//	w := tensorboard.NewWriter(file, 1.7e9)
//	w.Start(1.7e9, map[string]any{"learn.alpha": 0.5})
//	w.Scalars(100, 1.7e9+3, tensorboard.Scalar{Tag: "train/error", Value: 0.25})
//	w.End(1.7e9 + 9)
//	err := w.Error()
//
// An event file is a sequence of records,
//
//	8 bytes  length n of the data
//	4 bytes  masked CRC-32C of these 8 bytes
//	n bytes  data, an Event
//	4 bytes  masked CRC-32C of the data
//
// little-endian (TensorFlow, core/lib/io/record_writer.h), and an Event is a protocol buffer
// (core/util/event.proto, core/framework/summary.proto):
//
//	message Event { double wall_time = 1; int64 step = 2; string file_version = 3; Summary summary = 5; }
//	message Summary { repeated Value value = 1; }
//	message Value { string tag = 1; float simple_value = 2; SummaryMetadata metadata = 9; }
//	message SummaryMetadata { PluginData plugin_data = 1; }
//	message PluginData { string plugin_name = 1; bytes content = 2; }
package tensorboard

import (
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/outflank/outflank/engine/runtime/durable"
)

// A Writer writes an event file. It reads no clock: the caller passes times in seconds since 1970. After an
// error it stops writing.
type Writer struct {
	w   io.Writer
	err error
}

// A Scalar is one value of an event.
type Scalar struct {
	Tag   string  // name of the curve; the part before a slash is its group
	Value float64 // stored in single precision
}

// Field numbers of the protocol buffers.
const (
	eventTime, eventStep, eventVersion, eventSummary = 1, 2, 3, 5
	summaryValue                                     = 1
	valueTag, valueSimple, valueMetadata             = 1, 2, 9
	metadataPlugin                                   = 1
	pluginName, pluginContent                        = 1, 2
)

// NewWriter starts a file. TensorBoard uses time as the start of the run.
func NewWriter(w io.Writer, time float64) *Writer {
	e := &Writer{w: w}
	e.record(appendBytes(appendDouble(nil, eventTime, time), eventVersion, []byte("brain.Event:2")))
	return e
}

// Scalars writes an event with values at a step and a time.
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

// Error returns the first write error.
func (e *Writer) Error() error { return e.err }

// appendBytes appends a field of bytes.
func appendBytes(dst []byte, field protowire.Number, data []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(dst, field, protowire.BytesType), data)
}

// appendDouble appends a field with a double-precision number.
func appendDouble(dst []byte, field protowire.Number, x float64) []byte {
	return protowire.AppendFixed64(protowire.AppendTag(dst, field, protowire.Fixed64Type), math.Float64bits(x))
}

// appendVarint appends a field with a non-negative integer.
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

// maskedSum returns a rotated and shifted CRC-32C, which is safe for data that contains checksums.
func maskedSum(data []byte) uint32 {
	sum := durable.Sum(data)
	return (sum>>15 | sum<<17) + 0xa282ead8
}

// Names and field numbers of the plugin that shows runs' settings beside their results. Its protocol buffers
// are (tensorboard/plugins/hparams/plugin_data.proto, google/protobuf/struct.proto):
//
//	message HParamsPluginData { SessionStartInfo session_start_info = 3; SessionEndInfo session_end_info = 4; }
//	message SessionStartInfo { map<string, Value> hparams = 1; double start_time_secs = 5; }
//	message SessionEndInfo { Status status = 1; double end_time_secs = 2; }
//	message Value { double number_value = 2; string string_value = 3; bool bool_value = 4; }
//
// An Experiment message would list the settings and results of all runs in one place. Without it, TensorBoard
// collects them from the runs, so runs with different settings appear in one table.
const (
	hparamsPlugin = "hparams"
	startTag      = "_hparams_/session_start_info"
	endTag        = "_hparams_/session_end_info"

	dataStart, dataEnd                  = 3, 4
	startHParams, startTime             = 1, 5
	endStatus, endTime                  = 1, 2
	entryKey, entryValue                = 1, 2
	numberValue, stringValue, boolValue = 2, 3, 4

	statusSuccess = 1
)

// Start writes the settings of the run (float64, strings and bools) and its start time. TensorBoard shows a
// run without an end as running.
func (e *Writer) Start(time float64, settings map[string]any) {
	var start []byte
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		var value []byte
		switch v := settings[name].(type) {
		case float64:
			value = appendDouble(nil, numberValue, v)
		case string:
			value = appendBytes(nil, stringValue, []byte(v))
		case bool:
			value = appendVarint(nil, boolValue, int(protowire.EncodeBool(v)))
		default:
			panic(fmt.Sprintf("tensorboard: setting %s is a %T", name, v)) // a bug in the caller
		}
		entry := appendBytes(nil, entryKey, []byte(name))
		start = appendBytes(start, startHParams, appendBytes(entry, entryValue, value))
	}
	start = appendDouble(start, startTime, time)
	e.hparams(startTag, time, appendBytes(nil, dataStart, start))
}

// End records that the run succeeded, and its end time.
func (e *Writer) End(time float64) {
	end := appendDouble(appendVarint(nil, endStatus, statusSuccess), endTime, time)
	e.hparams(endTag, time, appendBytes(nil, dataEnd, end))
}

// hparams writes an event for the plugin. The content is stored in the metadata of an empty value.
func (e *Writer) hparams(tag string, time float64, content []byte) {
	plugin := appendBytes(nil, pluginName, []byte(hparamsPlugin))
	plugin = appendBytes(plugin, pluginContent, content)
	value := appendBytes(nil, valueTag, []byte(tag))
	value = appendBytes(value, valueMetadata, appendBytes(nil, metadataPlugin, plugin))
	e.event(0, time, appendBytes(nil, summaryValue, value))
}
