package engine

import (
	"context"
	"time"
)

// Within returns a context that ends after a limit as well, 0 = when ctx does. An
// [Agent] that is given it has that long for its move. Unlike [context.WithTimeout] it
// is punctual: where every processor is busy, timers fire up to ten milliseconds late,
// and a search that asks for Err sees the deadline nevertheless.
func Within(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if limit == 0 {
		return ctx, func() {}
	}
	deadline := time.Now().Add(limit)
	ctx, cancel := context.WithDeadline(ctx, deadline)
	return punctual{ctx, deadline}, cancel
}

// A punctual context reads the clock when it is asked for its error.
type punctual struct {
	context.Context
	deadline time.Time
}

// Err reads the clock. After the deadline it waits for the timer, so that Done is closed
// whenever Err is not nil.
func (p punctual) Err() error {
	if !time.Now().Before(p.deadline) {
		<-p.Done()
	}
	return p.Context.Err()
}
