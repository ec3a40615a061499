package fleet

import (
	"context"
	"sync"
	"time"
)

// A window limits the number of a set's parcels in the queue. The user's open sets share the number of
// parcels that the available threads finish in queueTime, but each may queue at least one parcel for each
// thread. Parcels are done in the order in which they were sent, and a set sends another parcel when one is
// answered. Users of the same build therefore get equal shares of the workers, and a set that is opened
// late waits for few parcels of other sets. Without workers, the user's sets share idleWindow parcels.
type window struct {
	mu      sync.Mutex
	threads int           // threads of workers with the same build; -1 = not yet counted
	sets    int           // number of sets that the user has open
	job     time.Duration // mean time of a job; 0 = not yet known
	within  int
	wake    chan struct{} // closed and replaced when there may be room
}

const (
	firstWindow   = 8                      // parcels in the queue before the workers are counted
	idleWindow    = 64                     // parcels in the queue while there are no workers
	queueTime     = 2 * time.Second        // how long the parcels in the queue should take
	countEvery    = 2 * time.Second        // time between two counts of the workers
	countPatience = 300 * time.Millisecond // how long to wait for their answers
	firstPatience = 20 * time.Millisecond  // the same for the first count, which may miss workers
)

func newWindow() window { return window{threads: -1, sets: 1, wake: make(chan struct{})} }

// most returns the limit of parcels in the queue.
func (w *window) most() int {
	switch {
	case w.threads < 0 && w.job == 0:
		return firstWindow
	case w.threads == 0:
		return max(idleWindow/w.sets, 1)
	}
	threads := max(w.threads, 1)
	if w.job == 0 {
		return threads
	}
	// Each set may use all threads, because other sets of the user may have no jobs.
	return max(int(time.Duration(threads)*queueTime/max(w.job, parcelTime))/w.sets, threads)
}

// enter waits until the queue has room for another parcel.
func (w *window) enter(ctx context.Context) error {
	for {
		w.mu.Lock()
		if w.within < w.most() {
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

// learn sets the mean time of a job.
func (w *window) learn(job time.Duration) { w.change(func() { w.job = job }) }

func (w *window) change(do func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	do()
	close(w.wake)
	w.wake = make(chan struct{})
}

// fit adapts the window to the connected workers every countEvery, until ctx ends.
func (w *Work) fit(ctx context.Context) {
	none := 0 // consecutive counts without a worker; on a busy machine, answers can arrive too late
	for patience := firstPatience; ctx.Err() == nil; patience = countPatience {
		list, err := w.client.Workers(ctx, patience)
		sets, errSets := w.client.gather(ctx, w.client.ownerSubject(), patience)
		threads := 0
		for _, x := range list {
			if x.Build == w.set.Build {
				threads += x.Threads
			}
		}
		if err == nil && errSets == nil {
			if none++; threads > 0 {
				none = 0
			}
			if none == 0 || none > 2 {
				w.window.change(func() { w.window.threads, w.window.sets = threads, max(len(sets), 1) })
			}
		}
		if patience == countPatience {
			pause(ctx, countEvery)
		}
	}
}

// ownerSubject returns the subject at which the open sets of this client's owner answer.
func (c *Client) ownerSubject() string { return usersPrefix + nameOf([]byte(c.opt.Owner)) }
