package fleet

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A Work is an open set: it sends jobs to workers and receives their answers. It implements [parallel.Jobs].
type Work struct {
	client *Client
	set    Set
	id     string
	old    bool // the set was opened before: jobs may be queued, or answered just when they are sent again

	results jetstream.ConsumeContext
	closed  *nats.Subscription // tells when a client takes the set from the server
	sweep   chan struct{}      // asks for a look at what is waited for
	stop    context.CancelFunc // ends sweeping
	swept   sync.WaitGroup

	mu      sync.Mutex
	waiting map[string]*wait
	verdict Verified
	kept    kept
	shared  string // hash of what was shared last
}

// Verified counts the jobs of a set that were done twice.
type Verified struct {
	Jobs int // done twice with the same answer
	Same int // of these, done twice by the same worker, because there was no other
}

// Headers of messages.
const (
	workerHeader   = "Outflank-Worker"   // that answered
	objectHeader   = "Outflank-Object"   // the data is the object of this hash
	sumHeader      = "Outflank-Sum"      // hash of the data
	otherHeader    = "Outflank-Other"    // a worker that has done the job, so that another one should
	againHeader    = "Outflank-Again"    // the job may have been answered before
	programsHeader = "Outflank-Programs" // the job starts programs
	reasonHeader   = "Outflank-Reason"   // why a job was parked, once for each failure
)

// Open opens a set. It tries dead-lettered jobs again.
func (c *Client) Open(ctx context.Context, s Set) (*Work, error) {
	if !(s.Verify >= 0 && s.Verify <= 1) {
		return nil, fmt.Errorf("fleet: share of jobs to verify %v: want 0 to 1", s.Verify)
	}
	id, old, err := c.upload(ctx, s)
	if err != nil {
		return nil, fmt.Errorf("fleet: %w", err)
	}
	w := &Work{client: c, set: s, id: id, old: old, waiting: map[string]*wait{}, sweep: make(chan struct{}, 1)}
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

// Ahead returns the number of concurrent jobs.
func (w *Work) Ahead() int { return cmp.Or(w.set.Ahead, defaultAhead) }

// Verified returns the number of jobs done twice so far.
func (w *Work) Verified() Verified {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.verdict
}

// jobSubject returns the subject of a job of the set.
func (w *Work) jobSubject(job string) string {
	return jobsPrefix + buildToken(w.set.Build) + "." + w.id + "." + job
}

// Do sends a job to the workers and returns the answer. For a verified job it waits for both answers, so it
// never returns an answer that another worker refutes. It is safe for concurrent use. When ctx ends, the job
// stays in the queue. The error is a [*ParkedError] for a job that no worker could do, a [*DisputeError] if
// two workers answered differently, and [ErrGone] if a client has removed the set from the server.
func (w *Work) Do(ctx context.Context, in []byte) ([]byte, error) {
	job := nameOf(in)
	first, err := w.ask(ctx, job, in, nil)
	if err != nil || !w.verifies(job) {
		return first.data, err
	}
	second, err := w.ask(ctx, job+"-again", in, nats.Header{otherHeader: {first.worker}})
	if err != nil {
		return nil, err
	}
	if same := w.set.Same; string(first.data) != string(second.data) &&
		(same == nil || !same(first.data, second.data)) {
		return nil, &DisputeError{Job: job, Input: in, Workers: [2]string{first.worker, second.worker}}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.verdict.Jobs++
	if first.worker == second.worker {
		w.verdict.Same++
	}
	return first.data, nil
}

// sharedMark is what names of shared data begin with.
const sharedMark = "shared."

// Share sends data for later jobs. They get it from file of the [parallel.Opener] by the returned name, until
// the next Share.
func (w *Work) Share(ctx context.Context, data []byte) (string, error) {
	name, prefix := nameOf(data), under(w.id)+sharedMark
	if err := w.client.put(ctx, prefix, data); err != nil {
		return "", fmt.Errorf("fleet: %w", err)
	}
	w.mu.Lock()
	before := w.shared
	w.shared = name
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

// verifies tells whether a job is one of those that are done twice. Its hash with the secret decides,
// so that it does not depend on what happened before.
func (w *Work) verifies(job string) bool {
	if w.set.Varies {
		return false
	}
	sum := sha256.Sum256(append([]byte(job), w.set.Secret...))
	return float64(binary.BigEndian.Uint32(sum[:])) < w.set.Verify*(math.MaxUint32+1)
}

// ask sends a job unless it is queued or answered, and waits for the answer.
func (w *Work) ask(ctx context.Context, job string, in []byte, head nats.Header) (r reply, err error) {
	answer := make(chan reply, 1)
	again := func(ctx context.Context) error { return w.send(ctx, job, in, head) }
	if w.await(job, answer, again) {
		known, err := w.known(ctx, job)
		if err == nil && !known {
			err = again(ctx)
		}
		if err != nil {
			w.forget(job, answer) // other calls that wait for it look after it
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
	case r.object != "":
		r.data, err = w.large(ctx, job, r)
		share(reply{data: r.data, worker: r.worker, err: err}, r.share)
	}
	return r, err
}

// send queues a job. That it is queued already, by a process that was killed or by a try whose
// answer was lost, is as good.
func (w *Work) send(ctx context.Context, job string, in []byte, head nats.Header) error {
	m := &nats.Msg{Subject: w.jobSubject(job), Header: nats.Header{}, Data: in}
	maps.Copy(m.Header, head)
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

// Close ends the set when its work is done. It removes the set's data from the server, and workers abandon
// its jobs.
func (w *Work) Close() error {
	w.leave()
	return w.client.remove(context.Background(), w.id)
}

// Leave ends the set on this side only. Workers still do the queued jobs, and a process that opens the set
// again finds their answers.
func (w *Work) Leave() { w.leave() }

// remove takes all of a set from the server, the header first: without it, the set is
// gone.
func (c *Client) remove(ctx context.Context, id string) error {
	err := c.retry(ctx, func(ctx context.Context) error {
		return errors.Join(
			c.clearOf(ctx, c.streams.files, under(id)+">"), c.clearOf(ctx, c.streams.jobs, jobsPrefix+"*."+id+".>"),
			c.clear(ctx, resultsPrefix+id+".>"), c.clear(ctx, parkedPrefix+id+".>"), c.clear(ctx, triesPrefix+id+".>"),
			c.clear(ctx, chunksPrefix+id+".>"),
		)
	})
	if err == nil && c.nats.Publish(closedSubject, []byte(id)) == nil {
		_ = c.nats.FlushTimeout(time.Second) // workers that miss it find out later
	}
	return err
}

// clear takes what workers wrote under a subject.
func (c *Client) clear(ctx context.Context, subject string) error {
	return c.clearOf(ctx, c.streams.results, subject)
}

func (c *Client) clearOf(ctx context.Context, s jetstream.Stream, subject string) error {
	return s.Purge(ctx, jetstream.WithPurgeSubject(subject))
}

// lastWord returns what stands behind the last dot of a subject.
func lastWord(subject string) string { return subject[strings.LastIndexByte(subject, '.')+1:] }
