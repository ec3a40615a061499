package agents

import (
	"context"
	"iter"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/mcts"
	"github.com/outflank/outflank/engine/protocol"
	"github.com/outflank/outflank/engine/search"
)

// thinking is an agent that says what it thinks, for hints and analyses.
type thinking struct {
	engine.Agent
	think func(ctx context.Context, b engine.Board) iter.Seq[protocol.Info]
}

// WithThoughts returns the agent with its thoughts if it has some.
func WithThoughts(a engine.Agent) engine.Agent {
	if s, ok := engine.As[*search.Searcher](a); ok {
		return thinking{a, func(ctx context.Context, b engine.Board) iter.Seq[protocol.Info] { return searched(s.Search(ctx, b)) }}
	}
	if f, ok := engine.As[*FullEngine](a); ok {
		return thinking{a, func(ctx context.Context, b engine.Board) iter.Seq[protocol.Info] { return searched(f.Search(ctx, b)) }}
	}
	if s, ok := engine.As[*mcts.Searcher](a); ok {
		return thinking{a, func(ctx context.Context, b engine.Board) iter.Seq[protocol.Info] { return simulated(s.Search(ctx, b)) }}
	}
	return a
}

// searched are the thoughts of a search.
func searched(infos iter.Seq[search.Info]) iter.Seq[protocol.Info] {
	return func(yield func(protocol.Info) bool) {
		for i := range infos {
			if !yield(protocol.Info{Depth: i.Depth, Score: i.Score, PV: i.PV, Nodes: i.Nodes}) {
				return
			}
		}
	}
}

// simulated is what simulations have found; a sure win stands for 64 discs.
func simulated(info mcts.Info) iter.Seq[protocol.Info] {
	return func(yield func(protocol.Info) bool) {
		if len(info.Moves) > 0 {
			best := info.Moves[0]
			yield(protocol.Info{Score: 64 * (2*best.Value - 1), PV: []engine.Square{best.Move}, Nodes: uint64(info.Simulations)})
		}
	}
}

// Think searches as the agent does, within the time of a move.
func (t thinking) Think(ctx context.Context, b engine.Board) iter.Seq[protocol.Info] {
	return func(yield func(protocol.Info) bool) {
		if l, ok := engine.As[*Limited](t.Agent); ok {
			var done context.CancelFunc
			ctx, done = analysis.Within(ctx, l.Time)
			defer done()
		}
		t.think(ctx, b)(yield)
	}
}

// Unwrap returns the inner agent, see [engine.As].
func (t thinking) Unwrap() engine.Agent { return t.Agent }

// Close ends an agent that holds something.
func (t thinking) Close() error { return Close(t.Agent) }
