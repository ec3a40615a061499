package fleet

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/outflank/outflank/engine/runtime/parallel"
)

// A worker's answer counts if the worker received the job and the set's Check accepts the answer. This
// process also repeats a share of the jobs and must get the same answers; workers cannot know which jobs.
// After one wrong answer, a worker gets no more jobs, and its earlier answers are computed again.

// A Quarantine describes a worker that gave a wrong answer: its answers do not count, and it gets no more
// jobs. The JSON fields are stable.
type Quarantine struct {
	Worker string    `json:"worker"` // name that the worker states
	ID     string    `json:"id"`     // identity, from its key, or from its connection if it has no key
	Build  string    `json:"build"`
	Set    string    `json:"set"`
	Job    string    `json:"job"`
	Why    string    `json:"why"`
	Since  time.Time `json:"since"`
}

// Error describes the quarantine to the worker.
func (q *Quarantine) Error() string {
	return fmt.Sprintf("fleet: this worker gets no more jobs because it gave a wrong answer: job %s: %s",
		q.Job, q.Why)
}

// trust holds a set's data about the reliability of its workers.
type trust struct {
	out      map[identity]bool // quarantined workers
	blamed   []Quarantine      // workers that this process quarantined
	verified int               // number of jobs that this process repeated
	taken    map[identity][]taken
	bytes    int              // size of taken
	dropped  map[identity]int // number of answers dropped from taken
	failed   error            // [*WrongError]
}

// A taken is a job with an answer that was returned to the caller.
type taken struct{ in, answer []byte }

// maxTaken limits the size of the jobs and answers kept for comparison, in bytes.
const maxTaken = 256 << 20

func newTrust() trust {
	return trust{out: map[identity]bool{}, taken: map[identity][]taken{}, dropped: map[identity]int{}}
}

// secret returns the secret that the coordinators of a set share. Workers cannot read it.
func (c *Client) secret(ctx context.Context, set string) ([]byte, error) {
	if err := c.publishOnce(ctx, &nats.Msg{Subject: secretPrefix + set, Data: []byte(rand.Text())}); err != nil {
		return nil, err
	}
	m, err := c.message(ctx, c.streams.results, secretPrefix+set)
	if err != nil {
		return nil, fmt.Errorf("fleet: %w", err)
	}
	return m.Data, nil
}

// passOf returns the pass of a job, which proves that a worker received the job.
func (w *Work) passOf(job string) string { return nameOf(append([]byte("pass "+job+" "), w.secret...)) }

// verifies reports whether this process repeats a job. The choice depends only on the secret and the job, so
// workers cannot know it, and a restarted process makes the same choice.
func (w *Work) verifies(job string) bool {
	if w.set.Varies || w.set.Here == nil {
		return false
	}
	sum := sha256.Sum256(append([]byte("verify "+job+" "), w.secret...))
	return float64(binary.BigEndian.Uint32(sum[:])) < w.set.Verify*(math.MaxUint32+1)
}

// judge returns the reason why an answer is wrong, or "" to accept it. It also returns this process's answer
// if that answer differs.
func (w *Work) judge(ctx context.Context, job string, in []byte, r reply) (own []byte, why string,
	err error) {
	if r.wrong != "" {
		return nil, r.wrong, nil
	}
	if w.set.Check != nil {
		if err := w.set.Check(in, r.data); err != nil {
			return nil, err.Error(), nil
		}
	}
	verified := w.verifies(job)
	if verified {
		if own, err = w.own(ctx, in); err != nil {
			return nil, "", err
		}
		if !w.same(own, r.data) {
			if again, err := w.own(ctx, in); err != nil || !w.same(own, again) {
				return nil, "", errors.Join(err, fmt.Errorf("fleet: job %s (%s): this machine answers it differently "+
					"from time to time: have its memory checked", job, excerpt(in)))
			}
			return own, "this machine answers the job differently, twice the same", nil
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.trust.failed != nil {
		return nil, "", w.trust.failed
	}
	if w.trust.out[r.id] {
		return nil, "it was wrong before", nil
	}
	if verified {
		w.trust.verified++
		return nil, "", nil
	}
	if !w.set.Varies {
		w.trust.take(r.id, taken{in, r.data})
	}
	return nil, "", nil
}

// take records an answer that is about to be returned to the caller.
func (t *trust) take(id identity, a taken) {
	if t.bytes += len(a.in) + len(a.answer); t.bytes > maxTaken {
		for id, list := range t.taken {
			t.dropped[id] += len(list)
		}
		clear(t.taken)
		t.bytes = 0
	}
	t.taken[id] = append(t.taken[id], a)
}

// forget removes and returns the recorded answers of a worker, with the number of answers that were dropped
// earlier.
func (t *trust) forget(id identity) (list []taken, dropped int) {
	list, dropped = t.taken[id], t.dropped[id]
	for _, a := range list {
		t.bytes -= len(a.in) + len(a.answer)
	}
	delete(t.taken, id)
	delete(t.dropped, id)
	return list, dropped
}

// count adds the numbers of this set's answers to the client's counts, because answers of closed sets cannot
// be requested again.
func (w *Work) count() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.client.mu.Lock()
	defer w.client.mu.Unlock()
	for id, list := range w.trust.taken {
		w.client.used[id] += len(list)
	}
	for id, n := range w.trust.dropped {
		w.client.used[id] += n
	}
}

// forget returns and clears the number of a worker's answers that were used in closed sets.
func (c *Client) forget(id identity) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := c.used[id]
	delete(c.used, id)
	return n
}

func (w *Work) same(a, b []byte) bool {
	return string(a) == string(b) || w.set.Same != nil && w.set.Same(a, b)
}

// own computes the answer to a job in this process.
func (w *Work) own(ctx context.Context, in []byte) ([]byte, error) {
	select {
	case w.seats <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-w.seats }()
	do, err := w.here()
	if err != nil {
		return nil, err
	}
	return doSafely(ctx, do, in)
}

// file returns the path of a file of the set, for jobs that this process does.
func (w *Work) file(name string) (path string, err error) {
	hash, shared := strings.CutPrefix(name, sharedMark)
	if !shared {
		return name, nil // the settings contain paths on this machine
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if hash != w.shared {
		return "", fmt.Errorf("the set has no file %q", name)
	}
	if w.path == "" {
		f, err := os.CreateTemp("", "outflank-shared-")
		if err != nil {
			return "", err
		}
		_, err = f.Write(w.data)
		w.path = f.Name()
		if err = errors.Join(err, f.Close()); err != nil {
			return "", err
		}
	}
	return w.path, nil
}

// removeFile removes the temporary file with the shared data.
func (w *Work) removeFile() {
	if w.path != "" {
		_ = os.Remove(w.path) // a leftover temporary file is harmless
		w.path = ""
	}
}

// blame quarantines a worker that gave a wrong answer, and checks its earlier answers, see askAgain.
func (w *Work) blame(ctx context.Context, r reply, job, why string) error {
	q := Quarantine{Worker: r.worker, ID: string(r.id), Build: w.set.Build, Set: w.id, Job: job,
		Why: printable(oneLine(why))}
	if r.id == "" {
		return nil // no worker is at fault
	}
	w.mu.Lock()
	known := w.trust.out[r.id]
	w.trust.out[r.id] = true
	if !known {
		w.trust.blamed = append(w.trust.blamed, q)
	}
	w.mu.Unlock()
	if known {
		return w.askAgain(ctx, q)
	}
	text, err := json.Marshal(q)
	if err == nil {
		err = w.client.publishOnce(ctx, &nats.Msg{Subject: quarantinePrefix + q.ID, Data: text})
	}
	if err == nil {
		err = w.client.retry(ctx, func(ctx context.Context) error {
			return w.client.clear(ctx, resultsPrefix+w.id+".*."+q.ID)
		})
	}
	if err != nil {
		return err
	}
	return w.askAgain(ctx, q)
}

// settle checks the earlier answers of all quarantined workers, including workers that other
// coordinators quarantined, see askAgain.
func (w *Work) settle(ctx context.Context) error {
	w.mu.Lock()
	ids := slices.Collect(maps.Keys(w.trust.out))
	w.mu.Unlock()
	for _, id := range ids {
		q, _, err := w.client.quarantine(ctx, id)
		if err == nil {
			err = w.askAgain(ctx, q)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// askAgain compares the earlier answers of a quarantined worker with new answers from others. It returns an
// error if callers have received wrong answers, or answers that cannot be compared.
func (w *Work) askAgain(ctx context.Context, q Quarantine) error {
	w.mu.Lock()
	list, dropped := w.trust.forget(identity(q.ID))
	w.mu.Unlock()
	dropped += w.client.forget(identity(q.ID))
	wrong := 0
	do := func(ctx context.Context, a taken) (bool, error) {
		answer, err := w.Do(ctx, a.in)
		return err == nil && !w.same(a.answer, answer), err
	}
	for differs, err := range parallel.Map(ctx, w.Ahead(), w.Ahead(), slices.Values(list), do) {
		if err != nil {
			return err
		}
		if differs {
			wrong++
		}
	}
	if wrong == 0 && dropped == 0 {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.trust.failed = &WrongError{Worker: q, Used: len(list) + dropped, Wrong: wrong, Unknown: dropped}
	return w.trust.failed
}

// leftOut reports whether a worker is quarantined.
func (w *Work) leftOut(id identity) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.trust.out[id]
}

// leaveOut records that a coordinator has quarantined a worker.
func (w *Work) leaveOut(subject string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.trust.out[identity(strings.TrimPrefix(subject, quarantinePrefix))] = true
}

// Blamed returns the workers that gave this process wrong answers in this set.
func (w *Work) Blamed() []Quarantine {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.trust.blamed)
}

// quarantine returns a worker's quarantine; ok is false if there is none.
func (c *Client) quarantine(ctx context.Context, id identity) (q Quarantine, ok bool, err error) {
	m, err := c.message(ctx, c.streams.results, quarantinePrefix+string(id))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return q, false, nil
	}
	if err == nil {
		err = json.Unmarshal(m.Data, &q)
		q.Since = m.Time
	}
	return q, err == nil, err
}

// Quarantined returns the quarantined workers, sorted by name.
func (c *Client) Quarantined(ctx context.Context) ([]Quarantine, error) {
	var info *jetstream.StreamInfo
	err := c.retry(ctx, func(ctx context.Context) (err error) {
		info, err = c.streams.results.Info(ctx, jetstream.WithSubjectFilter(quarantinePrefix+"*"))
		return err
	})
	if err != nil {
		return nil, err
	}
	list := []Quarantine{}
	for _, subject := range slices.Sorted(maps.Keys(info.State.Subjects)) {
		q, ok, err := c.quarantine(ctx, identity(strings.TrimPrefix(subject, quarantinePrefix)))
		if err != nil {
			return nil, err
		}
		if ok {
			list = append(list, q)
		}
	}
	slices.SortStableFunc(list, func(a, b Quarantine) int { return strings.Compare(a.Worker, b.Worker) })
	return list, nil
}

// Release readmits quarantined workers and returns them. Each name is a worker's name or identity; without
// names, Release readmits all workers.
func (c *Client) Release(ctx context.Context, names ...string) (released []Quarantine, err error) {
	list, err := c.Quarantined(ctx)
	if err != nil {
		return nil, err
	}
	released = []Quarantine{}
	for _, q := range list {
		if len(names) == 0 || slices.Contains(names, q.Worker) || slices.Contains(names, q.ID) {
			err := c.retry(ctx, func(ctx context.Context) error { return c.clear(ctx, quarantinePrefix+q.ID) })
			if err != nil {
				return released, err
			}
			released = append(released, q)
		}
	}
	return released, nil
}

// printable replaces unprintable characters, which could control a terminal.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, text)
}
