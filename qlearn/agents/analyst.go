package agents

import (
	"cmp"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/search"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/qlearn"
)

// AnalystLimits limit the searches of an analysis.
type AnalystLimits struct {
	Depth   int           // plies; 0 = the default for the board
	Exact   int           // empty squares from which values are results; -1 = the default for the board
	Time    time.Duration // for each search; 0 = none
	Nodes   uint64        // of each search; 0 = none
	Threads int
	Bytes   int // of the transposition table
}

// NewAnalyst returns the analyst for boards of a shape: the full engine where it
// is supported, else alpha-beta with the default evaluator.
func NewAnalyst(sh engine.Shape, l AnalystLimits, evaluator func() deep.Evaluator) *analysis.Analyst {
	full := sh == engine.Full
	an := &analysis.Analyst{Time: l.Time, Name: "alphabeta", Depth: 8, Exact: 12}
	if full {
		an.Name, an.Depth, an.Exact = "engine", 14, 20
	}
	if l.Time > 0 || l.Nodes > 0 {
		an.Depth = 0
	}
	an.Depth = cmp.Or(l.Depth, an.Depth)
	if l.Exact >= 0 {
		an.Exact = l.Exact
	}
	an.Shallow = search.New(qlearn.DiscEvaluator(eval.Default()), search.Options{Depth: 1, TableBytes: -1})
	if full {
		an.Search = &fullEngine{engine: deep.New(deep.Options{
			Depth: an.Depth, Exact: an.Exact, Nodes: l.Nodes, Last: deep.Exact,
			Threads: l.Threads, TableBytes: l.Bytes, Evaluator: evaluator,
		})}
		return an
	}
	an.Search = search.New(qlearn.DiscEvaluator(eval.Default()), search.Options{Depth: an.Depth, Exact: an.Exact, Nodes: l.Nodes, TableBytes: l.Bytes})
	return an
}
