package probcut

import (
	"cmp"
	"context"
	"iter"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// settings are the settings of all jobs of a measurement.
type settings struct {
	Depth int    `json:"depth"`
	Exact int    `json:"exact"`
	Model string `json:"model"`
	File  string `json:"file"` // the model file; "" = a shipped model
}

// Jobs returns the kind of job that searches a position. Its input is a board, and its output the values.
// read returns a function that creates evaluators from a model file or a shipped model.
func Jobs(read func(model string) (func() deep.Evaluator, error)) []parallel.AnyKind {
	return []parallel.AnyKind{jobKind(read)}
}

type kind = parallel.Kind[settings, engine.Board, values]

func jobKind(read func(model string) (func() deep.Evaluator, error)) kind {
	return kind{
		Name: "probcut",
		Files: func(s settings, name parallel.File) (_ settings, err error) {
			s.File, err = name(s.File)
			return s, err
		},
		Open: func(s settings, _ parallel.File) (parallel.Func[engine.Board, values], error) {
			o := Options{Positions: 1, Depth: s.Depth, Exact: s.Exact}
			if err := o.Check(); err != nil {
				return nil, err
			}
			var err error
			o.Evaluator, err = read(cmp.Or(s.File, s.Model))
			return o.values, err
		},
	}
}

// search draws the numbered positions and searches them, here or on the farm.
func (o *Options) search(ctx context.Context, s *sampler) iter.Seq2[values, error] {
	return func(yield func(values, error) bool) {
		team, err := jobKind(nil).Team(ctx, o.Farm, settings{o.Depth, o.Exact, o.Model, o.ModelFile}, o.Workers,
			o.values, o.check)
		if err != nil {
			yield(values{}, err)
			return
		}
		draw := func(ctx context.Context, number int) (values, error) {
			b, err := s.draw(number)
			if err != nil {
				return values{}, err
			}
			return team.Do(ctx, b)
		}
		parallel.MapBy(ctx, team, parallel.Numbers(0, o.Total()), draw)(yield)
	}
}
