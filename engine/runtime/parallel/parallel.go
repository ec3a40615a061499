// Package parallel runs work on several goroutines and returns the answers in the order of the inputs, so
// results do not depend on the number of workers. Matches and imports use it.
//
// [Map] works in this process. Jobs of a [Kind] can also run elsewhere: a [Farm], for example one built on
// package fleet, opens a [Set] of jobs, and workers do them with the same Kind.
package parallel

import (
	"context"
	"iter"
	"sync"
)

// Map calls do for the items of seq on several goroutines (workers, at least 1) and yields the answers in the
// order of the items. At most ahead items are started or finished before the oldest one is yielded. It stops
// at the first error, including the error of ctx. The context of do ends when ctx ends or the caller stops
// ranging. Map returns when all its goroutines have ended.
//
// Each item gets a channel for its answer, and the queue of these channels keeps the order. Every item in the
// queue gets an answer, so the reader need not watch ctx; if the queue closes early, ctx has ended.
func Map[In, Out any](ctx context.Context, workers, ahead int, seq iter.Seq[In],
	do func(context.Context, In) (Out, error)) iter.Seq2[Out, error] {
	return func(yield func(Out, error) bool) {
		var wg sync.WaitGroup
		defer wg.Wait()
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()

		jobs, queue := make(chan job[In, Out]), make(chan chan answer[Out], ahead)
		whole := false // whether all items entered the queue; read after it is closed
		wg.Go(func() {
			defer close(queue)
			defer close(jobs)
			whole = feed(ctx, seq, jobs, queue)
		})
		for range workers {
			wg.Go(func() {
				for j := range jobs {
					out, err := do(ctx, j.item)
					j.out <- answer[Out]{out, err}
				}
			})
		}
		for out := range queue {
			if a := <-out; !yield(a.out, a.err) || a.err != nil {
				return
			}
		}
		if !whole {
			var none Out
			yield(none, ctx.Err())
		}
	}
}

type answer[Out any] struct {
	out Out
	err error
}

type job[In, Out any] struct {
	item In
	out  chan answer[Out] // with capacity for one answer, so workers never block
}

// feed queues the items, and reports whether it queued all of them before ctx ended.
func feed[In, Out any](ctx context.Context, seq iter.Seq[In], jobs chan<- job[In, Out],
	queue chan<- chan answer[Out]) bool {
	for item := range seq {
		j := job[In, Out]{item, make(chan answer[Out], 1)}
		select {
		case queue <- j.out:
		case <-ctx.Done():
			return false
		}
		select {
		case jobs <- j:
		case <-ctx.Done():
			j.out <- answer[Out]{err: ctx.Err()}
			return false
		}
	}
	return true
}
