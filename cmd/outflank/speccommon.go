package main

import (
	"context"
	"io"
	"math/rand/v2"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/search"
)

// common adds what the parameters that every agent has ask for: a time limit, and
// perfect endings where the agent does not see to them itself.
func (p *params) common(build newAgent) (newAgent, error) {
	limit, exact := p.duration("time"), 0
	if !p.own("exact") {
		exact = p.integer("exact", 0, 60)
	}
	if limit == 0 && exact == 0 {
		return build, p.err
	}
	return func(rng *rand.Rand) engine.Agent {
		return &limited{Agent: build(rng), time: limit, exact: exact}
	}, p.err
}

// own tells whether the kind declares a common parameter itself.
func (p *params) own(key string) bool {
	for _, q := range p.kind.params {
		if q.Key == key {
			return true
		}
	}
	return false
}

// A limited is an agent with a time limit for each move, and with perfect play at
// the end: an ending is solved in the first half of the time, or else the agent
// answers in the second.
type limited struct {
	engine.Agent
	time   time.Duration // 0 = none
	exact  int           // empty squares from which the endings are solved
	solver *search.Searcher
}

// Choose asks the inner agent unless it can solve the board.
func (l *limited) Choose(ctx context.Context, b engine.Board) (engine.Square, error) {
	solves := b.Empty().Len() <= l.exact && b.Moves().Len() > 1
	if l.time > 0 {
		end := time.Now().Add(l.time)
		var cancel context.CancelFunc
		if ctx, cancel = context.WithDeadline(ctx, end); solves {
			if move := l.solveBy(ctx, end.Add(-l.time/2), b); move != engine.None {
				cancel()
				return move, nil
			}
		}
		defer cancel()
	} else if solves {
		if move := l.solve(ctx, b); move != engine.None {
			return move, nil
		}
	}
	return l.Agent.Choose(ctx, b)
}

func (l *limited) solveBy(ctx context.Context, end time.Time, b engine.Board) engine.Square {
	ctx, cancel := context.WithDeadline(ctx, end)
	defer cancel()
	return l.solve(ctx, b)
}

// solve returns a best move, None if there is no time to find it.
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

// Unwrap returns the inner agent, see [engine.As].
func (l *limited) Unwrap() engine.Agent { return l.Agent }

// Close ends an agent that holds something.
func (l *limited) Close() error { return closeAgent(l.Agent) }

// guard makes agents that refuse boards they do not know their way on.
func (k boardKind) guard(name string, build newAgent) newAgent {
	if k == anyBoard {
		return build
	}
	return func(rng *rand.Rand) engine.Agent { return &guarded{build(rng), name, k} }
}

// A guarded agent fails on boards of other kinds than its own.
type guarded struct {
	engine.Agent
	name   string
	boards boardKind
}

// Choose asks the inner agent if the board is one it can play on.
func (g *guarded) Choose(ctx context.Context, b engine.Board) (engine.Square, error) {
	if b.Shape != engine.Full {
		if err := g.boards.check(g.name, b.Shape); err != nil {
			return engine.None, err
		}
	}
	return g.Agent.Choose(ctx, b)
}

// Unwrap returns the inner agent, see [engine.As].
func (g *guarded) Unwrap() engine.Agent { return g.Agent }

// Close ends an agent that holds something.
func (g *guarded) Close() error { return closeAgent(g.Agent) }

func closeAgent(a engine.Agent) error {
	if c, ok := a.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
