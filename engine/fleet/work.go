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

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A Work is an open set: jobs are sent to workers and their answers come back.
type Work struct {
	client  *Client
	set     Set
	id      string
	old     bool // the set was open before: answers may be there
	results jetstream.ConsumeContext

	mu      sync.Mutex
	waiting map[string][]chan reply
	asked   map[string]bool // jobs that were asked for before, and may be answered
	verdict Verified
}

// Verified counts the jobs of a set that were done twice.
type Verified struct {
	Jobs int // done twice with the same answer
	Same int // of these, by the same worker, as no other was there
}

// A reply is an answer, or why there is none.
type reply struct {
	data   []byte
	worker string
	parked []string
}

// Headers of messages.
const (
	workerHeader = "Outflank-Worker" // who answered
	objectHeader = "Outflank-Object" // the data is this object
	sumHeader    = "Outflank-Sum"    // hash of the data
	otherHeader  = "Outflank-Other"  // a job that this worker has done, so that another one should
	againHeader  = "Outflank-Again"  // the job may have been sent before, and be answered
	reasonHeader = "Outflank-Reason" // why a job was parked, once for each failure
)

// Open opens a set. Jobs that were parked before are tried again.
func (c *Client) Open(ctx context.Context, s Set) (*Work, error) {
	if !(s.Verify >= 0 && s.Verify <= 1) {
		return nil, fmt.Errorf("fleet: share of jobs to verify %v: want 0 to 1", s.Verify)
	}
	id, err := c.upload(ctx, s)
	if err != nil {
		return nil, err
	}
	w := &Work{client: c, set: s, id: id, waiting: map[string][]chan reply{}, asked: map[string]bool{}}
	err = c.retry(ctx, func(ctx context.Context) error {
		if err := c.results.Purge(ctx, jetstream.WithPurgeSubject(parkedPrefix+id+".>")); err != nil {
			return err
		}
		info, err := c.results.Info(ctx, jetstream.WithSubjectFilter(resultsPrefix+id+".>"))
		if err != nil {
			return err
		}
		w.old = len(info.State.Subjects) > 0
		queued, err := c.jobs.Info(ctx, jetstream.WithSubjectFilter(w.jobSubject(">")))
		w.old = w.old || err == nil && len(queued.State.Subjects) > 0
		return err
	})
	if err != nil {
		return nil, err
	}
	return w, w.listen(ctx)
}

// listen begins to take answers, those that come from now on.
func (w *Work) listen(ctx context.Context) error {
	consumer, err := w.client.js.OrderedConsumer(ctx, resultsStream, jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{resultsPrefix + w.id + ".>", parkedPrefix + w.id + ".>"}, DeliverPolicy: jetstream.DeliverNewPolicy,
	})
	if err != nil {
		return fmt.Errorf("fleet: %w", err)
	}
	w.results, err = consumer.Consume(func(m jetstream.Msg) { w.deliver(m.Subject(), m.Headers(), m.Data()) },
		jetstream.PullMaxMessagesWithBytesLimit(256, 8<<20))
	return err
}

// deliver hands an answer to those who wait for it. One that nobody waits for stays in the stream.
func (w *Work) deliver(subject string, head nats.Header, data []byte) {
	job := subject[strings.LastIndexByte(subject, '.')+1:]
	w.mu.Lock()
	list := w.waiting[job]
	delete(w.waiting, job)
	w.mu.Unlock()
	if len(list) == 0 {
		return
	}
	r := reply{data: data, worker: head.Get(workerHeader), parked: head.Values(reasonHeader)}
	if name := head.Get(objectHeader); name != "" {
		r.data = []byte(name) // fetched by who waits, so that others need not
		r.worker = objectMark + r.worker
	} else if len(r.parked) == 0 && nameOf(data) != head.Get(sumHeader) {
		r.parked = []string{fmt.Sprintf("worker %s: the answer's checksum is wrong", r.worker)}
	}
	for _, ch := range list {
		ch <- r
	}
}

// objectMark stands before the worker of a reply whose data is the name of an object.
const objectMark = "\x00"

// Ahead returns how many jobs may be under way at once.
func (w *Work) Ahead() int { return cmp.Or(w.set.Ahead, DefaultAhead) }

// Verified returns how many jobs have been done twice so far.
func (w *Work) Verified() Verified {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.verdict
}

// jobSubject returns the subject of a job of the set.
func (w *Work) jobSubject(job string) string {
	return jobsPrefix + buildToken(w.set.Build) + "." + w.id + "." + job
}

// Do has a job done and returns the answer. Several goroutines may call it at once. When ctx ends
// the job stays in the queue, see [Work.Cancel]. The error is a [*ParkedError] for a job that no
// worker could do, and a [*DisputeError] where two workers answered differently.
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
	if same := w.set.Same; string(first.data) != string(second.data) && (same == nil || !same(first.data, second.data)) {
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
	w.mu.Lock()
	w.waiting[job] = append(w.waiting[job], answer)
	again := w.old || w.asked[job]
	w.asked[job] = true
	w.mu.Unlock()
	if !again || !w.known(ctx, job) {
		if err := w.send(ctx, job, in, head, again); err != nil {
			w.forget(job, answer)
			return r, err
		}
	}
	select {
	case r = <-answer:
	case <-ctx.Done():
		w.forget(job, answer)
		return r, ctx.Err()
	}
	if len(r.parked) > 0 {
		return r, &ParkedError{Job: job, Input: in, Reasons: r.parked}
	}
	if worker, ok := strings.CutPrefix(r.worker, objectMark); ok {
		r.worker = worker
		r.data, err = w.client.get(ctx, string(r.data))
	}
	return r, err
}

// forget takes back that somebody waits.
func (w *Work) forget(job string, answer chan reply) {
	w.mu.Lock()
	defer w.mu.Unlock()
	list := w.waiting[job]
	for i, ch := range list {
		if ch == answer {
			list = append(list[:i:i], list[i+1:]...)
		}
	}
	if w.waiting[job] = list; len(list) == 0 {
		delete(w.waiting, job)
	}
}

// known delivers the answer of a job that was done before.
func (w *Work) known(ctx context.Context, job string) bool {
	var m *jetstream.RawStreamMsg
	err := w.client.retry(ctx, func(ctx context.Context) (err error) {
		m, err = w.client.results.GetLastMsgForSubject(ctx, resultsPrefix+w.id+"."+job)
		return err
	})
	if err == nil {
		w.deliver(m.Subject, m.Header, m.Data)
	}
	return err == nil
}

// send queues a job. That it is queued already, by a process that was killed or by a try whose
// answer was lost, is as good.
func (w *Work) send(ctx context.Context, job string, in []byte, head nats.Header, again bool) error {
	m := &nats.Msg{Subject: w.jobSubject(job), Header: nats.Header{}, Data: in}
	maps.Copy(m.Header, head)
	if again {
		m.Header.Set(againHeader, "1")
	}
	if len(in) > maxInline {
		if err := w.client.put(ctx, nameOf(in), in); err != nil {
			return err
		}
		m.Header.Set(objectHeader, nameOf(in))
		m.Data = nil
	}
	return w.client.publishOnce(ctx, m)
}

// publishOnce publishes a message unless its subject has one. Where the stream is full it waits.
func (c *Client) publishOnce(ctx context.Context, m *nats.Msg) error {
	err := c.retry(ctx, func(ctx context.Context) error {
		_, err := c.js.PublishMsg(ctx, m, jetstream.WithExpectLastSequencePerSubject(0))
		return err
	})
	var api *jetstream.APIError
	if errors.As(err, &api) && (api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || strings.Contains(api.Description, "maximum messages per subject")) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("fleet: %s: %w", m.Subject, err)
	}
	return nil
}

// Close ends the set when its work is done: its answers are taken from the server.
func (w *Work) Close() error {
	w.Leave()
	return w.client.purge(context.Background(), w.id)
}

// Leave ends the set on this side only: queued jobs are done all the same, and a process that
// opens the set again finds their answers.
func (w *Work) Leave() {
	if w.results != nil {
		w.results.Stop()
		<-w.results.Closed()
	}
}

// purge takes all of a set from the server.
func (c *Client) purge(ctx context.Context, id string) error {
	return c.retry(ctx, func(ctx context.Context) error {
		return errors.Join(
			c.jobs.Purge(ctx, jetstream.WithPurgeSubject(jobsPrefix+"*."+id+".>")),
			c.results.Purge(ctx, jetstream.WithPurgeSubject(resultsPrefix+id+".>")),
			c.results.Purge(ctx, jetstream.WithPurgeSubject(parkedPrefix+id+".>")),
		)
	})
}
