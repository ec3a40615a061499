package fleet

import (
	"maps"
	"time"

	"github.com/outflank/outflank/engine/parallel"
	"github.com/outflank/outflank/engine/tournament"
	"github.com/outflank/outflank/qlearn/agents"
)

// kinds are the jobs that workers do. Those that start external engines are refused unless programs
// is set.
func kinds(programs bool) map[string]parallel.Opener {
	all := map[string]parallel.Opener{}
	for _, some := range []map[string]parallel.Opener{
		{tournament.GamesKind: tournament.OpenJobs(agents.Resolver{}, programs, time.Now)},
	} {
		maps.Copy(all, some)
	}
	return all
}
