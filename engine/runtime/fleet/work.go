package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/outflank/outflank/engine/runtime/parallel"
)

// A Work is an open set: it sends jobs to workers and receives their answers. It implements [parallel.Jobs].
type Work struct {
	client *Client
	set    Set
	id     string
	old    bool // the set was on the server, so its jobs may already be queued or answered

	results jetstream.ConsumeContext
	closed  *nats.Subscription // announces sets that a client removed from the server
	blamed  *nats.Subscription // announces quarantined workers
	held    *nats.Subscription // requests for the owner of the set
	owned   *nats.Subscription // requests for the number of sets that the owner has open
	sweep   chan struct{}      // requests a check of all jobs
	stop    context.CancelFunc // ends the goroutines in swept
	swept   sync.WaitGroup

	secret []byte                      // known to the coordinators of the set, see passOf
	here   func() (parallel.Do, error) // does jobs in this process
	seats  chan struct{}               // holds one value for each job in progress in this process

	mu      sync.Mutex
	waiting map[string]*wait
	kept    kept
	shared  string // hash of the latest shared data
	data    []byte // latest shared data
	path    string // path of a temporary file with data; "" = none
	trust   trust

	window  window
	parcels parcels
	gone    atomic.Bool    // a client has removed the set from the server
	under   sync.WaitGroup // parcels in progress
}

// Headers of messages.
const (
	workerHeader   = "Outflank-Worker"   // name of the worker that answered
	objectHeader   = "Outflank-Object"   // hash of the object with the data
	sumHeader      = "Outflank-Sum"      // hash of the data
	tookHeader     = "Outflank-Took"     // time that the parcel took
	passHeader     = "Outflank-Pass"     // proves that the worker received the job
	againHeader    = "Outflank-Again"    // the job may have been answered before
	programsHeader = "Outflank-Programs" // the job starts programs
	reasonHeader   = "Outflank-Reason"   // reasons why a job was parked, one value each
)

// Open opens a set. It tries dead-lettered jobs again.
func (c *Client) Open(ctx context.Context, s Set) (*Work, error) {
	if !(s.Verify >= 0 && s.Verify <= 1) {
		return nil, fmt.Errorf("fleet: share of jobs to verify %v: want 0 to 1", s.Verify)
	}
	if s.Programs {
		s.Here = nil // this machine may not have the programs
	}
	id, old, err := c.upload(ctx, s)
	if err != nil {
		return nil, fmt.Errorf("fleet: %w", err)
	}
	w := &Work{client: c, set: s, id: id, old: old, waiting: map[string]*wait{}, sweep: make(chan struct{}, 1),
		seats: make(chan struct{}, runtime.GOMAXPROCS(0)), trust: newTrust(), window: newWindow(),
		parcels: newParcels()}
	w.here = sync.OnceValues(func() (parallel.Do, error) { return s.Here(w.file) })
	if w.secret, err = c.secret(ctx, id); err != nil {
		return nil, err
	}
	if old {
		if w.parcels.before, err = c.sentBefore(ctx, id); err != nil {
			return nil, fmt.Errorf("fleet: %w", err)
		}
	}
	err = c.retry(ctx, func(ctx context.Context) error {
		if _, err := c.streams.jobs.CreateOrUpdateConsumer(ctx, consumer(s.Build, c.opt)); err != nil {
			return err
		}
		return errors.Join(c.clear(ctx, parkedPrefix+id+".>"), c.clear(ctx, triesPrefix+id+".>"))
	})
	if err == nil {
		err = w.listen(ctx)
	}
	if err != nil {
		w.leave()
		return nil, fmt.Errorf("fleet: %w", err)
	}
	return w, nil
}

// Ahead returns the limit of concurrent jobs.
func (w *Work) Ahead() int { return cmp.Or(w.set.Ahead, defaultAhead) }

// jobSubject returns the subject of a job of the set.
func (w *Work) jobSubject(job string) string {
	return jobsPrefix + buildToken(w.set.Build) + "." + w.id + "." + job
}

// Do queues a job, waits for a worker to do it, and returns the answer. It is safe for concurrent use. Do
// rejects wrong answers, see [Quarantine]. After a wrong answer, this process does the job if the set has
// Here; otherwise another worker does it. If ctx ends, the job stays in the queue.
//
// The error is a [*ParkedError] if no worker could do the job, a [*WrongError] if answers of a quarantined
// worker had been returned, and [ErrGone] if a client removed the set from the server.
func (w *Work) Do(ctx context.Context, in []byte) ([]byte, error) {
	job := nameOf(in)
	var reasons []string
	for len(reasons) < maxTries {
		r, err := w.submit(ctx, job, in)
		if err != nil {
			return nil, err
		}
		own, why, err := w.judge(ctx, job, in, r)
		if err != nil {
			return nil, err
		}
		if why == "" {
			return r.data, nil
		}
		if err := errors.Join(w.discard(ctx, r.job), w.blame(ctx, r, job, why)); err != nil {
			return nil, err
		}
		if own == nil && w.set.Here != nil {
			own, err = w.own(ctx, in)
		}
		if own != nil || err != nil {
			return own, err
		}
		reasons = append(reasons, fmt.Sprintf("worker %s: %s", r.worker, why))
	}
	return nil, &ParkedError{Job: job, Input: in, Reasons: reasons}
}

// sharedMark is the prefix of the names of shared data.
const sharedMark = "shared."

// Share sends data for later jobs and returns its name. Until the next Share, jobs can get the data under
// this name from the file function of the [parallel.Opener].
func (w *Work) Share(ctx context.Context, data []byte) (string, error) {
	name, prefix := nameOf(data), under(w.id)+sharedMark
	if err := w.client.put(ctx, prefix, data); err != nil {
		return "", fmt.Errorf("fleet: %w", err)
	}
	w.mu.Lock()
	before := w.shared
	w.shared, w.data = name, data
	w.removeFile()
	w.mu.Unlock()
	if before != "" && before != name {
		err := w.client.retry(ctx, func(ctx context.Context) error {
			return w.client.clearOf(ctx, w.client.streams.files, prefix+before+".>")
		})
		if err != nil {
			return "", fmt.Errorf("fleet: %w", err)
		}
	}
	return sharedMark + name, nil
}

// ask sends a parcel, unless it is queued or answered, and waits for the answer.
func (w *Work) ask(ctx context.Context, job string, in []byte) (r reply, err error) {
	answer := make(chan reply, 1)
	again := func(ctx context.Context) error { return w.send(ctx, job, in) }
	if w.await(job, answer, again) {
		known, err := w.known(ctx, job)
		if err == nil && !known {
			err = again(ctx)
		}
		if err != nil {
			w.forget(job, answer) // the job is still checked for other calls that wait for it
			return r, err
		}
	}
	select {
	case r = <-answer:
	case <-ctx.Done():
		w.forget(job, answer)
		select {
		case r = <-answer:
			share(r, r.share)
		default:
		}
		return r, ctx.Err()
	}
	switch {
	case r.err != nil:
		return r, r.err
	case len(r.parked) > 0:
		return r, &ParkedError{Job: job, Input: in, Reasons: r.parked}
	case r.object != "" && r.wrong == "":
		all := r.share
		r.data, err = w.large(ctx, job, r)
		switch {
		case errors.Is(err, jetstream.ErrMsgNotFound): // another process removed it or the worker never sent it
			r.wrong, r.id, err = "its data is not there", "", nil
		case err != nil && ctx.Err() == nil:
			r.wrong, err = err.Error(), nil
		}
		r.object, r.share, r.err = "", nil, err
		share(r, all)
	}
	return r, err
}

// send queues a job. It also succeeds if the job is already queued, by a killed process or by an attempt
// whose reply was lost.
func (w *Work) send(ctx context.Context, job string, in []byte) error {
	if w.gone.Load() {
		return ErrGone
	}
	m := &nats.Msg{Subject: w.jobSubject(job), Header: nats.Header{passHeader: {w.passOf(job)}}, Data: in}
	if w.old {
		m.Header.Set(againHeader, "1")
	}
	if w.set.Programs {
		m.Header.Set(programsHeader, "1")
	}
	if len(in) > maxInline {
		if err := w.client.put(ctx, under(w.id), in); err != nil {
			return err
		}
		m.Header.Set(objectHeader, nameOf(in))
		m.Data = nil
	}
	return w.client.publishOnce(ctx, m)
}

// Close ends a set whose work is done. Unless another process has the set open, Close removes it from the
// server, and workers stop its jobs.
func (w *Work) Close() error {
	err := w.settle(context.Background())
	w.leave()
	if err != nil {
		return err
	}
	w.count()
	return w.removeUnlessHeld()
}

// removeUnlessHeld removes the set from the server, unless another process has it open.
func (w *Work) removeUnlessHeld() error {
	ctx := context.Background()
	if err := w.client.retry(ctx, w.client.nats.FlushWithContext); err != nil { // waits for the connection
		return err
	}
	_, err := w.client.nats.Request(holdsPrefix+w.id, nil, time.Second)
	if err == nil || errors.Is(err, nats.ErrTimeout) { // a process that has the set open may be slow to answer
		return nil
	}
	return w.client.remove(ctx, w.id)
}

// Leave ends the set in this process only. Workers still do the queued jobs, and a process that opens the set
// later finds the answers.
func (w *Work) Leave() {
	w.leave()
	if w.gone.Load() { // also removes messages that were in transit
		_ = w.removeUnlessHeld()
	}
}

// remove removes a set from the server, beginning with the header, without which the set cannot be opened.
func (c *Client) remove(ctx context.Context, id string) error {
	err := c.retry(ctx, func(ctx context.Context) error {
		return errors.Join(
			c.clearOf(ctx, c.streams.files, under(id)+">"), c.clearOf(ctx, c.streams.jobs, jobsPrefix+"*."+id+".>"),
			c.clear(ctx, resultsPrefix+id+".>"), c.clear(ctx, parkedPrefix+id+".>"), c.clear(ctx, triesPrefix+id+".>"),
			c.clear(ctx, chunksPrefix+id+".>"), c.clear(ctx, secretPrefix+id),
		)
	})
	if err == nil && c.nats.Publish(closedSubject, []byte(id)) == nil {
		_ = c.nats.FlushTimeout(time.Second) // workers that miss it find out later
	}
	return err
}

// clear removes the messages of the results stream with a subject.
func (c *Client) clear(ctx context.Context, subject string) error {
	return c.clearOf(ctx, c.streams.results, subject)
}

func (c *Client) clearOf(ctx context.Context, s jetstream.Stream, subject string) error {
	return s.Purge(ctx, jetstream.WithPurgeSubject(subject))
}
