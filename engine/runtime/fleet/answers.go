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

// A reply is an answer, or why there is none.
type reply struct {
	data   []byte
	object string // hash of the data where it is too large for a message
	worker string // as it calls itself
	id     identity
	job    string        // the parcel
	took   time.Duration // as the worker says
	parked []string
	wrong  string // why it is no answer
	err    error
	share  []chan reply // of others that wait for the same: an object can be taken once
}

// A wait is a job whose answer is awaited, and since when.
type wait struct {
	answers []chan reply
	again   func(context.Context) error // sends the job
	next    time.Time                   // when it is looked after the job
	pause   time.Duration               // that was waited for it
	lost    int                         // how often it was found neither queued nor answered
}

// await notes that an answer goes to a channel, which has room for one, and tells whether no other call
// waits for it.
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

// forget takes back a wait.
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

// hand gives a reply to the calls that wait for it.
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

// share gives a reply to channels; an object to the first, whose reader gives it to the others.
func share(r reply, list []chan reply) {
	if r.object != "" && len(list) > 0 {
		r.share, list = list[1:], list[:1]
	}
	for _, ch := range list {
		ch <- r
	}
}

// listen begins to take answers, those that come from now on, and to look after jobs.
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
			_ = w.client.clear(ctx, m.Subject()) // else the server is full earlier
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
		_ = m.Respond([]byte(w.client.opt.Owner)) // the client that asks may be gone
	})
	if err != nil {
		return err
	}
	w.owned, err = w.client.nats.Subscribe(w.client.ownerSubject(), func(m *nats.Msg) { _ = m.Respond(nil) })
	if err != nil {
		return err
	}
	sweeping, stop := context.WithCancel(context.WithoutCancel(ctx))
	w.stop = stop
	w.swept.Go(func() { w.sweepUntil(sweeping) })
	w.swept.Go(func() { w.fit(sweeping) })
	w.swept.Go(func() { w.dispatch(sweeping) })
	return nil
}

// leave ends what listen began.
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

// deliver hands an answer to the calls that wait for it, and tells whether it is one: of a worker that was
// handed the job, and was not wrong before. An answer that is not awaited stays in the stream.
func (w *Work) deliver(subject string, head nats.Header, data []byte) bool {
	job, id := answered(subject)
	if head.Get(passHeader) != w.passOf(job) || w.leftOut(id) {
		return false
	}
	r := reply{data: data, worker: printable(head.Get(workerHeader)), id: id, job: job,
		object: head.Get(objectHeader)}
	r.took, _ = time.ParseDuration(head.Get(tookHeader)) // else it was short
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

// known delivers the answer of a job that was done before, if there is one, and takes those away that are
// none.
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
			// it may have been taken by a process that was killed then
			if there, err = w.client.has(ctx, chunksOf(w.id, job, id)+object); err != nil {
				return false, err
			}
		}
		if there && w.deliver(m.Subject, m.Header, m.Data) {
			return true, nil
		}
		if err := w.client.clear(ctx, m.Subject); err != nil {
			return false, err
		}
	}
}

// chunksOf is where the chunks of a worker's large answer lie.
func chunksOf(set, job string, id identity) string {
	return chunksPrefix + set + "." + job + "." + string(id) + "."
}

// large takes an answer that lies in chunks. These are not kept.
func (w *Work) large(ctx context.Context, job string, r reply) ([]byte, error) {
	data, err := w.client.get(ctx, w.client.streams.results, chunksOf(w.id, job, r.id), r.object, w.maxAnswer())
	if err != nil {
		return nil, err
	}
	return data, w.discard(ctx, job)
}

// discard takes the answers to a job from the server.
func (w *Work) discard(ctx context.Context, job string) error {
	return w.client.retry(ctx, func(ctx context.Context) error {
		return errors.Join(w.client.clear(ctx, answerSubject(w.id, job, "*")),
			w.client.clear(ctx, chunksPrefix+w.id+"."+job+".>"))
	})
}

// kept has the answers on the server that clients have read. A restarted command finds them there. Old ones
// are removed, so long work does not fill the server.
type kept struct {
	most  int64  // bytes to keep: from this number to twice as many
	bytes int64  // since the mark
	mark  uint64 // sequence in the stream
	last  uint64 // of the answer that was taken last
}

const (
	maxKept      = 64 << 20
	keptShare    = 16  // of the stream, for each of the sets that share it
	messageBytes = 256 // about what a message takes besides its data
)

// keep counts an answer that was taken.
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

// dropBefore removes the answers before a sequence from the server. If that fails, the next call removes
// them.
func (w *Work) dropBefore(ctx context.Context, sequence uint64) {
	_ = w.client.streams.results.Purge(ctx, jetstream.WithPurgeSubject(resultsPrefix+w.id+".>"),
		jetstream.WithPurgeSequence(sequence))
}

// makeRoom takes all answers that were taken from a server that is nearly full.
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
