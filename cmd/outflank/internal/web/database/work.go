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
	mostJobs    = 32 // that run or wait
)

// A work is long computations: some run at once, others wait, the latest results are kept. A client
// that asks for a running computation waits for it. The computation stops when its last client leaves.
type work struct {
	places *semaphore.Weighted

	mu   sync.Mutex
	kept *lru.Cache[string, any]
	jobs map[string]*job
}

// A job is a computation that somebody waits for.
type job struct {
	waiting int
	stop    context.CancelFunc
	done    chan struct{} // closed when what follows is set
	result  any
	err     error
}

func newWork(threads int) *work {
	w := &work{places: semaphore.NewWeighted(int64(threads)), jobs: map[string]*job{}}
	w.kept, _ = lru.New[string, any](keptResults) // the number is positive
	return w
}

// result returns the result of do for a key, which determines it. The error is that of do or of ctx, or that
// there are too many.
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

// start begins a job. The lock is held.
func (w *work) start(ctx context.Context, key string, do func(context.Context) (any, error)) *job {
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx)) // it outlives who began it if others wait
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

// forget stops a job; a new request for the same starts another one. The lock is held.
func (w *work) forget(key string, j *job) {
	j.stop()
	if w.jobs[key] == j {
		delete(w.jobs, key)
	}
}
