package fleet_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/outflank/outflank/engine/runtime/fleet"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// serveRoles starts a server with a token for workers, and returns what a worker can do with it by
// hand.
func serveRoles(t testing.TB, maxBytes int64) (s *fleet.Server, js jetstream.JetStream) {
	t.Helper()
	s, err := fleet.Serve(fleet.ServerOptions{Addr: "127.0.0.1:0", Dir: t.TempDir(), Token: "secret",
		WorkerToken: "worker", MaxBytes: maxBytes})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	conn, err := nats.Connect(s.URL(), nats.Token("worker"), nats.Name("mallory"),
		nats.CustomInboxPrefix(malloryInbox), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	if js, err = jetstream.New(conn, jetstream.WithDefaultTimeout(time.Minute)); err != nil {
		t.Fatal(err)
	}
	return s, js
}

// mallory is who does things by hand.
var mallory, malloryInbox = fleet.Identity("mallory")

// answerBy is an answer to a job by mallory, who was handed it.
func answerBy(w *fleet.Work, job, answer string) *nats.Msg {
	name := fleet.NameOf([]byte(job))
	return &nats.Msg{Subject: "outflank.results." + w.ID() + "." + name + "." + mallory, Data: []byte(answer),
		Header: nats.Header{"Outflank-Sum": {fleet.NameOf([]byte(answer))}, "Outflank-Worker": {"mallory"},
			"Outflank-Pass": {w.PassOf(name)}}}
}

// dialWorker connects with the worker's token.
func dialWorker(t testing.TB, s *fleet.Server) *fleet.Client {
	t.Helper()
	c, err := fleet.Dial(t.Context(), fleet.Options{URL: s.URL(), Token: "worker", Silence: deadAfter})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

var squareSet = fleet.Set{Set: parallel.Set{Kind: "square", Settings: []byte("0")}, Build: "b1"}

// TestWorkerRole: the worker's token lets a worker work, and do nothing else.
func TestWorkerRole(t *testing.T) {
	t.Parallel()
	s, js := serveRoles(t, 0)
	w := open(t, dial(t, s), squareSet)
	refused := map[string]func(ctx context.Context) error{
		"send a job": func(ctx context.Context) error {
			_, err := js.Publish(ctx, "outflank.jobs.b.s.j", nil)
			return err
		},
		"answer in the name of another": func(ctx context.Context) error {
			_, err := js.Publish(ctx, "outflank.results.s.j.other", nil)
			return err
		},
		"write a file": func(ctx context.Context) error {
			_, err := js.Publish(ctx, "outflank.files.s.h.0", nil)
			return err
		},
		"delete a stream": func(ctx context.Context) error { return js.DeleteStream(ctx, "OUTFLANK_JOBS") },
		"change a stream": func(ctx context.Context) error {
			_, err := js.UpdateStream(ctx, jetstream.StreamConfig{Name: "OUTFLANK_JOBS", Subjects: []string{"x"}})
			return err
		},
		"make a stream": func(ctx context.Context) error {
			_, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: "MINE", Subjects: []string{"mine"}})
			return err
		},
		"take another way to the jobs": func(ctx context.Context) error {
			_, err := js.CreateOrUpdateConsumer(ctx, "OUTFLANK_JOBS",
				jetstream.ConsumerConfig{Durable: "mine", AckPolicy: jetstream.AckExplicitPolicy})
			return err
		},
		"close a set": func(ctx context.Context) error {
			heard, err := dial(t, s).Heard("outflank.closed")
			if err != nil {
				return err
			}
			_ = js.Conn().Publish("outflank.closed", []byte("x"))
			_ = js.Conn().Flush()
			if !heard(300 * time.Millisecond) {
				return errors.New("nobody heard it")
			}
			return nil
		},
		"drain": func(ctx context.Context) error {
			jobs, err := js.Stream(ctx, "OUTFLANK_RESULTS")
			if err != nil {
				return nil // reading it is allowed
			}
			return jobs.Purge(ctx)
		},
	}
	var tries sync.WaitGroup
	for what, do := range refused {
		tries.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second) // what is refused is not answered
			defer cancel()
			if err := do(ctx); err == nil {
				t.Errorf("a worker may %s", what)
			}
		})
	}
	if tries.Wait(); t.Failed() {
		return
	}
	work(t, dialWorker(t, s), fleet.Worker{Name: "w", Build: "b1", Threads: 2, Kinds: squares(nil)})
	if err := ask(t.Context(), w, 50, 0); err != nil {
		t.Error(err)
	}
	if _, err := fleet.Dial(t.Context(), fleet.Options{URL: s.URL(), Token: "guess"}); err == nil {
		t.Error("a guessed token was taken")
	}
}

// TestSwallowed: a worker that acknowledges what it did not do delays a job, and is found.
func TestSwallowed(t *testing.T) {
	t.Parallel()
	s, js := serveRoles(t, 0)
	w := open(t, dial(t, s), squareSet)
	consumer := func() jetstream.Consumer {
		t.Helper()
		stream, err := js.Stream(t.Context(), "OUTFLANK_JOBS")
		if err != nil {
			t.Fatal(err)
		}
		info, err := stream.Info(t.Context())
		if err != nil || info.State.Consumers != 1 {
			t.Fatal(info, err)
		}
		c, err := js.Consumer(t.Context(), "OUTFLANK_JOBS", fleet.ConsumerName("b1"))
		if err != nil {
			t.Fatal(err)
		}
		return c
	}()
	ctx, stop := context.WithCancel(t.Context())
	var thief sync.WaitGroup
	thief.Go(func() {
		for swallowed := 0; ctx.Err() == nil && swallowed < 5; {
			if m, err := consumer.Next(jetstream.FetchMaxWait(200 * time.Millisecond)); err == nil {
				_ = m.Ack()
				swallowed++
			}
		}
		stop() // it is enough for all
	})
	_, err := w.Do(ctx, []byte("3"))
	parked, ok := errors.AsType[*fleet.ParkedError](err)
	if !ok || !strings.Contains(err.Error(), "taken from the queue 4 times and never answered") {
		t.Errorf("error %v, want the job parked: %v", err, parked)
	}
	stop()
	thief.Wait()
	// What was swallowed less often is done.
	work(t, dialWorker(t, s), fleet.Worker{Name: "w", Build: "b1", Kinds: squares(nil)})
	if out, err := w.Do(t.Context(), []byte("4")); err != nil || string(out) != "16" {
		t.Errorf("%s, %v", out, err)
	}
}

// TestFlood: a worker that writes as much as it can neither fills the server for good nor the memory
// of the command.
func TestFlood(t *testing.T) {
	t.Parallel()
	s, js := serveRoles(t, 64<<20)
	w := open(t, dial(t, s), squareSet)
	ctx, stop := context.WithCancel(t.Context())
	var flood sync.WaitGroup
	flood.Go(func() {
		data := make([]byte, 200<<10)
		_, _ = rand.Read(data)
		for i := 0; ctx.Err() == nil; i++ {
			_ = js.Conn().Publish(fmt.Sprintf("outflank.results.%s.%032d.%s", w.ID(), i, mallory), data)
			if i%16 == 15 {
				_ = js.Conn().FlushTimeout(time.Second)
			}
		}
	})
	work(t, dialWorker(t, s), fleet.Worker{Name: "w", Build: "b1", Threads: 2, Kinds: squares(nil)})
	err := ask(t.Context(), w, 40, 0)
	runtime.GC() // A busy machine has more garbage.
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	stop()
	flood.Wait()
	if err != nil {
		t.Error(err)
	}
	// On a busy machine, the server has up to 128 MB of messages that it has not yet stored, and connections have
	// full buffers: up to 324 MB were in use.
	t.Logf("%d MB of memory", m.HeapAlloc>>20)
	if m.HeapAlloc > 512<<20 {
		t.Errorf("%d MB of memory", m.HeapAlloc>>20)
	}
}

// TestAnsweredByTheDead: a job whose worker answered it and died before it acknowledged it is not done again.
func TestAnsweredByTheDead(t *testing.T) {
	t.Parallel()
	s, js := serveRoles(t, 0)
	c := dial(t, s)
	w := open(t, c, squareSet)
	consumer, err := js.Consumer(t.Context(), "OUTFLANK_JOBS", fleet.ConsumerName("b1"))
	if err != nil {
		t.Fatal(err)
	}
	var dead sync.WaitGroup
	dead.Go(func() {
		if _, err := consumer.Next(jetstream.FetchMaxWait(10 * time.Second)); err != nil {
			t.Error(err)
		}
		if _, err := js.PublishMsg(t.Context(), answerBy(w, "3", "9")); err != nil {
			t.Error(err)
		}
	})
	if out, err := w.Do(t.Context(), []byte("3")); err != nil || string(out) != "9" {
		t.Errorf("%s, %v", out, err)
	}
	dead.Wait()
	work(t, dialWorker(t, s), fleet.Worker{Name: "w", Build: "b1", Kinds: squares(func(n int) error {
		t.Errorf("job %d is done again", n)
		return nil
	})})
	statusOf(t, c, func(status fleet.Status) bool { return status.Sets[0].Queued == 0 })
}

// TestAnswerComesFirst: a job leaves the queue when its answer is there.
func TestAnswerComesFirst(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	conn, err := nats.Connect(s.URL(), nats.Token("secret"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	heard, err := conn.SubscribeSync(">")
	if err == nil {
		err = conn.Flush()
	}
	if err != nil {
		t.Fatal(err)
	}
	w := open(t, dial(t, s), squareSet)
	work(t, dial(t, s), fleet.Worker{Name: "w", Build: "b1", Kinds: squares(nil)})
	if _, err := w.Do(t.Context(), []byte("3")); err != nil {
		t.Fatal(err)
	}
	for answered := false; ; {
		m, err := heard.NextMsg(10 * time.Second)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case strings.HasPrefix(m.Subject, "outflank.results."):
			answered = true
		case strings.HasPrefix(m.Subject, "$JS.ACK.") && string(m.Data) == "+ACK":
			if !answered {
				t.Error("it was acknowledged first")
			}
			return
		}
	}
}

// TestForged: answers that do not hold what they say, and those that are too long, do not count, and their
// sender gets no more jobs.
func TestForged(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*nats.Msg){
		"checksum": func(m *nats.Msg) { m.Header.Set("Outflank-Sum", "00") },
		"long": func(m *nats.Msg) {
			m.Data = []byte(strings.Repeat("0", 2000) + "16")
			m.Header.Set("Outflank-Sum", fleet.NameOf(m.Data))
		},
		"path":      func(m *nats.Msg) { m.Header.Set("Outflank-Object", "../../x") },
		"no object": func(m *nats.Msg) { m.Header.Set("Outflank-Object", fleet.NameOf([]byte("16"))) },
		"another":   func(m *nats.Msg) { m.Header.Set("Outflank-Object", fleet.NameOf([]byte("17"))) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, js := serveRoles(t, 0)
			set := verified(0)
			set.MaxAnswer = 1000
			w := open(t, dial(t, s), set)
			type answer struct {
				out []byte
				err error
			}
			got := make(chan answer, 1)
			go func() {
				out, err := w.Do(t.Context(), []byte("4"))
				got <- answer{out, err}
			}()
			m := answerBy(w, "4", "16")
			change(m)
			if name == "another" { // its object is not what it says
				chunk := &nats.Msg{Header: nats.Header{"Outflank-Chunks": {"1"}}, Data: []byte("16"),
					Subject: fmt.Sprintf("outflank.chunks.%s.%s.%s.%s.0", w.ID(), fleet.NameOf([]byte("4")), mallory,
						fleet.NameOf([]byte("17")))}
				if _, err := js.PublishMsg(t.Context(), chunk); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := js.PublishMsg(t.Context(), m); err != nil {
				t.Fatal(err)
			}
			work(t, dialWorker(t, s), fleet.Worker{Name: "honest", Build: "b1", Kinds: squares(nil)})
			if a := <-got; a.err != nil || string(a.out) != "16" {
				t.Errorf("%q, %v", a.out, a.err)
			}
			if list := w.Blamed(); name != "no object" && (len(list) != 1 || list[0].Worker != "mallory" || list[0].ID != mallory) {
				t.Errorf("blamed are %+v", list)
			}
		})
	}
}

// TestUnasked: a worker that was not handed a job can neither answer nor park it, and no worker is blamed.
func TestUnasked(t *testing.T) {
	t.Parallel()
	s, js := serveRoles(t, 0)
	w := open(t, dial(t, s), squareSet)
	for _, prefix := range []string{"outflank.results.", "outflank.parked."} {
		m := answerBy(w, "5", "24")
		m.Subject = strings.Replace(m.Subject, "outflank.results.", prefix, 1)
		m.Header.Set("Outflank-Pass", "guess")
		m.Header.Set("Outflank-Reason", "it is too hard")
		if prefix == "outflank.results." {
			m.Header.Del("Outflank-Reason")
		}
		if _, err := js.PublishMsg(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	work(t, dialWorker(t, s), fleet.Worker{Name: "honest", Build: "b1", Kinds: squares(nil)})
	if out, err := w.Do(t.Context(), []byte("5")); err != nil || string(out) != "25" {
		t.Errorf("%q, %v", out, err)
	}
	if list := w.Blamed(); len(list) > 0 {
		t.Errorf("blamed are %+v", list)
	}
}

// TestTwoNames: a worker that answers a job twice under two names does not get a wrong answer through.
func TestTwoNames(t *testing.T) {
	t.Parallel()
	s, _ := serveRoles(t, 0)
	w := open(t, dial(t, s), verified(1))
	for _, name := range []string{"one", "two"} {
		c := dialWorker(t, s)
		go func() {
			for range (fleet.Worker{Name: name, Build: "b1", Dir: t.TempDir(),
				Kinds: wrong("-1", func(int) bool { return true })}).Work(t.Context(), c) {
			}
		}()
	}
	work(t, dialWorker(t, s), fleet.Worker{Name: "honest", Build: "b1", Kinds: squares(nil)})
	if err := ask(t.Context(), w, 60, 0); err != nil {
		t.Error(err)
	}
}

// TestPrivate: a worker hears nothing of what others are sent or answer.
func TestPrivate(t *testing.T) {
	t.Parallel()
	s, js := serveRoles(t, 0)
	var heard atomic.Int64
	for _, subject := range []string{"_INBOX.>", ">", "outflank.results.>", "outflank.>"} {
		_, _ = js.Conn().Subscribe(subject, func(*nats.Msg) { heard.Add(1) }) // it is refused later
	}
	w := open(t, dial(t, s), squareSet)
	work(t, dialWorker(t, s), fleet.Worker{Name: "honest", Build: "b1", Kinds: squares(nil)})
	if err := ask(t.Context(), w, 20, 0); err != nil {
		t.Fatal(err)
	}
	if n := heard.Load(); n > 0 {
		t.Errorf("%d messages were heard", n)
	}
	for _, subject := range []string{"outflank.results." + w.ID() + ".>", "outflank.secret." + w.ID()} {
		m, err := js.Conn().Request("$JS.API.DIRECT.GET.OUTFLANK_RESULTS."+subject, nil, 300*time.Millisecond)
		if err == nil {
			t.Errorf("%s: %q was read", subject, m.Data)
		}
	}
}

// TestFilesOutside: a set whose file has a path for a hash is refused, and nothing outside the worker's folder is
// touched.
func TestFilesOutside(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	outside := t.TempDir()
	victim := filepath.Join(outside, "victim.txt")
	if err := os.WriteFile(victim, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(outside, "worker", "files")
	c := dial(t, s)
	if err := c.OpenHeader(t.Context(), "b1", `{"kind":"square","build":"b1","settings":"MA==",`+
		`"files":{"0":"../../victim.txt"}}`, []byte("3")); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	events := make(chan fleet.Event, 3)
	go func() {
		for e := range (fleet.Worker{Name: "w", Build: "b1", Dir: dir, Kinds: squares(nil)}).Work(ctx, c) {
			events <- e
		}
	}()
	for range 3 {
		select {
		case e := <-events:
			if e.Err == nil || !strings.Contains(e.Err.Error(), `hash "../../victim.txt"`) {
				t.Fatalf("the job ended with %v", e.Err)
			}
		case <-ctx.Done():
			t.Fatal("the job is not refused")
		}
	}
	stop()
	if status, err := c.Status(t.Context(), time.Millisecond); err != nil || len(status.Parked) != 1 {
		t.Fatalf("the job is not parked: %+v (%v)", status, err)
	}
	if text, err := os.ReadFile(victim); err != nil || string(text) != "precious" {
		t.Errorf("the file is %q (%v)", text, err)
	}
	// The worker does others.
	work(t, c, fleet.Worker{Name: "w", Build: "b1", Kinds: squares(nil)})
	if out, err := open(t, dial(t, s), squareSet).Do(t.Context(), []byte("3")); err != nil || string(out) != "9" {
		t.Errorf("%q, %v", out, err)
	}
}

// TestFirstStays: nobody writes over an answer, and who sends it again by publishOnce sees no error.
func TestFirstStays(t *testing.T) {
	t.Parallel()
	s, js := serveRoles(t, 0)
	subject := "outflank.results.set.job." + mallory
	if _, err := js.Publish(t.Context(), subject, []byte("first")); err != nil {
		t.Fatal(err)
	}
	if _, err := js.Publish(t.Context(), subject, []byte("second")); err == nil {
		t.Error("an answer was written over")
	}
	c := dial(t, s)
	if err := c.PublishOnce(t.Context(), &nats.Msg{Subject: subject, Data: []byte("third")}); err != nil {
		t.Errorf("sent again: %v", err)
	}
	if m, err := c.First(t.Context(), subject); err != nil || string(m.Data) != "first" {
		t.Errorf("the answer is %+v, %v", m, err)
	}
}
