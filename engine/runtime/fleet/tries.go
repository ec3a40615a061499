package fleet

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The number of deliveries is not the number of workers on which a job failed or crashed, because workers can
// decline a job or be told to stop. Workers therefore write a note for each delivery that failed or was
// handed back. From the second delivery on, they also write a note when they start the job.

// Outcomes of a delivery, as written in notes.
const (
	started = "started" // the worker started; without another note, it crashed
	failed  = "failed"  // the job failed; the data is the reason
	back    = "back"    // the job was handed back, which is not a failure
)

// maxTries is the number of workers on which a job may fail or crash before it is parked.
const maxTries = 3

// note writes a note for a delivery.
func (h *hand) note(ctx context.Context, j job, what, text string) error {
	return h.client.publishOnce(ctx, h.noteOf(j, what, text))
}

func (h *hand) noteOf(j job, what, text string) *nats.Msg {
	return &nats.Msg{Header: nats.Header{passHeader: {j.pass()}}, Data: []byte(text),
		Subject: fmt.Sprintf("%s%d.%s.%s", j.tries(), j.delivery, what, h.client.id)}
}

// tries returns the subject prefix of a job's notes.
func (j job) tries() string { return triesPrefix + j.set + "." + j.name + "." }

// tries returns the number of workers on which a job has failed or crashed, and the reasons.
func (h *hand) tries(ctx context.Context, j job) (n int, reasons []string, err error) {
	var info *jetstream.StreamInfo
	err = h.client.retry(ctx, func(ctx context.Context) (err error) {
		info, err = h.client.streams.results.Info(ctx, jetstream.WithSubjectFilter(j.tries()+">"))
		return err
	})
	if err != nil {
		return 0, nil, err
	}
	counts := map[string]bool{}
	if j.plain() && j.delivery > 1 {
		counts["1"] = true // the first delivery has no note of its start
	}
	var handedBack []string
	for _, s := range slices.Sorted(maps.Keys(info.State.Subjects)) {
		m, err := h.client.message(ctx, h.client.streams.results, s)
		words := strings.Split(strings.TrimPrefix(s, j.tries()), ".") // delivery, what, worker
		if err != nil || len(words) != 3 || m.Header.Get(passHeader) != j.pass() {
			continue // just removed, or written by a worker that never received the job
		}
		counts[words[0]] = true
		switch words[1] {
		case back:
			handedBack = append(handedBack, words[0])
		case failed:
			reasons = append(reasons, string(m.Data))
		}
	}
	for _, delivery := range handedBack {
		delete(counts, delivery)
	}
	if dead := len(counts) - len(reasons); dead > 0 {
		reasons = append(reasons, fmt.Sprintf("%d workers had it and were heard of no more", dead))
	}
	return len(counts), reasons, nil
}

// again reports whether to do a job that may have been delivered before. It acknowledges a job that has an
// answer, and parks a job that has failed too often.
func (h *hand) again(ctx context.Context, j job) (proceed bool, err error) {
	var info *jetstream.StreamInfo
	err = h.client.retry(ctx, func(ctx context.Context) (err error) {
		info, err = h.client.streams.results.Info(ctx,
			jetstream.WithSubjectFilter(answerSubject(j.set, j.name, "*")))
		return err
	})
	if err != nil {
		return false, err
	}
	if len(info.State.Subjects) > 0 { // a worker crashed after it answered, before it acknowledged the job
		j.settled()
		return false, nil
	}
	if j.delivery == 1 {
		return true, nil
	}
	n, reasons, err := h.tries(ctx, j)
	if err != nil {
		return false, err
	}
	if n >= maxTries {
		return false, errors.Join(fmt.Errorf("parked: %s", strings.Join(reasons, "; ")), h.park(ctx, j, reasons))
	}
	return true, h.note(ctx, j, started, h.Name)
}

// fail writes a note that a job failed. It hands the job back, or parks it if it has failed too often.
func (h *hand) fail(ctx context.Context, j job, why error) error {
	if err := h.note(ctx, j, failed, fmt.Sprintf("worker %s: %v", h.Name, why)); err != nil {
		return err
	}
	n, reasons, err := h.tries(ctx, j)
	if err != nil {
		return err
	}
	if n >= maxTries {
		return h.park(ctx, j, reasons)
	}
	return j.NakWithDelay(j.silence / 10)
}

// park records that no worker should try a job again, and removes it from the queue.
func (h *hand) park(ctx context.Context, j job, reasons []string) error {
	m := &nats.Msg{Subject: parkedPrefix + j.set + "." + j.name + "." + string(h.client.id),
		Header: nats.Header{passHeader: {j.pass()}}, Data: j.Data()[:min(len(j.Data()), 1<<10)]}
	for _, r := range reasons {
		m.Header.Add(reasonHeader, oneLine(r))
	}
	m.Header.Set(workerHeader, h.Name)
	if err := h.client.publishOnce(ctx, m); err != nil {
		return err
	}
	j.settled()
	return nil
}

// oneLine returns a text for use in headers: without line ends, and at most 4 KiB long.
func oneLine(text string) string {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }), " / ")
	return text[:min(len(text), 4<<10)]
}

// handBack returns a job to the queue, even if the worker is ending.
func (h *hand) handBack(j job) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if _, err := h.client.js.PublishMsg(ctx, h.noteOf(j, back, "")); err == nil {
		_ = j.Nak() // otherwise it is redelivered after the silence
	}
}
