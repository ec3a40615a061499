package analysis

import (
	"context"
	"time"
)

// Within adds a time limit to ctx, 0 = none.
func Within(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if limit == 0 {
		return ctx, func() {}
	}
	deadline := time.Now().Add(limit)
	ctx, cancel := context.WithDeadline(ctx, deadline)
	return punctual{ctx, deadline}, cancel
}

// A punctual context ends on its deadline also where every processor is busy and timers
// fire up to ten milliseconds late, for those who ask it for its error.
type punctual struct {
	context.Context
	deadline time.Time
}
