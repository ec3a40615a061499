package fleet

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/outflank/outflank/engine/parallel"
)

// A Do function does a job: the answer depends on the input and the set alone.
type Do = parallel.Do

// An Opener returns what does the jobs of a set with these settings. file returns the path on this
// machine of a file that the settings name. What close returns is called when the set is used no
// more; it may be nil.
type Opener = parallel.Opener

// A Worker does jobs.
type Worker struct {
	Name    string // by which others know it; those at work at the same time have different names
	Build   string // of the program
	Threads int    // jobs at once; 0 = 1
	Dir     string // folder for files; it holds what was fetched before
	Kinds   map[string]Opener

	Programs bool // whether it does the jobs of sets that start programs
}

// An Event is a job that a worker has ended.
type Event struct {
	Set, Kind, Job string
	Took           time.Duration // left zero for one that was not begun
	Err            error         // why it failed; nil = it was answered
}

// A deliveries limit is how often a job is handed out before it is parked: it has then ended or
// failed three workers.
const deliveries = 3

// Work does jobs until ctx ends, and yields each as it ends. Jobs under way then are finished
// unless the caller stops ranging. An error is the last thing it yields.
func (w Worker) Work(ctx context.Context, c *Client) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		h := &hand{Worker: w, client: c, sets: map[string]*opened{}, started: time.Now()}
		h.Threads = max(w.Threads, 1)
		defer h.closeSets()
		stop, err := h.presence()
		if err != nil {
			yield(Event{}, err)
			return
		}
		defer stop()
		work, kill := context.WithCancel(context.WithoutCancel(ctx))
		defer kill()
		events := make(chan Event)
		failed := make(chan error, h.Threads)
		var threads sync.WaitGroup
		for range h.Threads {
			threads.Go(func() {
				if err := h.thread(ctx, work, events); err != nil {
					failed <- err
				}
			})
		}
		go func() { threads.Wait(); close(events) }()
		going := true
		for e := range events {
			if going && !yield(e, nil) {
				going = false
				kill()
			}
		}
		select {
		case err := <-failed:
			if going {
				yield(Event{}, err)
			}
		default:
		}
	}
}

// A hand is a worker at work.
type hand struct {
	Worker
	client  *Client
	started time.Time
	done    atomic.Int64
	failed  atomic.Int64
	busy    atomic.Int64

	mu   sync.Mutex
	sets map[string]*opened
}

// thread takes jobs one at a time until ctx ends; work is the context of the jobs.
func (h *hand) thread(ctx, work context.Context, events chan<- Event) error {
	for ctx.Err() == nil {
		var consumer jetstream.Consumer
		err := h.client.retry(ctx, func(ctx context.Context) (err error) {
			consumer, err = h.client.jobs.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
				Durable: "build-" + buildToken(h.Build), FilterSubject: jobsPrefix + buildToken(h.Build) + ".>",
				AckPolicy: jetstream.AckExplicitPolicy, AckWait: h.client.opt.Silence, MaxAckPending: 1 << 16, MaxDeliver: -1,
			})
			return err
		})
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return fmt.Errorf("fleet: %w", err)
		}
		h.take(ctx, work, consumer, events)
	}
	return nil
}

// take does the jobs of a consumer until ctx ends or the connection breaks. One message at a time:
// the signs of life are for each job, and those that waited in a buffer would have none.
func (h *hand) take(ctx, work context.Context, consumer jetstream.Consumer, events chan<- Event) {
	for ctx.Err() == nil {
		within, cancel := context.WithTimeout(ctx, 5*time.Second)
		m, err := consumer.Next(jetstream.FetchContext(within))
		cancel()
		if err != nil {
			if ctx.Err() == nil && !errors.Is(err, nats.ErrTimeout) && !errors.Is(err, context.DeadlineExceeded) {
				pause(ctx, 100*time.Millisecond)
				return // the consumer may be gone: it is made again
			}
			continue
		}
		events <- h.job(work, m)
	}
}

// pause waits, or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// job does one job.
func (h *hand) job(ctx context.Context, m jetstream.Msg) Event {
	words := strings.Split(m.Subject(), ".") // outflank jobs build set job
	e := Event{Set: words[3], Job: words[4]}
	if m.Headers().Get(otherHeader) == h.Name && !h.alone(ctx, m) {
		e.Err = errOther
		_ = m.NakWithDelay(otherDelay) // else it is redelivered after the silence
		return e
	}
	if h.answered(ctx, m, e) {
		e.Err = h.client.retry(ctx, m.DoubleAck)
		return e
	}
	h.busy.Add(1)
	defer h.busy.Add(-1)
	alive, end := h.signs(ctx, m)
	begin := time.Now()
	set, out, err := h.answer(alive, e.Set, m)
	end()
	e.Took, e.Err = time.Since(begin), err
	if set != nil {
		e.Kind = set.kind
	}
	if ctx.Err() != nil {
		_ = m.Nak() // it was not the job's fault
		e.Err = ctx.Err()
		return e
	}
	if e.Err == nil {
		e.Err = h.reply(ctx, m, e, out)
	} else {
		h.fail(ctx, m, e)
	}
	if e.Err != nil {
		h.failed.Add(1)
	} else {
		h.done.Add(1)
	}
	return e
}

// answered tells whether a job has its answer already: the worker that gave it may have died before
// it acknowledged the job, and a coordinator that was started again may have sent it once more.
func (h *hand) answered(ctx context.Context, m jetstream.Msg, e Event) bool {
	meta, err := m.Metadata()
	if err != nil || meta.NumDelivered == 1 && m.Headers().Get(againHeader) == "" {
		return false
	}
	return h.client.retry(ctx, func(ctx context.Context) error {
		_, err := h.client.results.GetLastMsgForSubject(ctx, resultsPrefix+e.Set+"."+e.Job)
		return err
	}) == nil
}

// signs tells the server that the job is being done until end is called. The context ends when the
// server no longer believes it.
func (h *hand) signs(ctx context.Context, m jetstream.Msg) (alive context.Context, end func()) {
	alive, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	wg.Go(func() {
		tick := time.NewTicker(h.client.opt.Silence / 3)
		defer tick.Stop()
		for {
			select {
			case <-alive.Done():
				return
			case <-tick.C:
				_ = m.InProgress() // lost while the server is away; it hands the job out again then
			}
		}
	})
	return alive, func() { cancel(); wg.Wait() }
}

// answer does the work of a job.
func (h *hand) answer(ctx context.Context, id string, m jetstream.Msg) (set *opened, out []byte, err error) {
	meta, err := m.Metadata()
	if err != nil {
		return nil, nil, err
	}
	if m.Headers().Get(otherHeader) == "" && meta.NumDelivered > deliveries {
		return nil, nil, fmt.Errorf("handed out %d times and never answered: it ends its workers", deliveries)
	}
	set, err = h.open(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	in := m.Data()
	if name := m.Headers().Get(objectHeader); name != "" {
		if in, err = h.client.get(ctx, name); err != nil {
			return set, nil, err
		}
	}
	out, err = doSafely(ctx, set.do, in)
	return set, out, err
}

// doSafely turns a panic into an error: it is the job's failure, not the end of the worker.
func doSafely(ctx context.Context, do Do, in []byte) (out []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return do(ctx, in)
}

// reply publishes an answer and then acknowledges the job.
func (h *hand) reply(ctx context.Context, m jetstream.Msg, e Event, out []byte) error {
	if len(out) > maxObject {
		err := fmt.Errorf("fleet: the answer has %d bytes, at most %d are sent", len(out), maxObject)
		h.fail(ctx, m, Event{Set: e.Set, Job: e.Job, Err: err})
		return err
	}
	r := &nats.Msg{Subject: resultsPrefix + e.Set + "." + e.Job, Header: nats.Header{}, Data: out}
	r.Header.Set(workerHeader, h.Name)
	r.Header.Set(sumHeader, nameOf(out))
	if len(out) > maxInline {
		if err := h.client.put(ctx, nameOf(out), out); err != nil {
			return err
		}
		r.Header.Set(objectHeader, nameOf(out))
		r.Data = nil
	}
	if err := h.client.publishOnce(ctx, r); err != nil {
		return err
	}
	return h.client.retry(ctx, m.DoubleAck)
}

// fail hands a job back, or parks it if it has failed often enough.
func (h *hand) fail(ctx context.Context, m jetstream.Msg, e Event) {
	meta, err := m.Metadata()
	if err != nil || meta.NumDelivered < deliveries {
		_ = m.NakWithDelay(h.client.opt.Silence / 10)
		return
	}
	p := &nats.Msg{Subject: parkedPrefix + e.Set + "." + e.Job, Header: nats.Header{}, Data: m.Data()[:min(len(m.Data()), 1<<10)]}
	p.Header.Add(reasonHeader, fmt.Sprintf("worker %s: %v", h.Name, e.Err))
	p.Header.Set(workerHeader, h.Name)
	if h.client.publishOnce(ctx, p) == nil {
		_ = h.client.retry(ctx, m.DoubleAck)
	}
}

// errOther is why a worker leaves a job to another one.
var errOther = errors.New("left to another worker")

const (
	otherDelay = 200 * time.Millisecond
	otherTries = 10 // after each so many a worker asks whether there is another one
)

// alone tells whether a job that another worker should do has found none, and there is none.
func (h *hand) alone(ctx context.Context, m jetstream.Msg) bool {
	meta, err := m.Metadata()
	if err != nil || meta.NumDelivered%otherTries != 0 {
		return false
	}
	list, err := h.client.Workers(ctx, time.Second)
	return err == nil && !slices.ContainsFunc(list, func(w WorkerStatus) bool { return w.Build == h.Build && w.Name != h.Name })
}
