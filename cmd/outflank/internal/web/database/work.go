package database

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
)

const (
	keptResults   = 64
	mostJobs      = 64 // maximum number of running and waiting jobs
	mostPerClient = 32

	longWait  = 2 * time.Minute  // for the answer to a program
	shortWait = 2 * time.Second  // for a page, which then shows the place in the queue
	askAgain  = 3 * time.Second  // after which a client that had to wait too long asks again
	grace     = 30 * time.Second // for which a job waits for such a client
)

// A work runs long computations, a few concurrently, and caches the latest results. Clients that ask for the
// same computation share one job. Clients take turns: a client's second job comes after the first jobs of
// others. A job stops when its last client disconnects.
type work struct {
	places int // maximum number of running jobs

	mu      sync.Mutex
	kept    *lru.Cache[string, any]
	jobs    map[string]*job
	number  int // of the latest job
	turn    int // of the latest job that began
	running int
}

// A job is a computation with the number of clients that wait for it.
type job struct {
	client  string // the first client that asked
	number  int    // in order of arrival
	turn    int    // one more than that of the client's previous job in the queue
	begin   func() // starts the computation; nil = it runs
	waiting int
	leave   *time.Timer // stops the job unless a client asks again; nil = a client waits
	stop    context.CancelFunc
	done    chan struct{} // closed when result and err are set
	result  any
	err     error
}

func newWork(places int) *work {
	w := &work{places: places, jobs: map[string]*job{}}
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
		order := w.order()
		return nil, wire.Busy(askAgain, fmt.Errorf("the computation is at place %d of %d in the queue: ask again",
			slices.Index(order, j)+1, len(order)))
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
	if j = w.jobs[key]; j == nil {
		if j, err = w.start(ctx, key, do); err != nil {
			return nil, nil, err
		}
	}
	if j.leave != nil {
		j.leave.Stop()
		j.leave = nil
	}
	j.waiting++
	return j, nil, nil
}

// start adds a job to the queue. The caller holds the lock.
func (w *work) start(ctx context.Context, key string, do func(context.Context) (any, error)) (*job, error) {
	client, mine, turn := wire.Client(ctx), 0, w.turn
	for _, j := range w.jobs {
		if j.client == client {
			mine++
			turn = max(turn, j.turn+1)
		}
	}
	switch {
	case len(w.jobs) >= mostJobs:
		return nil, wire.Busy(askAgain, fmt.Errorf("the queue is full, with %d computations: try again later",
			len(w.jobs)))
	case mine >= mostPerClient:
		return nil, wire.Fail(http.StatusTooManyRequests,
			fmt.Errorf("%d of your computations are in the queue: try again later", mine))
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx)) // it outlives this client if others wait
	w.number++
	j := &job{client: client, number: w.number, turn: turn, stop: stop, done: make(chan struct{})}
	j.begin = func() {
		r, err := do(ctx)
		w.mu.Lock()
		defer w.mu.Unlock()
		if err == nil {
			w.kept.Add(key, r)
		}
		j.result, j.err = r, err
		close(j.done)
		w.forget(key, j)
		w.running--
		w.next()
	}
	w.jobs[key] = j
	w.next()
	return j, nil
}

// next begins jobs while there are places. The caller holds the lock.
func (w *work) next() {
	for _, j := range w.order() {
		if w.running < w.places && j.begin != nil {
			w.running++
			w.turn = max(w.turn, j.turn)
			go j.begin()
			j.begin = nil
		}
	}
}

// order returns the jobs in the order of the queue, running ones first. The caller holds the lock.
func (w *work) order() []*job {
	waits := map[bool]int{true: 1}
	return slices.SortedFunc(maps.Values(w.jobs), func(a, b *job) int {
		return cmp.Or(waits[a.begin != nil]-waits[b.begin != nil], a.turn-b.turn, a.number-b.number)
	})
}

// forget stops a job; the next request for its key starts a new one. The caller holds the lock.
func (w *work) forget(key string, j *job) {
	j.stop()
	if w.jobs[key] == j {
		delete(w.jobs, key)
	}
}
