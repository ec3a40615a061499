package agents

import (
	"cmp"
	"path/filepath"
	"time"

	"github.com/outflank/outflank/dataset/label"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/search"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/pattern"
	"github.com/outflank/outflank/qlearn"
)

// AnalystLimits are limits on the searches of an analysis.
type AnalystLimits struct {
	Depth   int           // plies; 0 = the default for the board
	Exact   int           // number of empty squares from which values are exact; -1 = the default for the board
	Time    time.Duration // per position; 0 = no limit
	Nodes   uint64        // per position; 0 = no limit
	Threads int           // number of moves searched concurrently; values do not depend on it
	Bytes   int           // total size of the transposition tables for the moves of a position
}

// DefaultLimits are the default limits of analyses, for results within about a second.
var DefaultLimits = AnalystLimits{Exact: -1, Threads: 1, Bytes: 128 << 20}

// NewAnalyst returns an analyst for boards of a shape. It uses the full engine if it supports them, otherwise
// alpha-beta with the default evaluator. A nil evaluator selects the built-in one, the only one with a known
// standard error.
func NewAnalyst(sh engine.Shape, l AnalystLimits, evaluator func() deep.Evaluator) *analysis.Analyst {
	full := sh == engine.Full
	depth, exact := 8, 12
	if full {
		depth, exact = 12, 18
	}
	if l.Time > 0 || l.Nodes > 0 {
		depth = 0
	}
	depth = cmp.Or(l.Depth, depth)
	if l.Exact >= 0 {
		exact = l.Exact
	}
	an := &analysis.Analyst{}
	if full {
		an = EngineAnalyst(deep.Options{
			Depth: depth, Exact: exact, Nodes: l.Nodes, Last: deep.Exact, TableBytes: l.Bytes, Evaluator: evaluator,
		})
	} else {
		opt := search.Options{Depth: depth, Exact: exact, Nodes: l.Nodes, TableBytes: l.Bytes}
		an.New = func(moves int) analysis.Searcher {
			return search.New(qlearn.DiscEvaluator(eval.Default()), opt).Share(moves)
		}
		if l.Nodes == 0 {
			an.Solver = func(positions int) analysis.Solver {
				return search.New(qlearn.DiscEvaluator(eval.Default()), opt).Share(positions)
			}
		}
		an.Name = "alphabeta"
	}
	an.Depth, an.Exact, an.Time, an.Workers = depth, exact, l.Time, l.Threads
	an.Shallow = func() analysis.Searcher {
		return search.New(qlearn.DiscEvaluator(eval.Default()), search.Options{Depth: 1, TableBytes: -1})
	}
	return an
}

// SetModel makes label use the evaluator of a model file or a shipped model; "" = the embedded one.
func SetModel(o *label.Options, path string) (err error) {
	o.Analyst = MoveAnalyst
	if o.Evaluator, err = ReadDeepEvaluator(path); err != nil || path == "" {
		return err
	}
	if pattern.IsShipped(path) {
		o.Settings.Model = path
		return nil
	}
	data, err := durable.ReadFile(path)
	o.Settings.Model, o.Settings.ModelSum, o.ModelFile = filepath.Base(path), durable.Sum(data), path
	return err
}

// MoveAnalyst returns the analyst of the moves in a cache, see [label.Moves]. It gives the values of the
// command analyze with the same limits.
func MoveAnalyst(s label.Settings, evaluator func() deep.Evaluator) *analysis.Analyst {
	return NewAnalyst(engine.Full, AnalystLimits{Depth: s.Depth, Exact: s.Exact, Threads: 1, Bytes: s.HashBytes},
		evaluator)
}

// EngineAnalyst returns an analyst of the full board that uses the full engine. A nil evaluator selects the
// built-in one, the only one with a known standard error. opt.Threads is the number of moves searched
// concurrently.
func EngineAnalyst(opt deep.Options) *analysis.Analyst {
	an := &analysis.Analyst{Name: "engine", Depth: opt.Depth, Exact: opt.Exact, Workers: opt.Threads}
	builtIn := opt.Evaluator == nil
	if builtIn {
		opt.Evaluator, _ = deepEvaluator(nil) // fails only for models from files
		an.Error = deep.DefaultErrors.Standard
	}
	e := deep.New(opt)
	an.New = shared(an, e, builtIn)
	if opt.Nodes == 0 && opt.Last == deep.Exact {
		an.Solver = func(positions int) analysis.Solver { return &fullEngine{engine: e.Share(positions)} }
	}
	return an
}

// shared returns a New for the analyst, with shares of e. If the analyst has a time limit, they are prepared.
func shared(an *analysis.Analyst, e *deep.Engine, builtIn bool) func(moves int) analysis.Searcher {
	return func(moves int) analysis.Searcher {
		share := e.Share(moves)
		if an.Time > 0 {
			prepare(share, builtIn)
		}
		return &fullEngine{engine: share}
	}
}

// AnalystOf returns an analyst that searches like the agent. It returns false if the agent does not search.
func AnalystOf(spec string, a engine.Agent) (*analysis.Analyst, bool) {
	s, limit := searchOf(a)
	an := &analysis.Analyst{Name: spec, Time: limit}
	switch s := s.(type) {
	case *search.Searcher:
		an.New = func(moves int) analysis.Searcher { return s.Share(moves) }
	case *fullEngine:
		an.New = shared(an, s.engine, false) // the agent is prepared
	default:
		return nil, false
	}
	return an, true
}
