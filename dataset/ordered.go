package dataset

import (
	"context"
	"iter"
	"sync"
)

// ordered calls work for each item of seq in several goroutines and yields the
// answers in the order of the items. It works a few items ahead and no further.
// When it returns, because seq is at its end, the caller stopped or ctx ended, all
// its goroutines have ended.
//
// The order comes from a queue of answer channels: item and channel are queued
// together, and the receiver waits for one channel after the other.
func ordered[In, Out any](ctx context.Context, workers int, seq iter.Seq[In], work func(In) Out) iter.Seq[Out] {
	type job struct {
		item   In
		answer chan Out
	}
	return func(yield func(Out) bool) {
		ctx, cancel := context.WithCancel(ctx)
		jobs := make(chan job)
		queue := make(chan chan Out, 2*workers)
		var wg sync.WaitGroup
		defer wg.Wait()
		defer cancel()

		wg.Go(func() {
			defer close(queue)
			defer close(jobs)
			for item := range seq {
				j := job{item, make(chan Out, 1)}
				if !send(ctx, queue, j.answer) || !send(ctx, jobs, j) {
					return
				}
			}
		})
		for range workers {
			wg.Go(func() {
				for j := range jobs {
					j.answer <- work(j.item)
				}
			})
		}
		for answer := range queue {
			select {
			case out := <-answer:
				if !yield(out) {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}
}

// send sends v unless ctx ends first.
func send[T any](ctx context.Context, c chan<- T, v T) bool {
	select {
	case c <- v:
		return true
	case <-ctx.Done():
		return false
	}
}
