package agents

import (
	"context"
	"io"
	"math/rand/v2"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/search"
)

// common adds the features of the common parameters: a time limit, a book and, unless the kind declares exact
// itself, perfect endings.
func (p *params) common(build newAgent) (newAgent, error) {
	limit, exact := p.duration("time"), 0
	if !p.own("exact") {
		exact = p.integer("exact", 0, 60)
	}
	follow, err := p.follower()
	if err != nil {
		return nil, err
	}
	return func(rng *rand.Rand) engine.Agent {
		agent := build(rng)
		if limit > 0 || exact > 0 {
			agent = &limited{wrapped: wrapped{agent}, time: limit, exact: exact}
		}
		return follow(agent, rng)
	}, p.err
}

// own reports whether the kind declares a common parameter itself.
func (p *params) own(key string) bool {
	for _, q := range p.kind.Params {
		if q.Key == key {
			return true
		}
	}
	return false
}

// A limited agent plays endings perfectly and limits the time of each move. Solving takes up to half that
// time; if it fails, the inner agent uses the rest.
type limited struct {
	wrapped
	time   time.Duration // 0 = none
	exact  int           // number of empty squares from which endings are solved
	solver *search.Searcher
}

// Choose solves the board if it can, and otherwise asks the inner agent.
func (l *limited) Choose(ctx context.Context, b engine.Board) (engine.Square, error) {
	ctx, done := engine.Within(ctx, l.time)
	defer done()
	if b.Empty().Len() <= l.exact && b.Moves().Len() > 1 {
		half, done := engine.Within(ctx, l.time/2)
		defer done()
		if move := l.solve(half, b); move != engine.None {
			return move, nil
		}
	}
	return l.Agent.Choose(ctx, b)
}

// solve returns a best move, or None if there is not enough time.
func (l *limited) solve(ctx context.Context, b engine.Board) (best engine.Square) {
	if l.solver == nil {
		l.solver = search.New(nil, search.Options{Exact: l.exact})
	}
	best = engine.None
	for info := range l.solver.Search(ctx, b) {
		if info.Exact {
			best = info.Move()
		}
	}
	return best
}

// A wrapped agent is the inner agent of another agent.
type wrapped struct{ engine.Agent }

// Unwrap returns the inner agent, see [engine.As].
func (w wrapped) Unwrap() engine.Agent { return w.Agent }

// Close closes an agent that holds resources.
func (w wrapped) Close() error { return Close(w.Agent) }

// Close releases an agent's resources, such as the process of an external engine. It does nothing for agents
// without resources.
func Close(a engine.Agent) error {
	if c, ok := a.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
