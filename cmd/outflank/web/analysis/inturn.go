package analysis

import (
	"context"
	"iter"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
)

// share makes the searches of an analyst take turns in the pool.
func (p *Pool) share(an *analysis.Analyst) *analysis.Analyst {
	searcher, solver := an.New, an.Solver
	an.Workers = p.threads
	an.New = func(moves int) analysis.Searcher { return inTurn{p, searcher(moves)} }
	if solver != nil {
		an.Solver = func(positions int) analysis.Solver {
			s := solver(positions)
			return solvesInTurn{inTurn{p, s}, s}
		}
	}
	return an
}

// An inTurn is a searcher that takes turns.
type inTurn struct {
	pool *Pool
	s    analysis.Searcher
}

func (i inTurn) Search(ctx context.Context, b engine.Board) iter.Seq[engine.Info] {
	t := &turn{Context: ctx, pool: i.pool}
	return t.steps(i.s.Search(t, b))
}

func (i inTurn) SearchMove(ctx context.Context, b engine.Board, m engine.Square) iter.Seq[engine.Info] {
	t := &turn{Context: ctx, pool: i.pool}
	return t.steps(i.s.SearchMove(t, b, m))
}

// steps yields what a search finds, whose steps wait for a place.
func (t *turn) steps(infos iter.Seq[engine.Info]) iter.Seq[engine.Info] {
	return func(yield func(engine.Info) bool) {
		next, stop := iter.Pull(infos)
		defer stop()
		defer t.end()
		for t.begin() {
			info, more := next()
			t.end()
			if !more || !yield(info) {
				return
			}
		}
	}
}

// A solvesInTurn is a solver that takes turns.
type solvesInTurn struct {
	inTurn
	solver analysis.Solver
}

func (s solvesInTurn) Reaching(ctx context.Context, b engine.Board, moves []engine.Square, score int) engine.Square {
	t := &turn{Context: ctx, pool: s.pool}
	if !t.begin() {
		return engine.None
	}
	defer t.end()
	return s.solver.Reaching(t, b, moves, score)
}

func (s solvesInTurn) Nodes() uint64 { return s.solver.Nodes() }
