package label

import (
	"cmp"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// jobSettings are the settings of all jobs of a call of Run.
type jobSettings struct {
	Settings
	File string `json:"file"` // the model file; "" = a shipped model
}

// Jobs returns the kind of job that labels positions. Its input is boards, and its output labels. read
// returns a function that creates evaluators from a model file or a shipped model.
func Jobs(read func(model string) (func() deep.Evaluator, error)) []parallel.AnyKind {
	return []parallel.AnyKind{jobKind(read)}
}

type kind = parallel.Kind[jobSettings, []engine.Board, []labelRecord]

func jobKind(read func(model string) (func() deep.Evaluator, error)) kind {
	return kind{
		Name: "label",
		Files: func(s jobSettings, name parallel.File) (_ jobSettings, err error) {
			s.File, err = name(s.File)
			return s, err
		},
		Open: func(s jobSettings, _ parallel.File) (parallel.Func[[]engine.Board, []labelRecord], error) {
			if err := s.Check(); err != nil {
				return nil, err
			}
			evaluator, err := read(cmp.Or(s.File, s.Model))
			return (&Options{Settings: s.Settings, Evaluator: evaluator}).search, err
		},
	}
}
