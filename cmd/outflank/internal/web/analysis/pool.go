package analysis

import (
	"context"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine/book"
)

const (
	tableBytes = 8 << 20 // memory of the transposition tables of one analysis
	analyses   = 16      // that are under way at once; others wait
	slice      = 10 * time.Millisecond
)

// A Pool bounds the processor time and memory of all analyses together. A fixed number of searches run at the
// same time. Each gives its place up after a step, that is one depth of one move, and within a step after
// each slice of time. The place goes to the analysis that has had the least time: all have equal shares,
// however deep they are, and a new one soon has its first values.
type Pool struct {
	book    *book.Book // nil = none
	threads int
	tables  *semaphore.Weighted // to hold memory

	mu      sync.Mutex
	free    int       // places; while there are any, the queue is empty
	waiting []*waiter // in the order in which they came
	least   time.Duration
}

// An account is the time that the searches of an analysis have had. It is guarded by its pool.
type account struct {
	pool *Pool
	used time.Duration
}

// A waiter waits for a place.
type waiter struct {
	account *account
	ready   chan struct{} // closed when it has the place
}

// NewPool returns a pool in which a number of searches run at the same time, at least 1, and whose analyses
// add the values of an opening book, nil = none.
func NewPool(b *book.Book, threads int) *Pool {
	return &Pool{book: b, threads: threads, free: threads, tables: semaphore.NewWeighted(analyses)}
}

// enter waits until there is memory for one more analysis, and leave releases it. The error is that of ctx.
func (p *Pool) enter(ctx context.Context) (leave func(), err error) {
	if err := p.tables.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	return func() { p.tables.Release(1) }, nil
}

// acquire waits for a place. It returns false when ctx ends before there is one. An analysis that rested has
// no more claim than one that never rested.
func (a *account) acquire(ctx context.Context) bool {
	p := a.pool
	p.mu.Lock()
	a.used = max(a.used, p.least)
	if p.free > 0 {
		p.free--
		p.mu.Unlock()
		return true
	}
	w := &waiter{a, make(chan struct{})}
	p.waiting = append(p.waiting, w)
	p.mu.Unlock()
	select {
	case <-w.ready:
		return true
	case <-ctx.Done():
		p.mu.Lock()
		defer p.mu.Unlock()
		if i := slices.Index(p.waiting, w); i >= 0 {
			p.waiting = slices.Delete(p.waiting, i, i+1)
		} else { // the place came at the same moment
			p.pass()
		}
		return false
	}
}

// release gives a place up that was used for a time.
func (a *account) release(used time.Duration) {
	a.pool.mu.Lock()
	defer a.pool.mu.Unlock()
	a.used += used
	a.pool.pass()
}

// pass gives a place to the waiting search whose analysis has had the least time. The pool is locked.
func (p *Pool) pass() {
	if len(p.waiting) == 0 {
		p.free++
		return
	}
	first := 0
	for i, w := range p.waiting {
		if w.account.used < p.waiting[first].account.used {
			first = i
		}
	}
	w := p.waiting[first]
	p.waiting = slices.Delete(p.waiting, first, first+1)
	p.least = max(p.least, w.account.used)
	close(w.ready)
}

// Routes returns the routes of the package, whose searches run in a pool.
func Routes(p *Pool) []wire.Route {
	return []wire.Route{
		wire.Events("/api/v1/analysis", "The values of all moves of a position, after each depth "+
			"of the search", p.live),
		wire.Get("/api/v1/hint", "The values of all moves of a position within a limit of nodes", p.hint),
		wire.Events("/api/v1/review", "The losses of the moves of a game: each move as it is judged, "+
			"then both players", p.review),
	}
}
