package analysis

import (
	"context"
	"iter"

	"github.com/outflank/outflank/cmd/outflank/internal/web/fair"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
)

// share makes the searches of an analyst take turns in the pool. A search gives its place up after each step
// (one depth of one move) and, within a step, after each time slice.
func (p *Pool) share(client string, an *analysis.Analyst) *analysis.Analyst {
	a := p.shares.Account(client, 0)
	searcher, solver := an.New, an.Solver
	an.Workers = p.shares.Threads
	an.New = func(moves int) analysis.Searcher { return inTurn{a, searcher(moves)} }
	if solver != nil {
		an.Solver = func(positions int) analysis.Solver {
			s := solver(positions)
			return solvesInTurn{inTurn{a, s}, s}
		}
	}
	return an
}

// An inTurn is a searcher that takes turns.
type inTurn struct {
	account *fair.Account
	s       analysis.Searcher
}

func (i inTurn) Search(ctx context.Context, b engine.Board) iter.Seq[engine.Info] {
	t := i.account.Turn(ctx, 1)
	return steps(t, i.s.Search(t, b))
}

func (i inTurn) SearchMove(ctx context.Context, b engine.Board, m engine.Square) iter.Seq[engine.Info] {
	t := i.account.Turn(ctx, 1)
	return steps(t, i.s.SearchMove(t, b, m))
}

// steps yields the results of a search; each step waits for a place.
func steps(t *fair.Turn, infos iter.Seq[engine.Info]) iter.Seq[engine.Info] {
	return func(yield func(engine.Info) bool) {
		next, stop := iter.Pull(infos)
		defer stop()
		defer t.End()
		for t.Begin() {
			info, more := next()
			t.End()
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

func (s solvesInTurn) Reaching(ctx context.Context, b engine.Board, moves []engine.Square,
	score int) engine.Square {
	t := s.account.Turn(ctx, 1)
	if !t.Begin() {
		return engine.None
	}
	defer t.End()
	return s.solver.Reaching(t, b, moves, score)
}

func (s solvesInTurn) Nodes() uint64 { return s.solver.Nodes() }
