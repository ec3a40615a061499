package label

import (
	"cmp"

	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// jobSettings are the settings of all jobs of a call of Run.
type jobSettings struct {
	Settings
	File string `json:"file"` // the model file; "" = a shipped model
}

// Jobs returns the kind of job that labels positions. Its input is positions or moves, and its output labels.
// read returns a function that creates evaluators from a model file or a shipped model; analyst is
// Options.Analyst.
func Jobs(read func(model string) (func() deep.Evaluator, error), analyst NewAnalyst) []parallel.AnyKind {
	return []parallel.AnyKind{jobKind(read, analyst)}
}

type kind = parallel.Kind[jobSettings, []item, []labelRecord]

func jobKind(read func(model string) (func() deep.Evaluator, error), analyst NewAnalyst) kind {
	return kind{
		Name: "label",
		Files: func(s jobSettings, name parallel.File) (_ jobSettings, err error) {
			s.File, err = name(s.File)
			return s, err
		},
		Open: func(s jobSettings, _ parallel.File) (parallel.Func[[]item, []labelRecord], error) {
			if err := s.Check(); err != nil {
				return nil, err
			}
			evaluator, err := read(cmp.Or(s.File, s.Model))
			return (&Options{Settings: s.Settings, Evaluator: evaluator, Analyst: analyst}).search, err
		},
	}
}
