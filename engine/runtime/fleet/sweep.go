package fleet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Normally no answer is lost. But a job can be neither queued nor answered if two processes ran the same
// command and one of them has ended, if the server lost its disk, or if a worker acknowledged the job without
// doing it. The client therefore checks each job that it waits for, at increasing intervals.

// maxLost is the number of times that a job is sent again after it left the queue without an answer.
const maxLost = 3

// maxPause is the longest time between two checks of a job.
const maxPause = 5 * time.Minute

// sweepUntil checks jobs until ctx ends.
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

// due returns the jobs that are due for a check, and schedules their next checks.
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

// lookAfterAll requests a check of all jobs.
func (w *Work) lookAfterAll() {
	w.mu.Lock()
	for _, x := range w.waiting {
		x.next = time.Time{}
	}
	w.mu.Unlock()
	select {
	case w.sweep <- struct{}{}:
	default: // a check has already been requested
	}
}

// lookAfter looks for the answer to a job and for the job in the queue. If it finds neither, it sends the job
// again.
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
	if known, err := w.known(ctx, job); known || err != nil { // it may have been answered in the meantime
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
		_ = again(ctx) // if this fails, the next check sends it
	}
}

// lost records that a job is neither queued nor answered. It returns the function that sends the job again;
// parked is true if the job was sent too often.
func (w *Work) lost(job string) (again func(context.Context) error, parked bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	x := w.waiting[job]
	if x == nil {
		return nil, false // it has just been answered
	}
	x.lost++
	x.pause = 2 * w.client.opt.Silence
	return x.again, x.lost > maxLost
}
