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

// Short jobs are sent together: to hand out a message and to take its answer costs about a millisecond. A
// parcel is as many jobs as take about parcelTime, and is done by one thread. A job that takes as long is a
// parcel by itself, as it is, so that a process that is started again finds its answer. What fails as a part
// of a parcel is sent again by itself.

const (
	parcelTime  = 100 * time.Millisecond // that a parcel should take
	maxParcel   = 256                    // jobs of a parcel
	parcelBytes = 256 << 10              // of its jobs
	gatherTime  = time.Millisecond       // that is waited for more jobs
)

// parcels are the jobs that wait to be sent.
type parcels struct {
	mu      sync.Mutex
	items   map[string]*item // by name, until they are answered
	waiting []*item
	wake    chan struct{} // has one where items wait
	mean    time.Duration // of a job, lately; 0 = unknown
	most    int           // jobs of a parcel

	before map[string]bool // jobs that an earlier process has sent by themselves; nil = none
}

// An item is a job, and the calls that wait for its answer.
type item struct {
	name    string
	in      []byte
	answers []chan reply
}

func newParcels() parcels {
	return parcels{items: map[string]*item{}, wake: make(chan struct{}, 1), most: maxParcel}
}

// submit has a job sent, unless it is under way, and waits for its answer.
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
		default: // the dispatcher knows
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

// answer gives an item's reply to the calls that wait for it.
func (p *parcels) answer(x *item, r reply) {
	p.mu.Lock()
	delete(p.items, x.name)
	p.mu.Unlock()
	for _, ch := range x.answers {
		ch <- r
	}
}

// next takes the items of a parcel.
func (p *parcels) next() (list []*item) {
	p.mu.Lock()
	defer p.mu.Unlock()
	n, bytes := p.size(), 0
	for len(p.waiting) > 0 && len(list) < n {
		x := p.waiting[0]
		alone := p.before[x.name] // its answer may be there
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

// size returns how many jobs a parcel should have.
func (p *parcels) size() int {
	if p.mean == 0 {
		return 1
	}
	return min(max(int(parcelTime/p.mean), 1), p.most)
}

// few tells whether fewer items wait than a parcel should have.
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
		word    int // that is the name
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

// took notes how long a parcel of n jobs took.
func (p *parcels) took(n int, d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	d = max(d/time.Duration(n), time.Microsecond)
	if p.mean == 0 {
		p.mean = d
	}
	p.mean += (d - p.mean) / 4
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

// deal has the jobs of a parcel done, and answers them.
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
			w.parcels.took(len(list), r.took)
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

// parcelName returns the name of a parcel of n jobs: that of the job where it is one.
func parcelName(data []byte, n int) string {
	if n == 1 {
		return nameOf(data)
	}
	return nameOf(data) + "-" + strconv.Itoa(n)
}

// jobsOf returns how many jobs a parcel of a name has.
func jobsOf(name string) int {
	_, text, several := strings.Cut(name, "-")
	if n, err := strconv.Atoi(text); several && err == nil && n > 1 && n <= maxParcel {
		return n
	}
	return 1
}

// join returns the data of a parcel: its one job as it is, or the length of each before it.
func join(parts [][]byte) (data []byte) {
	if len(parts) == 1 {
		return parts[0]
	}
	for _, p := range parts {
		data = append(binary.AppendUvarint(data, uint64(len(p))), p...)
	}
	return data
}

// split returns the n parts of what join returns.
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
