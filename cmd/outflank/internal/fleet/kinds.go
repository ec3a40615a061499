package fleet

import (
	"maps"
	"time"

	"github.com/outflank/outflank/dataset/label"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/eval/probcut"
	"github.com/outflank/outflank/qlearn/agents"
	"github.com/outflank/outflank/qlearn/fit"
	"github.com/outflank/outflank/qlearn/run"
	"github.com/outflank/outflank/qlearn/tuning"
)

// kinds are the jobs that workers do: those of libraries and others, which may be nil. Those that
// start external engines are refused unless programs is set.
func kinds(programs bool, others func(programs bool) map[string]parallel.Opener) map[string]parallel.Opener {
	all := map[string]parallel.Opener{}
	for _, some := range []map[string]parallel.Opener{
		{arena.GamesKind: arena.OpenJobs(agents.Resolver{}, programs, time.Now)},
		{label.Kind: label.Opener(agents.ReadDeepEvaluator), probcut.Kind: probcut.Opener(agents.ReadDeepEvaluator)},
		{tuning.GamesKind: tuning.OpenGamesJobs(programs), tuning.OutcomeKind: tuning.OpenOutcomeJobs},
		{fit.JudgeKind: fit.OpenJudgeJobs, fit.PlayKind: fit.OpenPlayJobs},
		{run.Kind: run.OpenJobs(programs), run.RoundKind: run.OpenRoundJobs(programs)},
	} {
		maps.Copy(all, some)
	}
	if others != nil {
		maps.Copy(all, others(programs))
	}
	return all
}
