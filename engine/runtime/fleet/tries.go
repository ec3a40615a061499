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

// How often a job has ended or failed workers is not how often it was handed out: some that had it
// have left it to others, or were told to end. So workers note the outcome of each delivery that
// went wrong, and from the second one on that they began.

// What a note says of a delivery.
const (
	started = "started" // where nothing else is said, the worker died
	failed  = "failed"  // the data is why
	back    = "back"    // it was handed back for no fault of the job
)

// maxTries is how many workers a job may end or fail before it is parked.
const maxTries = 3

// note writes the outcome of a delivery.
func (h *hand) note(ctx context.Context, j job, what, text string) error {
	return h.client.publishOnce(ctx, h.noteOf(j, what, text))
}

func (h *hand) noteOf(j job, what, text string) *nats.Msg {
	return &nats.Msg{Header: nats.Header{passHeader: {j.pass()}}, Data: []byte(text),
		Subject: fmt.Sprintf("%s%d.%s.%s", j.tries(), j.delivery, what, h.client.id)}
}

// tries is where the notes of a job lie.
func (j job) tries() string { return triesPrefix + j.set + "." + j.name + "." }

// tries returns how many workers a job has ended or failed, and what those said that it has failed.
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
		counts["1"] = true // that it was started is not noted
	}
	var handedBack []string
	for _, s := range slices.Sorted(maps.Keys(info.State.Subjects)) {
		m, err := h.client.message(ctx, h.client.streams.results, s)
		words := strings.Split(strings.TrimPrefix(s, j.tries()), ".") // delivery, what, worker
		if err != nil || len(words) != 3 || m.Header.Get(passHeader) != j.pass() {
			continue // it was taken away just now, or a worker wrote it that never had the job
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

// again looks after a job that was handed out before, and tells whether it is to be done.
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
	if len(info.State.Subjects) > 0 { // the worker died after its answer, before it acknowledged the job
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

// fail hands a job back that has failed, or parks it if it has failed often enough.
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

// park says that no other worker is to try a job, and takes it from the queue.
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

// oneLine returns a text for a header, which has no line ends.
func oneLine(text string) string {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }), " / ")
	return text[:min(len(text), 4<<10)]
}

// handBack gives a job to others, also when the worker ends.
func (h *hand) handBack(j job) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if _, err := h.client.js.PublishMsg(ctx, h.noteOf(j, back, "")); err == nil {
		_ = j.Nak() // else it is handed out after the silence
	}
}
