package fleet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Answers come as messages, of which none is lost as long as all goes well. That a job is neither
// queued nor answered nevertheless happens: the same command was run twice at the same time and one
// of them has ended, the server lost its disk, or a worker acknowledged what it did not do. So
// the client that waits looks after the job from time to time, more and more rarely.

// maxLost is how often a job is sent again that was taken from the queue without an answer.
const maxLost = 3

// maxPause is the longest time between two looks after a job.
const maxPause = 5 * time.Minute

// sweepUntil looks after jobs until ctx ends.
func (w *Work) sweepUntil(ctx context.Context) {
	tick := time.NewTicker(w.client.opt.Silence / 2)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-w.sweep:
		}
		jobs := w.due(time.Now())
		if len(jobs) > 0 {
			w.makeRoom(ctx)
		}
		for _, job := range jobs {
			if ctx.Err() != nil {
				return
			}
			w.lookAfter(ctx, job)
		}
	}
}

// due returns the jobs that it is time to look after.
func (w *Work) due(now time.Time) (jobs []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for job, x := range w.waiting {
		if now.After(x.next) {
			x.pause = min(2*x.pause, maxPause)
			x.next = now.Add(x.pause)
			jobs = append(jobs, job)
		}
	}
	return jobs
}

// lookAfterAll has all jobs looked after soon.
func (w *Work) lookAfterAll() {
	w.mu.Lock()
	for _, x := range w.waiting {
		x.next = time.Time{}
	}
	w.mu.Unlock()
	select {
	case w.sweep <- struct{}{}:
	default: // it is asked for already
	}
}

// lookAfter finds the answer of a job, or the job in the queue, or sends it again.
func (w *Work) lookAfter(ctx context.Context, job string) {
	if known, err := w.known(ctx, job); known || err != nil {
		return
	}
	if w.gone.Load() {
		w.hand(job, reply{err: ErrGone})
		return
	}
	if _, err := w.client.message(ctx, w.client.streams.jobs, w.jobSubject(job)); !errors.Is(err,
		jetstream.ErrMsgNotFound) {
		return
	}
	if known, err := w.known(ctx, job); known || err != nil { // it may have been answered between the two
		return
	}
	there, err := w.client.has(ctx, under(w.id)+w.id)
	if err != nil {
		return
	}
	if !there {
		w.hand(job, reply{err: ErrGone})
		return
	}
	again, parked := w.lost(job)
	switch {
	case parked:
		w.hand(job, reply{parked: []string{fmt.Sprintf("it was taken from the queue %d times and never answered",
			maxLost+1)}})
	case again != nil:
		_ = again(ctx) // it is looked after again
	}
}

// lost notes that a job is neither queued nor answered, and returns what sends it again, unless that
// has been done often.
func (w *Work) lost(job string) (again func(context.Context) error, parked bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	x := w.waiting[job]
	if x == nil {
		return nil, false // it was answered just now
	}
	x.lost++
	x.pause = 2 * w.client.opt.Silence
	return x.again, x.lost > maxLost
}
