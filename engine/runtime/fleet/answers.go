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
	worker string
	parked []string
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
		w.deliver(m.Subject(), m.Headers(), m.Data())
		if meta, err := m.Metadata(); err == nil {
			w.keep(int64(len(m.Data())), meta.Sequence.Stream)
		}
	}, jetstream.PullMaxMessagesWithBytesLimit(256, 8<<20))
	if err != nil {
		return err
	}
	w.closed, err = w.client.nats.Subscribe(closedSubject, func(m *nats.Msg) {
		if string(m.Data) == w.id {
			w.lookAfterAll()
		}
	})
	if err != nil {
		return err
	}
	sweeping, stop := context.WithCancel(context.WithoutCancel(ctx))
	w.stop = stop
	w.swept.Go(func() { w.sweepUntil(sweeping) })
	return nil
}

// leave ends what listen began.
func (w *Work) leave() {
	if w.stop != nil {
		w.stop()
		w.swept.Wait()
	}
	if w.closed != nil {
		_ = w.closed.Unsubscribe() // the connection may be gone
	}
	if w.results != nil {
		w.results.Stop()
		<-w.results.Closed()
	}
}

// deliver hands an answer to the calls that wait for it. An answer that is not awaited stays in the stream.
func (w *Work) deliver(subject string, head nats.Header, data []byte) {
	r := reply{data: data, worker: head.Get(workerHeader), object: head.Get(objectHeader),
		parked: head.Values(reasonHeader)}
	if r.object == "" && len(r.parked) == 0 && nameOf(data) != head.Get(sumHeader) {
		r.parked = []string{fmt.Sprintf("worker %s: the answer's checksum is wrong", r.worker)}
	}
	if most := w.maxAnswer(); int64(len(data)) > most {
		r.parked = []string{fmt.Sprintf("worker %s: the answer has %d bytes, at most %d are read", r.worker,
			len(data), most)}
	}
	w.hand(lastWord(subject), r)
}

func (w *Work) maxAnswer() int64 { return cmp.Or(w.set.MaxAnswer, defaultMaxAnswer) }

// known delivers the answer of a job that was done before, if there is one.
func (w *Work) known(ctx context.Context, job string) (bool, error) {
	m, err := w.client.message(ctx, w.client.streams.results, resultsPrefix+w.id+"."+job)
	if err == nil && m.Header.Get(objectHeader) != "" {
		there, err := w.client.has(ctx, w.chunks(job)+m.Header.Get(objectHeader))
		if !there { // it was taken by a process that was killed then
			return false, errors.Join(err, w.client.clear(ctx, m.Subject))
		}
	}
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("fleet: %w", err)
	}
	w.deliver(m.Subject, m.Header, m.Data)
	return true, nil
}

// chunks is where the chunks of a large answer lie.
func (w *Work) chunks(job string) string { return chunksPrefix + w.id + "." + job + "." }

// large takes an answer that lies in chunks. These are not kept.
func (w *Work) large(ctx context.Context, job string, r reply) ([]byte, error) {
	data, err := w.client.get(ctx, w.client.streams.results, w.chunks(job), r.object, w.maxAnswer())
	if err != nil {
		return nil, fmt.Errorf("fleet: answer of worker %s: %w", r.worker, err)
	}
	return data, w.client.retry(ctx, func(ctx context.Context) error {
		return errors.Join(w.client.clear(ctx, resultsPrefix+w.id+"."+job), w.client.clear(ctx, w.chunks(job)+">"))
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
