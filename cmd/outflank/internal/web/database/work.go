package database

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/outflank/outflank/cmd/outflank/internal/web/fair"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
)

const (
	keptResults = 64
	mostJobs    = 64 // maximum number of running and waiting jobs

	longWait  = 2 * time.Minute  // for the answer to a program
	shortWait = 2 * time.Second  // for a page, which then shows the place in the queue
	askAgain  = 3 * time.Second  // after which a client that had to wait too long asks again
	grace     = 30 * time.Second // for which a job waits for such a client
)

// A work runs long computations, a few concurrently, and caches the latest results. Clients that ask for the
// same computation share one job. A job stops when its last client disconnects.
type work struct {
	queue *fair.Queue

	mu   sync.Mutex
	kept *lru.Cache[string, any]
	jobs map[string]*job

	spare context.CancelFunc // stops what fill computes; nil = nothing
}

// A job is a computation with the number of clients that wait for it.
type job struct {
	ticket  *fair.Ticket
	waiting int
	leave   *time.Timer // stops the job unless a client asks again; nil = a client waits
	stop    context.CancelFunc
	done    chan struct{} // closed when result and err are set
	result  any
	err     error
}

func newWork(places int) *work {
	w := &work{queue: &fair.Queue{Places: places, Most: mostJobs, What: "computations"}, jobs: map[string]*job{}}
	w.kept, _ = lru.New[string, any](keptResults) // the number is positive
	return w
}

// result returns the result of do, which key must determine. The error is that of do or of ctx, or says that
// the queue is full, or tells the place in the queue after the time wait.
func result[T any](ctx context.Context, w *work, wait time.Duration, key string,
	do func(context.Context) (T, error)) (T, error) {
	var none T
	r, err := w.result(ctx, wait, key, func(ctx context.Context) (any, error) { return do(ctx) })
	if err != nil {
		return none, err
	}
	return r.(T), nil
}

func (w *work) result(ctx context.Context, wait time.Duration, key string,
	do func(context.Context) (any, error)) (any, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	j, kept, err := w.join(ctx, key, do)
	if j == nil {
		return kept, err
	}
	limit := time.NewTimer(wait)
	defer limit.Stop()
	select {
	case <-j.done:
		return j.result, j.err
	case <-limit.C:
		w.mu.Lock()
		defer w.mu.Unlock()
		if j.waiting--; j.waiting == 0 {
			j.leave = time.AfterFunc(grace, func() {
				w.mu.Lock()
				defer w.mu.Unlock()
				if j.waiting == 0 {
					w.forget(key, j)
				}
			})
		}
		if n := j.ticket.Ahead(); n > 0 {
			return nil, wire.Busy(askAgain, fmt.Errorf("the computation is at place %d in the queue", n))
		}
		return nil, wire.Busy(askAgain, errors.New("the computation is running"))
	case <-ctx.Done():
		w.mu.Lock()
		defer w.mu.Unlock()
		if j.waiting--; j.waiting == 0 {
			w.forget(key, j)
		}
		return nil, ctx.Err()
	}
}

// join returns the job for a key with one more waiting client, or the cached result.
func (w *work) join(ctx context.Context, key string,
	do func(context.Context) (any, error)) (j *job, kept any, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if r, ok := w.kept.Get(key); ok {
		return nil, r, nil
	}
	if w.spare != nil {
		w.spare()
	}
	if j = w.jobs[key]; j == nil {
		ticket, err := w.queue.Join(wire.Client(ctx))
		if err != nil {
			return nil, nil, err
		}
		j = w.start(ctx, ticket, key, do)
	}
	if j.leave != nil {
		j.leave.Stop()
		j.leave = nil
	}
	j.waiting++
	return j, nil, nil
}

// start starts a job. The caller holds the lock.
func (w *work) start(ctx context.Context, ticket *fair.Ticket, key string,
	do func(context.Context) (any, error)) *job {
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx)) // it outlives this client if others wait
	j := &job{ticket: ticket, stop: stop, done: make(chan struct{})}
	w.jobs[key] = j
	go func() {
		if !ticket.Wait(ctx) {
			return // it was forgotten
		}
		defer ticket.Leave()
		r, err := do(ctx)
		w.mu.Lock()
		defer w.mu.Unlock()
		if err == nil {
			w.kept.Add(key, r)
		}
		j.result, j.err = r, err
		close(j.done)
		w.forget(key, j)
	}()
	return j
}

// forget stops a job; the next request for its key starts a new one. The caller holds the lock.
func (w *work) forget(key string, j *job) {
	j.stop()
	if w.jobs[key] == j {
		delete(w.jobs, key)
	}
}

// fill returns the result of do, and caches it, while there are no jobs. It stops do when a client asks for a
// computation, and starts it again afterwards. The error is that of do or of ctx.
func (w *work) fill(ctx context.Context, key string, do func(context.Context) (any, error)) (any, error) {
	for {
		w.mu.Lock()
		r, known := w.kept.Get(key)
		free := len(w.jobs) == 0
		limited, stop := context.WithCancel(ctx)
		if !known && free {
			w.spare = stop
		}
		w.mu.Unlock()
		if !known && free {
			var err error
			r, err = do(limited)
			w.mu.Lock()
			w.spare = nil
			if known = err == nil; known {
				w.kept.Add(key, r)
			}
			w.mu.Unlock()
			if err != nil && limited.Err() == nil {
				stop()
				return nil, err
			}
		}
		stop()
		if known {
			return r, nil
		}
		select {
		case <-time.After(askAgain):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
