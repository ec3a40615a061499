package database

import (
	"context"
	"errors"
	"net/http"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/semaphore"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
)

const (
	keptResults = 64
	mostJobs    = 32 // maximum number of running and waiting jobs
)

// A work runs long computations, a few concurrently, and caches the latest results. Clients that ask for the
// same computation share one job. A job stops when its last client leaves.
type work struct {
	places *semaphore.Weighted

	mu   sync.Mutex
	kept *lru.Cache[string, any]
	jobs map[string]*job
}

// A job is a computation with the number of clients that wait for it.
type job struct {
	waiting int
	stop    context.CancelFunc
	done    chan struct{} // closed when result and err are set
	result  any
	err     error
}

func newWork(threads int) *work {
	w := &work{places: semaphore.NewWeighted(int64(threads)), jobs: map[string]*job{}}
	w.kept, _ = lru.New[string, any](keptResults) // the number is positive
	return w
}

// result returns the result of do, which key must determine. The error is that of do or of ctx, or says that
// there are too many jobs.
func result[T any](ctx context.Context, w *work, key string, do func(context.Context) (T, error)) (T, error) {
	var none T
	r, err := w.result(ctx, key, func(ctx context.Context) (any, error) { return do(ctx) })
	if err != nil {
		return none, err
	}
	return r.(T), nil
}

func (w *work) result(ctx context.Context, key string, do func(context.Context) (any, error)) (any, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	w.mu.Lock()
	if r, ok := w.kept.Get(key); ok {
		w.mu.Unlock()
		return r, nil
	}
	j := w.jobs[key]
	if j == nil {
		if len(w.jobs) == mostJobs {
			w.mu.Unlock()
			return nil, wire.Fail(http.StatusTooManyRequests,
				errors.New("too many statistics are being computed: try again later"))
		}
		j = w.start(ctx, key, do)
	}
	j.waiting++
	w.mu.Unlock()
	select {
	case <-j.done:
		return j.result, j.err
	case <-ctx.Done():
		w.mu.Lock()
		defer w.mu.Unlock()
		if j.waiting--; j.waiting == 0 {
			w.forget(key, j)
		}
		return nil, ctx.Err()
	}
}

// start starts a job. The caller holds the lock.
func (w *work) start(ctx context.Context, key string, do func(context.Context) (any, error)) *job {
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx)) // it outlives this client if others wait
	j := &job{stop: stop, done: make(chan struct{})}
	w.jobs[key] = j
	go func() {
		r, err := w.compute(ctx, do)
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

func (w *work) compute(ctx context.Context, do func(context.Context) (any, error)) (any, error) {
	if err := w.places.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer w.places.Release(1)
	return do(ctx)
}

// forget stops a job; the next request for its key starts a new one. The caller holds the lock.
func (w *work) forget(key string, j *job) {
	j.stop()
	if w.jobs[key] == j {
		delete(w.jobs, key)
	}
}
