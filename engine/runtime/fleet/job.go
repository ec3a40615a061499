package fleet

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/outflank/outflank/engine/runtime/parallel"
)

// A job is the message in which the server sends a job to this worker.
type job struct {
	jetstream.Msg
	set, name string
	delivery  uint64        // number of the delivery, from 1
	silence   time.Duration // time without a heartbeat after which the server redelivers the job
}

// newJob returns the job of a message whose subject is jobsPrefix followed by build.set.job.
func newJob(m jetstream.Msg, silence time.Duration) (job, error) {
	words := strings.Split(m.Subject(), ".")
	meta, err := m.Metadata()
	if err != nil || len(words) != 5 {
		return job{}, fmt.Errorf("fleet: a message of the subject %s is no job", m.Subject())
	}
	return job{m, words[3], words[4], meta.NumDelivered, silence}, nil
}

// pass returns the proof that a worker received the job. Only such workers and the coordinators know it.
func (j job) pass() string { return j.Headers().Get(passHeader) }

// plain reports whether every worker of the build may do the job.
func (j job) plain() bool { return j.Headers().Get(programsHeader) == "" }

// leaveDelay is the delay before a declined job goes to another worker.
const leaveDelay = 200 * time.Millisecond

// job does the job or parcel of one message. It returns false if there is no outcome to report.
func (h *hand) job(ctx context.Context, m jetstream.Msg, silence time.Duration) (e Event, ok bool) {
	j, err := newJob(m, silence)
	if err != nil {
		_ = m.Term() // no worker can do it
		return Event{Err: err}, true
	}
	if !j.plain() && !h.Programs {
		_ = j.NakWithDelay(leaveDelay) // if this fails, the job is redelivered after the silence
		return e, false
	}
	e = Event{Set: j.set, Job: j.name, Jobs: jobsOf(j.name)}
	alive, end := signs(ctx, j)
	defer end()
	if j.delivery > 1 || j.Headers().Get(againHeader) != "" {
		if proceed, err := h.again(alive, j); !proceed {
			e.Err = err
			return e, err != nil
		}
	}
	select {
	case h.seats <- struct{}{}:
	case <-ctx.Done():
		h.handBack(j)
		return e, false
	}
	begin := time.Now()
	set, out, err := h.answer(alive, j)
	e.Took = time.Since(begin)
	<-h.seats
	if errors.Is(err, ErrGone) {
		_ = j.Ack() // if this fails, another worker finds the set gone
		return e, false
	}
	h.took(e.Took)
	wanted := ctx
	if set != nil {
		defer h.sets.release(set)
		e.Kind = set.kind
		var end func()
		wanted, end = set.during(ctx)
		defer end()
	}
	e.Err = h.settle(ctx, wanted, j, out, e.Took, err)
	if set != nil && set.ctx.Err() != nil {
		_ = j.Ack() // the set is closed
		return e, false
	}
	if e.Err != nil {
		h.failed.Add(1)
	} else {
		h.done.Add(int64(jobsOf(j.name)))
	}
	return e, true
}

// signs sends heartbeats for a job until end is called.
func signs(ctx context.Context, j job) (alive context.Context, end func()) {
	alive, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	wg.Go(func() {
		tick := time.NewTicker(j.silence / 3)
		defer tick.Stop()
		for {
			select {
			case <-alive.Done():
				return
			case <-tick.C:
				_ = j.InProgress() // if the server misses it, it redelivers the job
			}
		}
	})
	return alive, func() { cancel(); wg.Wait() }
}

// answer computes the answer to a job. The caller releases the set, unless it is nil.
func (h *hand) answer(ctx context.Context, j job) (set *opened, out []byte, err error) {
	if set, err = h.sets.open(ctx, j.set); err != nil {
		return nil, nil, err
	}
	in := j.Data()
	if name := j.Headers().Get(objectHeader); name != "" {
		if in, err = h.client.get(ctx, h.client.streams.files, under(j.set), name, maxObject); err != nil {
			return set, nil, away{err}
		}
	}
	ctx, end := set.during(ctx)
	defer end()
	jobs, ok := split(in, jobsOf(j.name))
	if !ok {
		return set, nil, fmt.Errorf("fleet: parcel %s has not as many jobs", j.name)
	}
	for i := range jobs {
		if jobs[i], err = doSafely(ctx, set.do, jobs[i]); err != nil {
			return set, nil, err
		}
	}
	return set, join(jobs), err
}

// An away error means that the server could not be reached. It does not count as a failure of the job.
type away struct{ error }

func (a away) Unwrap() error { return a.error }

// doSafely calls do and converts a panic to an error, so that the job fails but the worker continues.
func doSafely(ctx context.Context, do parallel.Do, in []byte) (out []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return do(ctx, in)
}

// settle publishes the outcome of a job and then acknowledges the job. ctx is the worker's context; wanted
// ends when ctx or the set ends.
func (h *hand) settle(ctx, wanted context.Context, j job, out []byte, took time.Duration, err error) error {
	if ctx.Err() != nil {
		h.handBack(j) // not a failure of the job
		return ctx.Err()
	}
	if wanted.Err() != nil {
		return wanted.Err()
	}
	if _, ok := errors.AsType[away](err); ok {
		h.handBack(j)
		return err
	}
	if err == nil && len(out) > maxObject {
		err = fmt.Errorf("the answer has %d bytes, at most %d are sent", len(out), maxObject)
	}
	if err != nil {
		return errors.Join(err, h.fail(wanted, j, err))
	}
	return h.reply(wanted, j, out, took)
}

// reply publishes an answer and then removes the job from the queue. It waits while the server is away or
// full.
func (h *hand) reply(ctx context.Context, j job, out []byte, took time.Duration) (err error) {
	r := &nats.Msg{Subject: answerSubject(j.set, j.name, h.client.id), Header: nats.Header{}, Data: out}
	r.Header.Set(workerHeader, h.Name)
	r.Header.Set(passHeader, j.pass())
	r.Header.Set(tookHeader, took.String())
	r.Header.Set(sumHeader, nameOf(out))
	if len(out) > maxInline {
		if err := h.client.put(ctx, chunksOf(j.set, j.name, h.client.id), out); err != nil {
			return err
		}
		r.Header.Set(objectHeader, nameOf(out))
		r.Data = nil
	}
	if err := h.client.publishOnce(ctx, r); err != nil {
		return err
	}
	j.settled()
	return nil
}

// settled acknowledges a job, which removes it from the queue. It does not wait for the server. If the server
// misses the message, it redelivers the job, and the next worker finds the outcome.
func (j job) settled() { _ = j.Ack() }
