package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A reply is an answer to a parcel, or the reason why there is none.
type reply struct {
	data   []byte
	object string // hash of the data if it is too large for a message
	worker string // name that the worker states
	id     identity
	job    string        // name of the parcel
	took   time.Duration // as reported by the worker
	parked []string
	wrong  string // why the answer is invalid
	err    error
	share  []chan reply // other calls that wait for the same answer, because an object can be read only once
}

// A wait describes a job that calls are waiting for.
type wait struct {
	answers []chan reply
	again   func(context.Context) error // sends the job again
	next    time.Time                   // time of the next check of the job
	pause   time.Duration               // time between the last check and the next
	lost    int                         // number of checks that found the job neither queued nor answered
}

// await registers a channel for the answer to a job. The channel has room for one reply. await reports
// whether this is the first call that waits for the job.
func (w *Work) await(job string, answer chan reply, again func(context.Context) error) (first bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if first = w.waiting[job] == nil; first {
		pause := 2 * w.client.opt.Silence
		w.waiting[job] = &wait{again: again, next: time.Now().Add(pause), pause: pause}
	}
	w.waiting[job].answers = append(w.waiting[job].answers, answer)
	return first
}

// forget removes a channel that await registered.
func (w *Work) forget(job string, answer chan reply) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if x := w.waiting[job]; x != nil {
		x.answers = slices.DeleteFunc(x.answers, func(ch chan reply) bool { return ch == answer })
		if len(x.answers) == 0 {
			delete(w.waiting, job)
		}
	}
}

// hand passes a reply to all calls that wait for the job.
func (w *Work) hand(job string, r reply) {
	w.mu.Lock()
	x := w.waiting[job]
	delete(w.waiting, job)
	w.mu.Unlock()
	if x == nil {
		return
	}
	share(r, x.answers)
}

// share sends a reply to all channels. A reply with an object goes only to the first channel, whose receiver
// shares it with the others.
func share(r reply, list []chan reply) {
	if r.object != "" && len(list) > 0 {
		r.share, list = list[1:], list[:1]
	}
	for _, ch := range list {
		ch <- r
	}
}

// listen starts to receive new answers and to check jobs.
func (w *Work) listen(ctx context.Context) error {
	var next uint64
	err := w.client.retry(ctx, func(ctx context.Context) error {
		info, err := w.client.streams.results.Info(ctx)
		if err == nil {
			next, w.kept.most = info.State.LastSeq+1, min(maxKept, info.Config.MaxBytes/keptShare)
		}
		return err
	})
	if err != nil {
		return err
	}
	var consumer jetstream.Consumer
	err = w.client.retry(ctx, func(ctx context.Context) (err error) {
		consumer, err = w.client.js.OrderedConsumer(ctx, resultsStream, jetstream.OrderedConsumerConfig{
			FilterSubjects: []string{resultsPrefix + w.id + ".>", parkedPrefix + w.id + ".>"},
			DeliverPolicy:  jetstream.DeliverByStartSequencePolicy, OptStartSeq: next,
		})
		return err
	})
	if err != nil {
		return err
	}
	w.results, err = consumer.Consume(func(m jetstream.Msg) {
		if !w.deliver(m.Subject(), m.Headers(), m.Data()) {
			_ = w.client.clear(ctx, m.Subject()) // if this fails, the server fills sooner
		}
		if meta, err := m.Metadata(); err == nil {
			w.keep(int64(len(m.Data())), meta.Sequence.Stream)
		}
	}, jetstream.PullMaxMessagesWithBytesLimit(256, 8<<20))
	if err != nil {
		return err
	}
	w.closed, err = w.client.nats.Subscribe(closedSubject, func(m *nats.Msg) {
		if string(m.Data) == w.id {
			w.gone.Store(true)
			w.lookAfterAll()
		}
	})
	if err != nil {
		return err
	}
	w.blamed, err = w.client.nats.Subscribe(quarantinePrefix+"*", func(m *nats.Msg) { w.leaveOut(m.Subject) })
	if err != nil {
		return err
	}
	list, err := w.client.Quarantined(ctx)
	if err != nil {
		return err
	}
	for _, q := range list {
		w.leaveOut(quarantinePrefix + q.ID)
	}
	w.held, err = w.client.nats.Subscribe(holdsPrefix+w.id, func(m *nats.Msg) {
		_ = m.Respond([]byte(w.client.opt.Owner)) // the asking client may be gone
	})
	if err != nil {
		return err
	}
	w.owned, err = w.client.nats.Subscribe(w.client.ownerSubject(), func(m *nats.Msg) { _ = m.Respond(nil) })
	if err != nil {
		return err
	}
	// From now on, no process that ends the set removes it.
	if err := w.client.retry(ctx, w.client.nats.FlushWithContext); err != nil {
		return err
	}
	sweeping, stop := context.WithCancel(context.WithoutCancel(ctx))
	w.stop = stop
	w.swept.Go(func() { w.sweepUntil(sweeping) })
	w.swept.Go(func() { w.fit(sweeping) })
	w.swept.Go(func() { w.dispatch(sweeping) })
	return nil
}

// leave stops everything started by listen.
func (w *Work) leave() {
	if w.stop != nil {
		w.stop()
		w.swept.Wait()
		w.under.Wait()
	}
	for _, s := range []*nats.Subscription{w.closed, w.blamed, w.held, w.owned} {
		if s != nil {
			_ = s.Unsubscribe() // the connection may be gone
		}
	}
	if w.results != nil {
		w.results.Stop()
		<-w.results.Closed()
	}
}

// deliver passes an answer to the calls that wait for it. It returns false and drops the answer if the worker
// never received the job or is quarantined. An answer that no call waits for stays in the stream.
func (w *Work) deliver(subject string, head nats.Header, data []byte) bool {
	job, id := answered(subject)
	if head.Get(passHeader) != w.passOf(job) || w.leftOut(id) {
		return false
	}
	r := reply{data: data, worker: printable(head.Get(workerHeader)), id: id, job: job,
		object: head.Get(objectHeader)}
	r.took, _ = time.ParseDuration(head.Get(tookHeader)) // 0 if invalid
	for _, reason := range head.Values(reasonHeader) {
		r.parked = append(r.parked, printable(reason))
	}
	switch most := w.maxAnswer(); {
	case len(r.parked) > 0:
	case r.object == "" && nameOf(data) != head.Get(sumHeader):
		r.wrong = "the answer's checksum is wrong"
	case r.object != "" && !isName(r.object):
		r.wrong = "the answer is an object without a name"
	case int64(len(data)) > most:
		r.wrong = fmt.Sprintf("the answer has %d bytes, at most %d are read", len(data), most)
	}
	w.hand(job, r)
	return true
}

func (w *Work) maxAnswer() int64 { return cmp.Or(w.set.MaxAnswer, defaultMaxAnswer) }

// known delivers an existing answer to a job, and reports whether there is one. It removes answers that do
// not count.
func (w *Work) known(ctx context.Context, job string) (bool, error) {
	for {
		m, err := w.client.first(ctx, w.client.streams.results, answerSubject(w.id, job, "*"))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return false, nil
		}
		if err != nil {
			return false, fmt.Errorf("fleet: %w", err)
		}
		there := true
		if object := m.Header.Get(objectHeader); isName(object) {
			_, id := answered(m.Subject)
			// a process may have been killed after it removed the object
			if there, err = w.client.has(ctx, chunksOf(w.id, job, id)+object); err != nil {
				return false, err
			}
		}
		if there && w.deliver(m.Subject, m.Header, m.Data) {
			return true, nil
		}
		err = w.client.retry(ctx, func(ctx context.Context) error { return w.client.clear(ctx, m.Subject) })
		if err != nil {
			return false, err
		}
	}
}

// chunksOf returns the subject prefix of the chunks of a worker's large answer.
func chunksOf(set, job string, id identity) string {
	return chunksPrefix + set + "." + job + "." + string(id) + "."
}

// large reads an answer that is stored in chunks, and removes it from the server.
func (w *Work) large(ctx context.Context, job string, r reply) ([]byte, error) {
	data, err := w.client.get(ctx, w.client.streams.results, chunksOf(w.id, job, r.id), r.object, w.maxAnswer())
	if err != nil {
		return nil, err
	}
	return data, w.discard(ctx, job)
}

// discard removes all answers to a job from the server.
func (w *Work) discard(ctx context.Context, job string) error {
	return w.client.retry(ctx, func(ctx context.Context) error {
		return errors.Join(w.client.clear(ctx, answerSubject(w.id, job, "*")),
			w.client.clear(ctx, chunksPrefix+w.id+"."+job+".>"))
	})
}

// kept counts the answers that this client has read and that are still on the server. A restarted command
// finds them there. Old answers are removed, so that long-running work does not fill the server.
type kept struct {
	most  int64  // the server keeps between this many bytes and twice as many
	bytes int64  // size of the answers since the mark
	mark  uint64 // sequence number in the stream; the next removal covers the answers before it
	last  uint64 // sequence number of the last answer read
}

const (
	maxKept      = 64 << 20
	keptShare    = 16  // most is at most 1/16 of the stream
	messageBytes = 256 // approximate overhead of a message
)

// keep counts an answer that was read, and removes old answers when they exceed the limit.
func (w *Work) keep(bytes int64, sequence uint64) {
	w.mu.Lock()
	k := &w.kept
	k.bytes += bytes + messageBytes
	k.last = sequence
	mark, full := k.mark, k.bytes > k.most
	if full {
		k.bytes, k.mark = 0, sequence
	}
	w.mu.Unlock()
	if full && mark > 0 {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		w.dropBefore(ctx, mark)
	}
}

// dropBefore removes the answers before a sequence number from the server. If that fails, a later call
// removes them.
func (w *Work) dropBefore(ctx context.Context, sequence uint64) {
	_ = w.client.streams.results.Purge(ctx, jetstream.WithPurgeSubject(resultsPrefix+w.id+".>"),
		jetstream.WithPurgeSequence(sequence))
}

// makeRoom removes all answers that were read, if the server is nearly full.
func (w *Work) makeRoom(ctx context.Context) {
	full, err := w.client.full(ctx, w.client.streams.results)
	if err != nil || !full {
		return
	}
	w.mu.Lock()
	last := w.kept.last
	w.kept.bytes, w.kept.mark = 0, last
	w.mu.Unlock()
	w.dropBefore(ctx, last+1)
}
