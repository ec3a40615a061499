package probcut

import (
	"context"
	"encoding/json"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// Kind is the kind of job that searches a position: a board in, its values out, both as JSON.
const Kind = "probcut"

// modelFile names the evaluator's file in a set.
const modelFile = "model"

// settings are what the jobs of a measurement have in common.
type settings struct {
	Depth int    `json:"depth"`
	Exact int    `json:"exact"`
	Model string `json:"model"`
	File  bool   `json:"file"` // whether the model is a file; else it ships under its name
}

func (o *Options) set() parallel.Set {
	text, err := json.Marshal(settings{o.Depth, o.Exact, o.Model, o.ModelFile != ""})
	if err != nil {
		panic(err) // texts and numbers
	}
	s := parallel.Set{Kind: Kind, Settings: text}
	if o.ModelFile != "" {
		s.Files = map[string]string{modelFile: o.ModelFile}
	}
	return s
}

// task draws a position by its number and searches it, here or as a job.
func (o *Options) task(s *sampler) parallel.Task[int, values] {
	return parallel.Task[int, values]{
		Here: func(ctx context.Context, number int) (values, error) {
			b, err := s.draw(number)
			if err != nil {
				return values{}, err
			}
			return o.values(ctx, b)
		},
		Encode: func(number int) ([]byte, error) {
			b, err := s.draw(number)
			if err != nil {
				return nil, err
			}
			return json.Marshal(b)
		},
		Decode: func(_ int, out []byte) (v values, err error) { return v, json.Unmarshal(out, &v) },
	}
}

// Opener returns what does the jobs of [Kind], with evaluators that read makes of a model, which is a
// file or ships under a name.
func Opener(read func(model string) (func() deep.Evaluator, error)) parallel.Opener {
	return func(text []byte, file func(string) (string, error)) (parallel.Do, func(), error) {
		var s settings
		if err := json.Unmarshal(text, &s); err != nil {
			return nil, nil, err
		}
		o := Options{Positions: 1, Depth: s.Depth, Exact: s.Exact}
		model, err := s.Model, o.Check()
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
	var b engine.Board
	if err := json.Unmarshal(in, &b); err != nil {
		return nil, fault.BadInput(err)
	}
	v, err := o.values(ctx, b)
	if err != nil {
		return nil, err
	}
	return json.Marshal(v)
}
