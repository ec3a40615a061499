package label

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// Kind is the kind of job that labels positions: boards in, labels out.
const Kind = "label"

// modelFile names the evaluator's file in a set.
const modelFile = "model"

// jobSettings are what the jobs of a call have in common.
type jobSettings struct {
	Settings
	File bool `json:"file"` // whether the model is a file; else it ships under its name
}

func (o *Options) set() (s parallel.Set, err error) {
	s = parallel.Set{Kind: Kind}
	if o.ModelFile != "" {
		s.Files = map[string]string{modelFile: o.ModelFile}
	}
	s.Settings, err = json.Marshal(jobSettings{o.Settings, o.ModelFile != ""})
	return s, err
}

// task searches the positions of a run, here or as a job.
func (o *Options) task() parallel.Task[labelledRun, labelledRun] {
	return parallel.Task[labelledRun, labelledRun]{
		Here: o.search,
		Encode: func(r labelledRun) ([]byte, error) {
			if r.err != nil {
				return nil, r.err
			}
			return encode(r.boards)
		},
		Decode: func(r labelledRun, labels []byte) (labelledRun, error) {
			r.records = make([]labelRecord, len(r.boards))
			return r, decode(labels, r.records)
		},
	}
}

// Opener returns what does the jobs of [Kind], with evaluators that read makes of a model, which is a
// file or ships under a name.
func Opener(read func(model string) (func() deep.Evaluator, error)) parallel.Opener {
	return func(text []byte, file func(string) (string, error)) (parallel.Do, func(), error) {
		var s jobSettings
		if err := json.Unmarshal(text, &s); err != nil {
			return nil, nil, err
		}
		o := Options{Settings: s.Settings}
		model, err := s.Model, o.Settings.Check()
		if err == nil && s.File {
			model, err = file(modelFile)
		}
		if err == nil {
			o.Evaluator, err = read(model)
		}
		return o.do, nil, err
	}
}

// do does a job.
func (o *Options) do(ctx context.Context, in []byte) ([]byte, error) {
	r := labelledRun{boards: make([]engine.Board, len(in)/boardBytes)}
	if err := decode(in, r.boards); err != nil {
		return nil, err
	}
	r, err := o.search(ctx, r)
	if err != nil {
		return nil, err
	}
	return encode(r.records)
}

// boardBytes is the size of a board in a job.
var boardBytes = binary.Size(engine.Board{})

// encode writes boards or labels.
func encode(list any) ([]byte, error) {
	var text bytes.Buffer
	err := binary.Write(&text, binary.LittleEndian, list)
	return text.Bytes(), err
}

// decode fills a list of boards or labels, as many as data must have.
func decode(data []byte, list any) error {
	if n := binary.Size(list); n != len(data) {
		return fmt.Errorf("label: a job of %d bytes, want %d", len(data), n)
	}
	_, err := binary.Decode(data, binary.LittleEndian, list)
	return err
}
