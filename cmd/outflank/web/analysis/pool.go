package analysis

import (
	"context"
	"time"

	"golang.org/x/sync/semaphore"
)

const (
	tableBytes = 8 << 20 // memory of the transposition tables of one analysis
	analyses   = 16      // that are under way at once; others wait
	slice      = 50 * time.Millisecond
)

// A Pool bounds what all analyses take together: the time of the processors and memory. A search
// gives its place up after each step, that is one depth of one move, and within a step after each
// slice of time. Then it queues behind all others that wait, so that they advance in turn, however
// deep one of them is.
type Pool struct {
	threads int
	slice   time.Duration
	places  *semaphore.Weighted // to search
	tables  *semaphore.Weighted // to hold memory
}

// NewPool returns a pool in which a number of searches run at the same time, at least 1.
func NewPool(threads int) *Pool {
	return &Pool{threads, slice, semaphore.NewWeighted(int64(threads)), semaphore.NewWeighted(analyses)}
}

// enter waits until there is memory for one more analysis, which leave gives back. The error is
// that of ctx.
func (p *Pool) enter(ctx context.Context) (leave func(), err error) {
	if err := p.tables.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	return func() { p.tables.Release(1) }, nil
}

// A turn is the context of a search that takes turns. Searches ask it from time to time whether
// to stop, and that is when the place is offered to others.
type turn struct {
	context.Context
	pool  *Pool
	held  bool
	since time.Time // when the place was taken
}

// begin waits for a place. It returns false when the context ends before.
func (t *turn) begin() bool {
	t.held = t.pool.places.Acquire(t.Context, 1) == nil
	t.since = time.Now()
	return t.held
}

func (t *turn) end() {
	if t.held {
		t.held = false
		t.pool.places.Release(1)
	}
}

// Err gives the place up when its time is over, and returns when there is one again or the context has ended.
func (t *turn) Err() error {
	if t.held && time.Since(t.since) >= t.pool.slice {
		t.end()
		t.begin()
	}
	return t.Context.Err()
}
