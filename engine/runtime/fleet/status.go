package fleet

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/engine/runtime/text"
)

// A WorkerStatus is the state that a worker reports. The JSON fields are stable.
type WorkerStatus struct {
	Name    string  `json:"name"`
	Build   string  `json:"build"`
	Threads int     `json:"threads"`
	Busy    int     `json:"busy"`    // threads that are doing a job
	Done    int64   `json:"done"`    // jobs answered
	Failed  int64   `json:"failed"`  // jobs that failed on this worker
	Seconds float64 `json:"seconds"` // since the worker started

	Programs bool    `json:"programs"` // whether it accepts jobs that start programs
	Rate     float64 `json:"rate"`     // jobs a second, see [Status.Rate]
}

// A SetStatus is the state of a set on a server. The JSON fields are stable.
type SetStatus struct {
	ID       string `json:"id"`
	Kind     string `json:"kind"`
	Build    string `json:"build"`
	Queued   int    `json:"queued"`   // jobs waiting or in progress
	Answered int    `json:"answered"` // answers on the server
	Parked   int    `json:"parked"`

	Owners []string `json:"owners"` // users that have the set open
	Left   *int     `json:"left"`   // seconds until the queued jobs are done; nil = unknown, see [Status.Rate]
}

// A ParkedJob is a dead-lettered job. The JSON fields are stable.
type ParkedJob struct {
	Set     string   `json:"set"`
	Job     string   `json:"job"`
	Input   string   `json:"input"`   // beginning of the input, quoted
	Reasons []string `json:"reasons"` // the workers' errors
}

// A Status is the state of a fleet. The JSON fields are stable.
type Status struct {
	Workers []WorkerStatus `json:"workers"`
	Sets    []SetStatus    `json:"sets"`
	Parked  []ParkedJob    `json:"parked"` // at most 20

	Quarantined []Quarantine `json:"quarantined"`
}

// maxParked limits the number of parked jobs in a status.
const maxParked = 20

// Rate computes each worker's speed since an earlier status, and how long the queued jobs of each set will
// take.
func (s *Status) Rate(before []WorkerStatus) {
	rates, queued := map[string]float64{}, map[string]int{}
	for i := range s.Workers {
		w := &s.Workers[i]
		for _, b := range before {
			if dt := w.Seconds - b.Seconds; b.Name == w.Name && dt > 0 {
				w.Rate = float64(w.Done-b.Done) / dt
			}
		}
		rates[w.Build] += w.Rate
	}
	for _, set := range s.Sets {
		queued[set.Build] += set.Queued
	}
	for i := range s.Sets {
		switch set := &s.Sets[i]; {
		case set.Queued == 0:
			set.Left = new(int)
		case rates[set.Build] > 0:
			left := int(math.Ceil(float64(queued[set.Build]) / rates[set.Build])) // one queue per build
			set.Left = &left
		}
	}
}

// Status returns the state of the server and the workers. It waits for a server that is away, and up to a
// time limit for the workers' answers.
func (c *Client) Status(ctx context.Context, within time.Duration) (s Status, err error) {
	if s.Workers, err = c.Workers(ctx, within); err != nil {
		return s, err
	}
	err = c.retry(ctx, func(ctx context.Context) error { return c.look(ctx, within, &s) })
	return s, err
}

// look adds everything but the workers to a status.
func (c *Client) look(ctx context.Context, within time.Duration, s *Status) (err error) {
	if s.Sets, err = c.sets(ctx); err != nil {
		return err
	}
	if err = c.owners(ctx, s.Sets, within); err != nil {
		return err
	}
	// A worker may answer just after its set was closed. Ignore such answers, which expire.
	s.Sets = slices.DeleteFunc(s.Sets, func(s SetStatus) bool { return s.Kind == "" && s.Queued == 0 })
	if s.Parked, err = c.parked(ctx); err != nil {
		return err
	}
	s.Quarantined, err = c.Quarantined(ctx)
	return err
}

// parked returns at most maxParked parked jobs.
func (c *Client) parked(ctx context.Context) ([]ParkedJob, error) {
	list := []ParkedJob{}
	info, err := c.streams.results.Info(ctx, jetstream.WithSubjectFilter(parkedPrefix+">"))
	if err != nil {
		return nil, err
	}
	for _, subject := range slices.Sorted(maps.Keys(info.State.Subjects)) {
		if len(list) == maxParked {
			break
		}
		m, err := c.streams.results.GetLastMsgForSubject(ctx, subject)
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			continue // its set has just been closed
		}
		if err != nil {
			return nil, err
		}
		words := strings.Split(subject, ".")
		job := ParkedJob{Set: words[2], Job: words[3], Input: excerpt(m.Data)}
		for _, reason := range m.Header.Values(reasonHeader) {
			job.Reasons = append(job.Reasons, printable(reason))
		}
		list = append(list, job)
	}
	return list, nil
}

// Workers returns the workers that answer within a time limit, sorted by name. The error is [ErrAway] while
// a broken connection is being restored.
func (c *Client) Workers(ctx context.Context, within time.Duration) ([]WorkerStatus, error) {
	answers, err := c.gather(ctx, pingSubject, within)
	if err != nil {
		return nil, err
	}
	list := []WorkerStatus{}
	for _, data := range answers {
		var w WorkerStatus
		if json.Unmarshal(data, &w) == nil {
			w.Name, w.Build = printable(w.Name), printable(w.Build)
			list = append(list, w)
		}
	}
	slices.SortFunc(list, func(a, b WorkerStatus) int { return cmp.Compare(a.Name, b.Name) })
	return list, nil
}

// maxGathered is the maximum number of answers that gather reads.
const maxGathered = 1 << 16

// gather sends a request to all subscribers of a subject, and returns the answers that arrive within a time
// limit.
func (c *Client) gather(ctx context.Context, subject string,
	within time.Duration) (list [][]byte, err error) {
	if !c.nats.IsConnected() {
		return nil, ErrAway
	}
	inbox := c.nats.NewRespInbox()
	answers, err := c.nats.SubscribeSync(inbox)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answers.Unsubscribe() }() // the connection may be gone
	if err := c.nats.PublishRequest(subject, inbox, nil); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	for len(list) < maxGathered {
		m, err := answers.NextMsgWithContext(ctx)
		if err != nil {
			break // no more answers arrived in time
		}
		list = append(list, m.Data)
	}
	return list, nil
}

// Full reports whether the server is full. Work then waits until sets are closed or there is room on the
// disk.
func (c *Client) Full(ctx context.Context) (bool, error) {
	err := c.streams.try(ctx)
	if c.allowed.Err() != nil {
		return false, context.Cause(c.allowed)
	}
	if isUnwritable(err) {
		return true, nil
	}
	for _, s := range []jetstream.Stream{c.streams.jobs, c.streams.files, c.streams.results} {
		if full, err := c.full(ctx, s); full || err != nil {
			return full, err
		}
	}
	return false, nil
}

// full reports whether a stream is nearly full.
func (c *Client) full(ctx context.Context, s jetstream.Stream) (bool, error) {
	info, err := s.Info(ctx)
	if err != nil {
		return false, err
	}
	room := info.Config.MaxBytes - int64(info.State.Bytes)
	return info.Config.MaxBytes > 0 && room < min(2*maxPayload, info.Config.MaxBytes/4), nil
}

// sets returns the state of each set, from the subjects in the streams.
func (c *Client) sets(ctx context.Context) ([]SetStatus, error) {
	by := map[string]*SetStatus{}
	for _, part := range []struct {
		stream jetstream.Stream
		prefix string
		word   int // index of the set's name in the subject
		add    func(s *SetStatus, jobs int)
	}{
		{c.streams.files, filesPrefix, 2, func(*SetStatus, int) {}},
		{c.streams.jobs, jobsPrefix, 3, func(s *SetStatus, n int) { s.Queued += n }},
		{c.streams.results, resultsPrefix, 2, func(s *SetStatus, n int) { s.Answered += n }},
		{c.streams.results, parkedPrefix, 2, func(s *SetStatus, n int) { s.Parked += n }},
		{c.streams.results, chunksPrefix, 2, func(*SetStatus, int) {}},
	} {
		info, err := part.stream.Info(ctx, jetstream.WithSubjectFilter(part.prefix+">"))
		if err != nil {
			return nil, err
		}
		for subject := range info.State.Subjects {
			words := strings.Split(subject, ".")
			if len(words) <= part.word || !isName(words[part.word]) {
				continue // written by another program
			}
			id := words[part.word]
			if by[id] == nil {
				by[id] = &SetStatus{ID: id}
			}
			name := ""
			if len(words) > part.word+1 {
				name = words[part.word+1]
			}
			part.add(by[id], jobsOf(name))
		}
	}
	list := []SetStatus{}
	for id, s := range by {
		if h, err := c.header(ctx, id); err == nil {
			s.Kind, s.Build = h.Kind, h.Build
		}
		list = append(list, *s)
	}
	slices.SortFunc(list, func(a, b SetStatus) int { return cmp.Compare(a.ID, b.ID) })
	return list, nil
}

// owners finds the users that have each set open. It waits up to a time limit for their answers.
func (c *Client) owners(ctx context.Context, list []SetStatus, within time.Duration) error {
	ask := func(ctx context.Context, set SetStatus) ([][]byte, error) {
		return c.gather(ctx, holdsPrefix+set.ID, within)
	}
	i := 0
	for answers, err := range parallel.Map(ctx, max(len(list), 1), max(len(list), 1), slices.Values(list), ask) {
		if err != nil {
			return err
		}
		list[i].Owners = []string{}
		for _, owner := range answers {
			list[i].Owners = append(list[i].Owners, printable(string(owner)))
		}
		slices.Sort(list[i].Owners)
		i++
	}
	return nil
}

// Drain removes sets from the server, by name or by prefix of a name; without names, it removes all sets.
// Queued jobs are dropped, unread answers are lost, and clients that wait for them get [ErrGone]. Drain
// returns the removed sets. If a name matches no set or more than one, it removes nothing and returns a
// misuse error.
func (c *Client) Drain(ctx context.Context, names ...string) ([]SetStatus, error) {
	list, err := c.sets(ctx)
	if err != nil {
		return nil, err
	}
	var chosen []SetStatus
	for _, name := range names {
		found := slices.DeleteFunc(slices.Clone(list), func(s SetStatus) bool {
			return !strings.HasPrefix(s.ID, name)
		})
		if len(found) != 1 {
			return nil, fault.Misusef("%s begin with %q: outflank fleet status lists them",
				text.Plural(len(found), "set"), name)
		}
		chosen = append(chosen, found...)
	}
	if len(names) > 0 {
		list = chosen
	}
	for _, s := range list {
		if err := c.remove(ctx, s.ID); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// listen answers status requests until stop is called. It also stops work on closed sets, and all work if
// this worker is quarantined.
func (h *hand) listen() (stop func(), err error) {
	ping, err := h.client.nats.Subscribe(pingSubject, func(m *nats.Msg) {
		text, err := json.Marshal(WorkerStatus{
			Name: h.Name, Build: h.Build, Threads: h.Threads, Busy: len(h.seats),
			Done: h.done.Load(), Failed: h.failed.Load(), Seconds: time.Since(h.started).Seconds(),
			Programs: h.Programs,
		})
		if err == nil {
			_ = m.Respond(text) // the client may be gone
		}
	})
	if err != nil {
		return nil, err
	}
	out, err := h.client.nats.Subscribe(quarantinePrefix+string(h.client.id), func(m *nats.Msg) {
		var q Quarantine
		_ = json.Unmarshal(m.Data, &q) // written by a coordinator
		h.leave(&q)
	})
	if err != nil {
		return nil, err
	}
	closed, err := h.client.nats.Subscribe(closedSubject, func(m *nats.Msg) { h.sets.closed(string(m.Data)) })
	if err != nil {
		return nil, err
	}
	return func() {
		_, _, _ = ping.Unsubscribe(), closed.Unsubscribe(), out.Unsubscribe() // the connection may be gone
	}, nil
}
