package agents

import (
	"context"
	"iter"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/mcts"
	"github.com/outflank/outflank/engine/search"
)

// A thinking agent reports the steps of its search, see [protocol.Thinker].
type thinking struct {
	wrapped
	search func(ctx context.Context, b engine.Board) iter.Seq[engine.Info]
}

// WithThoughts returns the agent as a [protocol.Thinker], for hints and analyses. If the agent does not
// search, it returns the agent itself.
func WithThoughts(a engine.Agent) engine.Agent {
	if s, ok := engine.As[analysis.Searcher](a); ok {
		return thinking{wrapped{a}, s.Search}
	}
	if s, ok := engine.As[*mcts.Searcher](a); ok {
		return thinking{wrapped{a}, func(ctx context.Context, b engine.Board) iter.Seq[engine.Info] {
			return func(yield func(engine.Info) bool) {
				if info := s.Search(ctx, b); info.PV != nil {
					yield(info.Info)
				}
			}
		}}
	}
	return a
}

// Think searches like the agent, within the time limit of a move.
func (t thinking) Think(ctx context.Context, b engine.Board) iter.Seq[engine.Info] {
	return func(yield func(engine.Info) bool) {
		if l, ok := engine.As[*limited](t.Agent); ok {
			var done context.CancelFunc
			ctx, done = engine.Within(ctx, l.time)
			defer done()
		}
		t.search(ctx, b)(yield)
	}
}

// searchOf returns an agent's search and its time limit for a move; 0 = none. The search is nil if the agent
// does not search, or if it does more than search, such as following a book or dividing the time of a game. A
// [deep.Engine] is a search too.
func searchOf(a engine.Agent) (s analysis.Searcher, limit time.Duration) {
	if l, ok := a.(*limited); ok && l.exact == 0 {
		a, limit = l.Agent, l.time
	}
	switch a := a.(type) {
	case *search.Searcher:
		return a, limit
	case *fullEngine:
		if a.clock == 0 {
			return a, limit
		}
	case *deep.Engine:
		return &fullEngine{engine: a}, limit
	}
	return nil, 0
}
