package engine

import (
	"context"
	"time"
)

// Within returns a context that ends when ctx does or after a time limit; 0 means no limit. It limits the
// time of an [Agent] for a move. Unlike [context.WithTimeout], it is punctual: timers can fire up to ten
// milliseconds late when all processors are busy, but a search that calls Err sees the deadline in time.
func Within(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if limit == 0 {
		return ctx, func() {}
	}
	deadline := time.Now().Add(limit)
	within, cancel := context.WithDeadline(ctx, deadline)
	return punctual{within, ctx, deadline}, cancel
}

// A punctual context reads the clock in Err.
type punctual struct {
	context.Context
	parent   context.Context
	deadline time.Time
}

// Err reads the clock. It also asks the parent, which may make the search wait for its turn. After the end of
// either it waits for the timer, so that Done is closed whenever Err is not nil.
func (p punctual) Err() error {
	if p.parent.Err() != nil || !time.Now().Before(p.deadline) {
		<-p.Done()
	}
	return p.Context.Err()
}
