package fleet

import (
	"context"
	"sync"
	"time"
)

// A window limits how many parcels of a set are in the queue. The limit depends on the number of threads
// that can do them, and on the number of sets that the same user has open. Parcels are done in the order in
// which they were sent, and a set sends another one when one is answered. So users of the same build get
// equal shares of the workers, and a set that is opened late waits for few parcels of other sets.
type window struct {
	mu     sync.Mutex
	most   int
	within int
	wake   chan struct{} // closed and replaced when there may be room
}

const (
	leastWindow    = 64                     // parcels in the queue of a set, before the workers are counted
	perThread      = 4                      // parcels in the queue for each thread
	windowEvery    = 2 * time.Second        // time between two counts of the workers
	windowPatience = 300 * time.Millisecond // how long to wait for their answers
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

// resize sets the limit of parcels.
func (w *window) resize(most int) { w.change(func() { w.most = most }) }

func (w *window) change(do func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	do()
	close(w.wake)
	w.wake = make(chan struct{})
}

// fit sizes the window to the connected workers, every windowEvery, until ctx ends.
func (w *Work) fit(ctx context.Context) {
	for ctx.Err() == nil {
		list, err := w.client.Workers(ctx, windowPatience)
		sets, errSets := w.client.gather(ctx, w.client.ownerSubject(), windowPatience)
		if err == nil && errSets == nil {
			threads := 0
			for _, x := range list {
				if x.Build == w.set.Build {
					threads += x.Threads
				}
			}
			share := max(perThread*threads, leastWindow) / max(len(sets), 1)
			w.window.resize(min(max(share, threads, 1), w.Ahead())) // other sets may have no jobs
		}
		pause(ctx, windowEvery)
	}
}

// ownerSubject returns the subject at which the open sets of this client's owner answer.
func (c *Client) ownerSubject() string { return usersPrefix + nameOf([]byte(c.opt.Owner)) }
