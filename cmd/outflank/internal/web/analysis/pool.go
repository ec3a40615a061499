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
	analyses   = 16      // that run concurrently; others wait
	slice      = 10 * time.Millisecond
)

// A Pool bounds the processor time and memory of all analyses together. It has a fixed number of places, one
// for each search that may run. A search gives its place up after each step (one depth of one move) and,
// within a step, after each time slice. The place goes to the analysis that has used the least time. So all
// analyses get equal shares, however deep they are, and a new one soon has its first values.
type Pool struct {
	book    *book.Book // nil = none
	threads int
	tables  *semaphore.Weighted // one unit for each analysis that may hold memory

	mu      sync.Mutex
	free    int       // free places; if there are any, the queue is empty
	waiting []*waiter // in order of arrival
	least   time.Duration
}

// An account counts the time that the searches of an analysis have used. Its pool guards it.
type account struct {
	pool *Pool
	used time.Duration
}

// A waiter waits for a place.
type waiter struct {
	account *account
	ready   chan struct{} // closed when the waiter gets the place
}

// NewPool returns a pool that runs threads searches concurrently, at least 1. Its analyses add the values of
// an opening book, nil = none.
func NewPool(b *book.Book, threads int) *Pool {
	return &Pool{book: b, threads: threads, free: threads, tables: semaphore.NewWeighted(analyses)}
}

// enter waits until there is memory for another analysis; leave releases it. The error is that of ctx.
func (p *Pool) enter(ctx context.Context) (leave func(), err error) {
	if err := p.tables.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	return func() { p.tables.Release(1) }, nil
}

// acquire waits for a place. It returns false if ctx ends first. Idle time gives an analysis no priority
// over others.
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
		} else { // it got a place at the same moment
			p.pass()
		}
		return false
	}
}

// release gives up a place and charges the time for which it was used.
func (a *account) release(used time.Duration) {
	a.pool.mu.Lock()
	defer a.pool.mu.Unlock()
	a.used += used
	a.pool.pass()
}

// pass gives a place to the waiting search whose analysis has used the least time. The caller holds the lock.
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

// Routes returns the routes of the package. Their searches run in a pool.
func Routes(p *Pool) []wire.Route {
	return []wire.Route{
		wire.Events("/api/v1/analysis", "The values of all moves of a position, after each depth "+
			"of the search", p.live),
		wire.Get("/api/v1/hint", "The values of all moves of a position within a limit of nodes", p.hint),
		wire.Events("/api/v1/review", "The losses of the moves of a game: each move as it is judged, "+
			"then both players", p.review),
	}
}
