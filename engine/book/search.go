package book

import (
	"context"
	"errors"
	"iter"
	"runtime"
	"slices"
	"sync"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// A Searcher holds the settings of the searches for leaves.
type Searcher struct {
	Evaluator func() deep.Evaluator // creates an evaluator for one goroutine; nil = [deep.Mobility]
	// Workers is the number of concurrent searches; 0 = one for each processor. The book does not depend on it.
	Workers int
}

// A question asks for the best of the outside moves of a board.
type question struct {
	board   engine.Board
	outside engine.Set
}

// questionOf asks for the best move of a node among those that lead to a position for which inside is false.
func questionOf(n *node, inside func(engine.Board) bool) question {
	q := question{board: n.board}
	for _, m := range n.moves {
		if !inside(m.to) {
			q.outside |= m.square.Set()
		}
	}
	return q
}

// leaves yields the answers to questions, in order.
func (r *Searcher) leaves(ctx context.Context, s Settings, list []question) iter.Seq2[leaf, error] {
	opt := deep.Options{Depth: s.Depth, Exact: s.Exact, Level: s.Level, Last: s.Level, TableBytes: s.HashBytes,
		Evaluator: r.Evaluator}
	engines := sync.Pool{New: func() any { return deep.New(opt) }}
	workers := r.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	return parallel.Map(ctx, workers, 4*workers, slices.Values(list),
		func(ctx context.Context, q question) (leaf, error) {
			if q.outside == 0 {
				return leaf{Square: engine.None}, nil
			}
			e := engines.Get().(*deep.Engine)
			defer engines.Put(e)
			e.Forget()
			var last deep.Info
			for last = range e.SearchAmong(ctx, q.board, q.outside) {
			}
			switch {
			case ctx.Err() != nil:
				return leaf{}, context.Cause(ctx)
			case last.Move() == engine.None:
				return leaf{}, errors.New("book: a search ended without a move")
			}
			// The lowest of the symmetric moves represents all of them.
			after, best := q.board.Play(last.Move()).Least(), last.Move()
			for m := range q.outside.All() {
				if q.board.Play(m).Least() == after {
					best = m
					break
				}
			}
			return leaf{best, int(last.Score), last.Depth, last.Exact}, nil
		})
}
