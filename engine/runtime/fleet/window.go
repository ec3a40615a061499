package fleet

import (
	"context"
	"sync"
	"time"
)

// A window bounds how many jobs of a set are in the queue, by the threads that there are to do them. Jobs are
// done in the order in which they were sent, and a set sends one when one is answered. So sets of the same
// build get equal shares of the jobs, and one that is opened late waits for few of the others'.
type window struct {
	mu     sync.Mutex
	most   int
	within int
	wake   chan struct{} // closed and replaced when there may be room
}

const (
	leastWindow    = 64
	perThread      = 4                      // jobs in the queue for each thread
	windowEvery    = 2 * time.Second        // between two looks at the workers
	windowPatience = 300 * time.Millisecond // with their answers
)

func newWindow() window { return window{most: leastWindow, wake: make(chan struct{})} }

// enter waits for room.
func (w *window) enter(ctx context.Context) error {
	for {
		w.mu.Lock()
		if w.within < w.most {
			w.within++
			w.mu.Unlock()
			return nil
		}
		wake := w.wake
		w.mu.Unlock()
		select {
		case <-wake:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (w *window) leave() { w.change(func() { w.within-- }) }

// resize makes room for a number of jobs.
func (w *window) resize(most int) { w.change(func() { w.most = most }) }

func (w *window) change(do func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	do()
	close(w.wake)
	w.wake = make(chan struct{})
}

// fit gives the window the size for the workers that are there, from time to time, until ctx ends.
func (w *Work) fit(ctx context.Context) {
	for ctx.Err() == nil {
		if list, err := w.client.Workers(ctx, windowPatience); err == nil {
			threads := 0
			for _, x := range list {
				if x.Build == w.set.Build {
					threads += x.Threads
				}
			}
			w.window.resize(min(max(perThread*threads, leastWindow), w.Ahead()))
		}
		pause(ctx, windowEvery)
	}
}
