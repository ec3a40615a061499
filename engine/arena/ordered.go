package arena

import (
	"context"
	"iter"
	"sync"
)

// ahead is how many items per worker may be begun or done before the oldest one
// is: enough that a long game does not stop the others, and little memory.
const ahead = 64

// ordered calls do for the items on some goroutines and yields the answers in the
// order of the items. The first error, also that of ctx, is the last thing it
// yields. It returns when all its goroutines have ended.
//
// Each item gets a channel for its answer, and the queue of these channels keeps
// the order. Whatever enters the queue is answered, so the reader need not watch
// ctx; a queue that closes early means that ctx ended.
func ordered[T, R any](ctx context.Context, workers int, items []T, do func(context.Context, T) (R, error)) iter.Seq2[R, error] {
	type answer struct {
		r   R
		err error
	}
	type job struct {
		item T
		out  chan answer
	}
	return func(yield func(R, error) bool) {
		var wg sync.WaitGroup
		defer wg.Wait()
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()

		jobs, queue := make(chan job), make(chan chan answer, ahead*workers)
		wg.Go(func() {
			defer close(queue)
			defer close(jobs)
			for _, item := range items {
				j := job{item, make(chan answer, 1)}
				select {
				case queue <- j.out:
				case <-ctx.Done():
					return
				}
				select {
				case jobs <- j:
				case <-ctx.Done():
					j.out <- answer{err: ctx.Err()}
					return
				}
			}
		})
		for range workers {
			wg.Go(func() {
				for j := range jobs {
					r, err := do(ctx, j.item)
					j.out <- answer{r, err}
				}
			})
		}
		for range items {
			var a answer
			if out, ok := <-queue; ok {
				a = <-out
			} else {
				a.err = ctx.Err()
			}
			if !yield(a.r, a.err) || a.err != nil {
				return
			}
		}
	}
}
