package tensorboard

import (
	"fmt"
	"maps"
	"slices"

	"google.golang.org/protobuf/encoding/protowire"
)

// The plugin that shows the settings of runs beside their results, and its protocol buffers
// (tensorboard/plugins/hparams/plugin_data.proto, google/protobuf/struct.proto):
//
//	message HParamsPluginData { SessionStartInfo session_start_info = 3; SessionEndInfo session_end_info = 4; }
//	message SessionStartInfo { map<string, Value> hparams = 1; double start_time_secs = 5; }
//	message SessionEndInfo { Status status = 1; double end_time_secs = 2; }
//	message Value { double number_value = 2; string string_value = 3; bool bool_value = 4; }
//
// Without an Experiment, which would name settings and results once for all runs, TensorBoard takes
// all that the runs have, so that runs with different settings stand in one table.
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

// Start writes the settings of the run, numbers as float64, strings and bools, and when it began.
// TensorBoard calls a run with a start and no end a running one.
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
			panic(fmt.Sprintf("tensorboard: setting %s is a %T", name, v)) // the caller's mistake
		}
		entry := appendBytes(nil, entryKey, []byte(name))
		start = appendBytes(start, startHParams, appendBytes(entry, entryValue, value))
	}
	start = appendDouble(start, startTime, time)
	e.hparams(startTag, time, appendBytes(nil, dataStart, start))
}

// End writes that the run has ended well, and when.
func (e *Writer) End(time float64) {
	end := appendDouble(appendVarint(nil, endStatus, statusSuccess), endTime, time)
	e.hparams(endTag, time, appendBytes(nil, dataEnd, end))
}

// hparams writes an event for the plugin. What is said stands in the metadata of a value that has none.
func (e *Writer) hparams(tag string, time float64, content []byte) {
	plugin := appendBytes(nil, pluginName, []byte(hparamsPlugin))
	plugin = appendBytes(plugin, pluginContent, content)
	value := appendBytes(nil, valueTag, []byte(tag))
	value = appendBytes(value, valueMetadata, appendBytes(nil, metadataPlugin, plugin))
	e.event(0, time, appendBytes(nil, summaryValue, value))
}
