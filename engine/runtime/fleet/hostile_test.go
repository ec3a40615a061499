package fleet_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
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
	conn, err := nats.Connect(s.URL(), nats.Token("worker"),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	if js, err = jetstream.New(conn, jetstream.WithDefaultTimeout(300*time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	return s, js
}

// dialWorker connects with the worker's token.
func dialWorker(t testing.TB, s *fleet.Server) *fleet.Client {
	t.Helper()
	c, err := fleet.Dial(t.Context(), fleet.Options{URL: s.URL(), Token: "worker",
		Silence: 600 * time.Millisecond})
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
			_ = js.Conn().Publish(fmt.Sprintf("outflank.results.%s.%032d", w.ID(), i), data)
			if i%16 == 15 {
				_ = js.Conn().FlushTimeout(time.Second)
			}
		}
	})
	work(t, dialWorker(t, s), fleet.Worker{Name: "w", Build: "b1", Threads: 2, Kinds: squares(nil)})
	err := ask(t.Context(), w, 40, 0)
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	stop()
	flood.Wait()
	if err != nil {
		t.Error(err)
	}
	if m.HeapInuse > 300<<20 {
		t.Errorf("%d MB of memory", m.HeapInuse>>20)
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
		m := &nats.Msg{Subject: "outflank.results." + w.ID() + "." + fleet.NameOf([]byte("3")), Data: []byte("9"),
			Header: nats.Header{}}
		m.Header.Set("Outflank-Sum", fleet.NameOf(m.Data))
		if _, err := js.PublishMsg(t.Context(), m); err != nil {
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
	for queued := 1; queued > 0; {
		status, err := c.Status(t.Context(), time.Millisecond)
		if err != nil {
			t.Fatal(err)
		}
		queued = status.Sets[0].Queued
	}
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

// TestForged: answers that do not hold what they say, and those that are too long, end the work with
// the name of who sent them.
func TestForged(t *testing.T) {
	t.Parallel()
	s, js := serveRoles(t, 0)
	set := squareSet
	set.MaxAnswer = 1000
	w := open(t, dial(t, s), set)
	for job, m := range map[string]*nats.Msg{
		"1": {Header: nats.Header{"Outflank-Sum": {"00"}}, Data: []byte("1")},
		"2": {Data: make([]byte, 2000)},
		"3": {Header: nats.Header{"Outflank-Object": {"../../x"}}},
		"4": {Header: nats.Header{"Outflank-Object": {fleet.NameOf([]byte("16"))}}},
	} {
		m.Subject = "outflank.results." + w.ID() + "." + fleet.NameOf([]byte(job))
		if m.Header == nil {
			m.Header = nats.Header{"Outflank-Sum": {fleet.NameOf(m.Data)}}
		}
		m.Header.Set("Outflank-Worker", "mallory")
		answer := make(chan error, 1)
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		go func() {
			_, err := w.Do(ctx, []byte(job))
			answer <- err
		}()
		if job == "4" { // an object that is another one
			chunk := &nats.Msg{Header: nats.Header{"Outflank-Chunks": {"1"}}, Data: []byte("17")}
			chunk.Subject = fmt.Sprintf("outflank.chunks.%s.%s.%s.0", w.ID(), fleet.NameOf([]byte(job)),
				fleet.NameOf([]byte("16")))
			if _, err := js.PublishMsg(ctx, chunk); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := js.PublishMsg(ctx, m); err != nil {
			t.Fatal(err)
		}
		if job == "3" { // an object that is not there is no answer
			cancel()
			if err := <-answer; err == nil {
				t.Error("an answer that is not there was taken")
			}
			continue
		}
		if err := <-answer; err == nil || !strings.Contains(err.Error(), "worker mallory") {
			t.Errorf("job %s: error %v, want who sent it", job, err)
		}
		cancel()
	}
	if _, err := js.Publish(t.Context(), "outflank.results."+w.ID()+".huge", make([]byte, 2<<20)); err == nil {
		t.Error("a message of 2 MB was taken")
	}
}

// TestFirstStays: nobody writes over an answer, and who sends it again by publishOnce sees no error.
func TestFirstStays(t *testing.T) {
	t.Parallel()
	s, js := serveRoles(t, 0)
	const subject = "outflank.results.set.job"
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
	stream, err := js.Stream(t.Context(), "OUTFLANK_RESULTS")
	if err != nil {
		t.Fatal(err)
	}
	if m, err := stream.GetLastMsgForSubject(t.Context(), subject); err != nil || string(m.Data) != "first" {
		t.Errorf("the answer is %+v, %v", m, err)
	}
}

// TestReplayed: an answer to another job, sent before an honest worker answers, is found where jobs
// are verified.
func TestReplayed(t *testing.T) {
	t.Parallel()
	s, js := serveRoles(t, 0)
	set := squareSet
	set.Verify = 1
	w := open(t, dial(t, s), set)
	m := &nats.Msg{Subject: "outflank.results." + w.ID() + "." + fleet.NameOf([]byte("5")), Data: []byte("16"),
		Header: nats.Header{}}
	m.Header.Set("Outflank-Sum", fleet.NameOf(m.Data))
	m.Header.Set("Outflank-Worker", "mallory")
	if _, err := js.PublishMsg(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	work(t, dialWorker(t, s), fleet.Worker{Name: "honest", Build: "b1", Kinds: squares(nil)})
	_, err := w.Do(t.Context(), []byte("5"))
	if d, ok := errors.AsType[*fleet.DisputeError](err); !ok || d.Workers != [2]string{"mallory", "honest"} {
		t.Errorf("error %v, want a dispute", err)
	}
}
