package main

import (
	"cmp"
	"context"
	"iter"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/search"
	"github.com/outflank/outflank/eval"
)

// A lookahead is a search of one board.
type lookahead interface {
	Search(ctx context.Context, b engine.Board) iter.Seq[search.Info]
}

// An analyst judges positions of one shape of board.
type analyst struct {
	search  lookahead
	shallow lookahead // what is asked where limits end the search before it has begun
	time    time.Duration
	name    string // of the search
	depth   int    // plies, 0 = without limit
	exact   int    // empty squares
}

// The names of the searches, as reports state them.
const (
	engineAnalyst = "engine"
	searchAnalyst = "alphabeta"
)

// newAnalyst returns the analyst for boards of a shape: the full engine where it
// knows its way, else alpha-beta with the default evaluator.
func newAnalyst(sh engine.Shape, l analysisLimits, evaluator func() deep.Evaluator) *analyst {
	full := sh == engine.Full
	an := &analyst{time: l.time, name: searchAnalyst, depth: 8, exact: 12}
	if full {
		an.name, an.depth, an.exact = engineAnalyst, 14, 20
	}
	if l.time > 0 || l.nodes > 0 {
		an.depth = 0
	}
	an.depth = cmp.Or(l.depth, an.depth)
	if l.exact >= 0 {
		an.exact = l.exact
	}
	an.shallow = search.New(discs(eval.Default()), search.Options{Depth: 1, TableBytes: -1})
	if full {
		an.search = &fullEngine{engine: deep.New(deep.Options{
			Depth: an.depth, Exact: an.exact, Nodes: l.nodes, Last: deep.Exact,
			Threads: l.threads, TableBytes: l.bytes, Evaluator: evaluator,
		})}
		return an
	}
	an.search = search.New(discs(eval.Default()), search.Options{Depth: an.depth, Exact: an.exact, Nodes: l.nodes, TableBytes: l.bytes})
	return an
}

// judge returns the value of a board on which the side to move can move. It is
// content with a search of depth enough, 0 = with the whole search only.
func (an *analyst) judge(ctx context.Context, b engine.Board, enough int) (last search.Info) {
	limited, cancel := within(ctx, an.time)
	defer cancel()
	for info := range an.search.Search(limited, b) {
		if last = info; enough > 0 && info.Depth >= enough {
			break
		}
	}
	if last.PV == nil && ctx.Err() == nil {
		for last = range an.shallow.Search(ctx, b) {
		}
	}
	last.Score += 0 // no -0
	return last
}
