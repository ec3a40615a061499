package fleet

import (
	"slices"
	"time"

	"github.com/outflank/outflank/dataset/label"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/eval/probcut"
	"github.com/outflank/outflank/qlearn/agents"
	"github.com/outflank/outflank/qlearn/fit"
	"github.com/outflank/outflank/qlearn/run"
	"github.com/outflank/outflank/qlearn/tuning"
)

// Kinds returns the kinds of jobs that workers do: the kinds of the libraries and others. Workers refuse jobs
// that start external engines unless programs is set.
func Kinds(programs bool, others []parallel.AnyKind) map[string]parallel.Opener {
	return parallel.Openers(programs, slices.Concat(
		arena.Jobs(agents.Resolver{}, time.Now), label.Jobs(agents.ReadDeepEvaluator, agents.MoveAnalyst),
		book.Jobs(agents.ReadDeepEvaluator),
		probcut.Jobs(agents.ReadDeepEvaluator), tuning.Jobs(), fit.Jobs(), run.Jobs(), others)...)
}
