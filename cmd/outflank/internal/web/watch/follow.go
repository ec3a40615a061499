package watch

import (
	"context"
	"iter"
	"time"
)

// follow yields what look has to tell, now and then again and again until the context ends. look tells
// whether there is news; its error ends the sequence.
func follow[A any](ctx context.Context, every time.Duration,
	look func() (a A, news bool, err error)) iter.Seq2[A, error] {
	return func(yield func(A, error) bool) {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			a, news, err := look()
			if (news || err != nil) && !yield(a, err) || err != nil {
				return
			}
			select {
			case <-tick.C:
			case <-ctx.Done():
				return
			}
		}
	}
}
