package fleet

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Short jobs are sent together, because sending a message and receiving its answer takes about a millisecond.
// A parcel is a group of jobs that takes about parcelTime; one thread does it. A job that takes as long is
// sent alone and unchanged, so a restarted process finds its answer. If a parcel is parked, its jobs are sent
// again one by one.

const (
	parcelTime  = 100 * time.Millisecond // target duration of a parcel
	maxParcel   = 256                    // maximum number of jobs in a parcel
	parcelBytes = 256 << 10              // maximum size of the jobs in a parcel, in bytes
	gatherTime  = time.Millisecond       // how long to wait for more jobs
)

// parcels holds the jobs that are waiting to be sent.
type parcels struct {
	mu      sync.Mutex
	items   map[string]*item // by name, until they are answered
	waiting []*item
	wake    chan struct{} // holds a value while items wait
	mean    time.Duration // recent mean time of a job; 0 = unknown
	most    int           // maximum number of jobs in the next parcel

	before map[string]bool // parcels that an earlier process sent; nil = none
}

// An item is a job with the calls that wait for its answer.
type item struct {
	name    string
	in      []byte
	answers []chan reply
}

func newParcels() parcels {
	return parcels{items: map[string]*item{}, wake: make(chan struct{}, 1), most: maxParcel}
}

// submit queues a job to be sent, unless this process is already waiting for it, and waits for its answer.
func (w *Work) submit(ctx context.Context, name string, in []byte) (reply, error) {
	answer := make(chan reply, 1)
	p := &w.parcels
	p.mu.Lock()
	x := p.items[name]
	if x == nil {
		x = &item{name: name, in: in}
		p.items[name] = x
		p.waiting = append(p.waiting, x)
		select {
		case p.wake <- struct{}{}:
		default: // the dispatcher is already due to wake
		}
	}
	x.answers = append(x.answers, answer)
	p.mu.Unlock()
	select {
	case r := <-answer:
		return r, r.err
	case <-ctx.Done():
		return reply{}, ctx.Err()
	}
}

// answer passes an item's reply to the calls that wait for it.
func (p *parcels) answer(x *item, r reply) {
	p.mu.Lock()
	delete(p.items, x.name)
	p.mu.Unlock()
	for _, ch := range x.answers {
		ch <- r
	}
}

// next removes and returns the items of the next parcel.
func (p *parcels) next() (list []*item) {
	p.mu.Lock()
	defer p.mu.Unlock()
	n, bytes := p.size(), 0
	for len(p.waiting) > 0 && len(list) < n {
		x := p.waiting[0]
		alone := p.before[x.name] // its answer may be on the server
		if bytes += len(x.in); len(list) > 0 && (alone || bytes > parcelBytes) {
			break
		}
		list, p.waiting = append(list, x), p.waiting[1:]
		if alone {
			break
		}
	}
	return list
}

// size returns the number of jobs that the next parcel should have.
func (p *parcels) size() int {
	if p.mean == 0 {
		return 1
	}
	return min(max(int(parcelTime/p.mean), 1), p.most)
}

// few reports whether too few items wait to fill a parcel.
func (p *parcels) few() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.waiting) < p.size() && !(len(p.waiting) > 0 && p.before[p.waiting[0].name])
}

// sentBefore returns the names of the parcels of a set that are queued or answered.
func (c *Client) sentBefore(ctx context.Context, set string) (map[string]bool, error) {
	names := map[string]bool{}
	for _, part := range []struct {
		stream  jetstream.Stream
		subject string
		word    int // index of the name in the subject
	}{{c.streams.jobs, jobsPrefix + "*." + set + ".>", 4}, {c.streams.results, resultsPrefix + set + ".>", 3}} {
		err := c.retry(ctx, func(ctx context.Context) error {
			info, err := part.stream.Info(ctx, jetstream.WithSubjectFilter(part.subject))
			if err != nil {
				return err
			}
			for subject := range info.State.Subjects {
				if words := strings.Split(subject, "."); len(words) > part.word {
					names[words[part.word]] = true
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return names, nil
}

// took records that a parcel of n jobs took time d, and returns the mean time of a job.
func (p *parcels) took(n int, d time.Duration) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	d = max(d/time.Duration(n), time.Microsecond)
	if p.mean == 0 {
		p.mean = d
	}
	p.mean += (d - p.mean) / 4
	return p.mean
}

// dispatch sends parcels until ctx ends.
func (w *Work) dispatch(ctx context.Context) {
	p := &w.parcels
	for {
		select {
		case <-p.wake:
		case <-ctx.Done():
			return
		}
		for {
			if w.window.enter(ctx) != nil {
				return
			}
			if p.few() {
				pause(ctx, gatherTime)
			}
			list := p.next()
			if len(list) == 0 {
				w.window.leave()
				break
			}
			w.under.Go(func() {
				defer w.window.leave()
				w.deal(ctx, list)
			})
		}
	}
}

// deal sends a parcel, waits for its answer and answers its items.
func (w *Work) deal(ctx context.Context, list []*item) {
	ins := make([][]byte, len(list))
	for i, x := range list {
		ins[i] = x.in
	}
	data := join(ins)
	r, err := w.ask(ctx, parcelName(data, len(list)), data)
	if _, parked := errors.AsType[*ParkedError](err); parked && len(list) > 1 {
		for i := range list {
			w.deal(ctx, list[i:i+1])
		}
		return
	}
	if err == nil && r.wrong == "" {
		if parts, ok := split(r.data, len(list)); ok {
			w.window.learn(w.parcels.took(len(list), r.took))
			for i, x := range list {
				part := r
				part.data = parts[i]
				w.parcels.answer(x, part)
			}
			return
		}
		r.wrong = fmt.Sprintf("the answer is not one of %d jobs", len(list))
	}
	r.err = err
	for _, x := range list {
		w.parcels.answer(x, r)
	}
}

// parcelName returns the name of a parcel of n jobs. For a single job, it is the job's name.
func parcelName(data []byte, n int) string {
	if n == 1 {
		return nameOf(data)
	}
	return nameOf(data) + "-" + strconv.Itoa(n)
}

// jobsOf returns the number of jobs in the parcel with the given name.
func jobsOf(name string) int {
	_, text, several := strings.Cut(name, "-")
	if n, err := strconv.Atoi(text); several && err == nil && n > 1 && n <= maxParcel {
		return n
	}
	return 1
}

// join returns the data of a parcel: a single job unchanged, or each job preceded by its length.
func join(parts [][]byte) (data []byte) {
	if len(parts) == 1 {
		return parts[0]
	}
	for _, p := range parts {
		data = append(binary.AppendUvarint(data, uint64(len(p))), p...)
	}
	return data
}

// split is the inverse of join. It returns false if the data does not consist of n parts.
func split(data []byte, n int) (parts [][]byte, ok bool) {
	if n == 1 {
		return [][]byte{data}, true
	}
	for range n {
		length, k := binary.Uvarint(data)
		if k <= 0 || length > uint64(len(data)-k) {
			return nil, false
		}
		parts, data = append(parts, data[k:k+int(length):k+int(length)]), data[k+int(length):]
	}
	return parts, len(data) == 0
}
