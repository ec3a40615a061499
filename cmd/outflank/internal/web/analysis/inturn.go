package analysis

import (
	"context"
	"iter"
	"runtime"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
)

// share makes the searches of an analyst take turns in the pool.
func (p *Pool) share(an *analysis.Analyst) *analysis.Analyst {
	a := &account{pool: p}
	searcher, solver := an.New, an.Solver
	an.Workers = p.threads
	an.New = func(moves int) analysis.Searcher { return inTurn{a, searcher(moves)} }
	if solver != nil {
		an.Solver = func(positions int) analysis.Solver {
			s := solver(positions)
			return solvesInTurn{inTurn{a, s}, s}
		}
	}
	return an
}

// A turn is the context of a search that takes turns. Searches regularly ask their context whether to stop;
// a turn uses these calls to offer its place to other searches.
type turn struct {
	context.Context
	account *account
	held    bool
	since   time.Time // when it took the place
}

// begin waits for a place. It returns false if the context ends first.
func (t *turn) begin() bool {
	t.held = t.account.acquire(t.Context)
	t.since = time.Now()
	return t.held
}

func (t *turn) end() {
	if t.held {
		t.held = false
		t.account.release(time.Since(t.since))
	}
}

// Err gives the place up if its time slice is over, and then waits for a place or the end of the context.
// It yields the processor first, so that requests take precedence over waiting searches.
func (t *turn) Err() error {
	if t.held && time.Since(t.since) >= slice {
		t.end()
		runtime.Gosched()
		t.begin()
	}
	return t.Context.Err()
}

// An inTurn is a searcher that takes turns.
type inTurn struct {
	account *account
	s       analysis.Searcher
}

func (i inTurn) Search(ctx context.Context, b engine.Board) iter.Seq[engine.Info] {
	t := &turn{Context: ctx, account: i.account}
	return t.steps(i.s.Search(t, b))
}

func (i inTurn) SearchMove(ctx context.Context, b engine.Board, m engine.Square) iter.Seq[engine.Info] {
	t := &turn{Context: ctx, account: i.account}
	return t.steps(i.s.SearchMove(t, b, m))
}

// steps yields the results of a search; each step waits for a place.
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

func (s solvesInTurn) Reaching(ctx context.Context, b engine.Board, moves []engine.Square,
	score int) engine.Square {
	t := &turn{Context: ctx, account: s.account}
	if !t.begin() {
		return engine.None
	}
	defer t.end()
	return s.solver.Reaching(t, b, moves, score)
}

func (s solvesInTurn) Nodes() uint64 { return s.solver.Nodes() }
