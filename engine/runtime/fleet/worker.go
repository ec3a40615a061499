package fleet

import (
	"context"
	"errors"
	"iter"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/outflank/outflank/engine/runtime/parallel"
)

// A Worker does jobs.
type Worker struct {
	Name    string // unique among concurrent workers
	Build   string // build of the program
	Threads int    // concurrent jobs; 0 = 1
	// Dir is the folder for files. No other running worker may use it. Fetched files are removed at the end.
	Dir   string
	Kinds map[string]parallel.Opener

	MaxFiles int64 // limit of the files in Dir, in bytes; files of open sets stay; 0 = DefaultMaxFiles
	Programs bool  // whether it accepts jobs that start programs
}

// An Event reports that a worker has finished a job or a parcel of short jobs.
type Event struct {
	Set, Kind, Job string
	Jobs           int           // 1, or the number of jobs in the parcel
	Took           time.Duration // 0 for a job that was not started
	Err            error         // reason for the failure; nil = answered
}

// Work does jobs until ctx ends, and yields an event for each finished job. When ctx ends, it finishes the
// jobs in progress; when the caller stops ranging, it drops them. It waits while the server does not answer.
// It stops at the first error.
func (w Worker) Work(ctx context.Context, c *Client) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		h := newHand(w, c)
		defer h.sets.end()
		stop, err := h.listen()
		if err != nil {
			yield(Event{}, err)
			return
		}
		defer stop()
		q, out, err := c.quarantine(ctx, c.id)
		if out {
			err = &q
		}
		if err != nil && ctx.Err() == nil {
			yield(Event{}, err)
		}
		if err != nil {
			return
		}
		work, kill := context.WithCancel(context.WithoutCancel(ctx))
		defer kill()
		go h.giveUp(ctx, work, kill)
		taking, stopTaking := context.WithCancel(ctx)
		defer stopTaking()
		defer context.AfterFunc(h.out, stopTaking)()
		events := make(chan Event)
		var threads sync.WaitGroup
		for i := range 2 * h.Threads {
			threads.Go(func() { h.thread(taking, work, i >= h.Threads, events) })
		}
		go func() { threads.Wait(); close(events) }()
		going := true
		for e := range events {
			if going && !yield(e, nil) {
				going = false
				stopTaking()
				kill()
			}
		}
		if h.out.Err() != nil && going {
			yield(Event{}, context.Cause(h.out))
		}
	}
}

// giveUp cancels the jobs of a worker that was told to stop, once the server has been away for
// [Options].Silence and their answers cannot be sent.
func (h *hand) giveUp(ctx, work context.Context, kill func()) {
	select {
	case <-ctx.Done():
	case <-work.Done():
	}
	for away := time.Duration(0); away < h.client.opt.Silence && work.Err() == nil; {
		pause(work, h.client.opt.Silence/10)
		if away += h.client.opt.Silence / 10; h.client.nats.IsConnected() {
			away = 0
		}
	}
	kill()
}

// A hand is a running worker.
type hand struct {
	Worker
	client  *Client
	started time.Time
	sets    *sets
	seats   chan struct{} // holds one value for each job in progress
	done    atomic.Int64
	failed  atomic.Int64
	out     context.Context // ends when the worker is quarantined
	leave   context.CancelCauseFunc
	mean    atomic.Int64 // recent mean time of a job, in nanoseconds
}

func newHand(w Worker, c *Client) *hand {
	h := &hand{Worker: w, client: c, started: time.Now()}
	h.Threads = max(w.Threads, 1)
	h.out, h.leave = context.WithCancelCause(context.Background())
	h.seats = make(chan struct{}, h.Threads)
	h.sets = newSets(h.load, &cache{dir: w.Dir, most: w.MaxFiles, files: map[string]*cached{}})
	h.mean.Store(int64(time.Hour))
	return h
}

// short is the longest mean time of jobs at which spare threads fetch jobs in advance. For such jobs, the
// round trip to the server would take a large part of the time. Longer jobs should go to other workers.
const short = 250 * time.Millisecond

// took records how long a job took.
func (h *hand) took(d time.Duration) {
	if mean := h.mean.Load(); mean > int64(short) && d < short {
		h.mean.Store(int64(d))
	} else {
		h.mean.Store(mean + (int64(d)-mean)/8)
	}
}

// thread does jobs one at a time until ctx ends; work is the context of the jobs. A spare thread takes jobs
// only while they are short, and does them while another thread waits for the server.
func (h *hand) thread(ctx, work context.Context, spare bool, events chan<- Event) {
	for ctx.Err() == nil {
		if spare && h.mean.Load() > int64(short) {
			pause(ctx, short)
			continue
		}
		within, cancel := context.WithTimeout(ctx, 5*time.Second)
		consumer, err := h.client.js.Consumer(within, jobsStream, consumerName(h.Build))
		cancel()
		if err != nil {
			pause(ctx, 500*time.Millisecond) // the server is away, or no client has opened a set of this build yet
			continue
		}
		h.take(ctx, work, consumer, spare, events)
	}
}

// take does the jobs of a consumer until ctx or the consumer ends. It fetches one message at a time, because
// each job needs heartbeats, and jobs in a buffer would have none.
func (h *hand) take(ctx, work context.Context, consumer jetstream.Consumer, spare bool, events chan<- Event) {
	for ctx.Err() == nil && !(spare && h.mean.Load() > int64(short)) {
		within, cancel := context.WithTimeout(ctx, 5*time.Second)
		m, err := consumer.Next(jetstream.FetchContext(within))
		cancel()
		if err != nil {
			if ctx.Err() == nil && !errors.Is(err, nats.ErrTimeout) && !errors.Is(err, context.DeadlineExceeded) {
				pause(ctx, 100*time.Millisecond)
				return // the consumer may be gone
			}
			continue
		}
		if e, ok := h.job(work, m, consumer.CachedInfo().Config.AckWait); ok {
			events <- e
		}
	}
}

// pause waits for a time, or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
