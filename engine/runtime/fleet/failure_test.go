package fleet_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/outflank/outflank/engine/runtime/fleet"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// TestKiller: a job that ends three workers is parked by the fourth, and the others are done.
func TestKiller(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	var died atomic.Int64
	release := make(chan struct{})
	defer close(release)
	for i := range 4 {
		c := dial(t, s)
		work(t, c, fleet.Worker{Name: fmt.Sprint("w", i), Build: "b1", Kinds: squares(func(n int) error {
			if n == 3 && died.Add(1) <= 3 { // a fourth one would answer
				c.Close()
				<-release
			}
			return nil
		})})
	}
	w := open(t, dial(t, s), squareSet)
	_, err := w.Do(t.Context(), []byte("3"))
	if parked, ok := errors.AsType[*fleet.ParkedError](err); !ok || died.Load() != 3 ||
		string(parked.Input) != "3" || !strings.Contains(err.Error(),
		"3 workers had it and were heard of no more") {
		t.Errorf("error %v after %d deaths, want it parked after 3", err, died.Load())
	}
	if out, err := w.Do(t.Context(), []byte("4")); err != nil || string(out) != "16" {
		t.Errorf("%s, %v", out, err)
	}
	status, err := dial(t, s).Status(t.Context(), time.Millisecond)
	if err != nil || len(status.Parked) != 1 || status.Parked[0].Input != `"3"` ||
		len(status.Parked[0].Reasons) != 1 {
		t.Errorf("status %+v, %v", status, err)
	}
}

// TestHandedBack: workers that are told to end at once give their jobs to others, which is not the
// jobs' fault, however often it happens.
func TestHandedBack(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	w := open(t, dial(t, s), squareSet)
	answer := make(chan error, 1)
	go func() {
		out, err := w.Do(t.Context(), []byte("3"))
		if err == nil && string(out) != "9" {
			err = fmt.Errorf("answer %s", out)
		}
		answer <- err
	}()
	for i := range 5 {
		started := make(chan struct{})
		// The server resends a job if its heartbeat is late.
		start := sync.OnceFunc(func() { close(started) })
		kinds := map[string]parallel.Opener{"square": func([]byte, parallel.File) (parallel.Do, func(), error) {
			return func(ctx context.Context, in []byte) ([]byte, error) {
				if in[0] == 'q' {
					return in, nil
				}
				start()
				<-ctx.Done()
				return nil, ctx.Err()
			}, nil, nil
		}}
		worker := fleet.Worker{Name: fmt.Sprint("w", i), Build: "b1", Threads: 2, Dir: t.TempDir(), Kinds: kinds}
		go func() { // an event at which the loop below stops ranging
			select {
			case <-started:
			case err := <-answer: // the job comes no more
				answer <- err
			}
			_, _ = w.Do(t.Context(), []byte(fmt.Sprint("quick", i)))
		}()
		for range worker.Work(t.Context(), dial(t, s)) {
			break
		}
	}
	work(t, dial(t, s), fleet.Worker{Name: "last", Build: "b1", Kinds: squares(nil)})
	if err := <-answer; err != nil {
		t.Error(err)
	}
}

// TestSlowGreeting: a client on a busy machine may take longer than the two seconds that NATS allows by default.
func TestSlowGreeting(t *testing.T) {
	t.Parallel()
	conn, err := net.Dial("tcp", strings.TrimPrefix(serve(t, t.TempDir()).URL(), "nats://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	time.Sleep(server.AUTH_TIMEOUT + time.Second/2)
	if _, err := io.WriteString(conn, `CONNECT {"auth_token":"secret","verbose":false}`+"\r\nPING\r\n"); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(conn)
	for lines.Scan() && !strings.HasPrefix(lines.Text(), "-ERR") {
		if lines.Text() == "PONG" {
			return
		}
	}
	t.Errorf("the server answers %q (%v), want PONG", lines.Text(), lines.Err())
}

// TestDrained: who waits for jobs that were taken from the server is told.
func TestDrained(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	w := open(t, dial(t, s), squareSet)
	answer := make(chan error, 1)
	go func() {
		_, err := w.Do(t.Context(), []byte("3"))
		answer <- err
	}()
	c := dial(t, s)
	statusOf(t, c, func(status fleet.Status) bool { return status.Sets[0].Queued > 0 })
	list, err := c.Drain(t.Context())
	if err != nil || len(list) != 1 || list[0].Queued != 1 {
		t.Errorf("took %+v, %v", list, err)
	}
	if err := <-answer; !errors.Is(err, fleet.ErrGone) {
		t.Errorf("error %v, want that the jobs are gone", err)
	}
}

// TestFull: a server whose disk is full makes the work wait until there is room, and nothing is lost.
func TestFull(t *testing.T) {
	t.Parallel()
	s, err := fleet.Serve(fleet.ServerOptions{Addr: "127.0.0.1:0", Dir: t.TempDir(), Token: "secret",
		MaxBytes: 16 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	c := dial(t, s)
	longer := map[string]parallel.Opener{"long": func([]byte, parallel.File) (parallel.Do, func(), error) {
		return func(_ context.Context, in []byte) ([]byte, error) {
			return append(make([]byte, 200<<10), in...), nil
		}, nil, nil
	}}
	// A set that was left behind, with more answers than there is room for.
	left := open(t, c, fleet.Set{Set: parallel.Set{Kind: "long", Settings: []byte("left")}, Build: "b1"})
	ctx, leave := context.WithCancel(t.Context())
	var asking sync.WaitGroup
	asking.Go(func() {
		for range parallel.Map(ctx, 40, 40, parallel.Numbers(0, 40),
			func(ctx context.Context, n int) ([]byte, error) {
				return left.Do(ctx, []byte(strconv.Itoa(n)))
			}) {
		}
	})
	until := func(holds func(fleet.SetStatus) bool) {
		t.Helper()
		statusOf(t, c, func(status fleet.Status) bool { return holds(status.Sets[0]) })
	}
	until(func(s fleet.SetStatus) bool { return s.Queued == 40 })
	leave()
	asking.Wait()
	left.Leave()
	work(t, dial(t, s), fleet.Worker{Name: "w", Build: "b1", Threads: 2, Kinds: longer})
	until(func(fleet.SetStatus) bool { full, err := c.Full(t.Context()); return err == nil && full })

	w := open(t, dial(t, s), fleet.Set{Set: parallel.Set{Kind: "long", Settings: []byte("now")}, Build: "b1"})
	time.AfterFunc(time.Second, func() { _ = left.Close() }) // room is made
	n := 0
	for out, err := range parallel.Map(t.Context(), 20, 20, parallel.Numbers(0, 100),
		func(ctx context.Context, n int) ([]byte, error) {
			return w.Do(ctx, []byte(strconv.Itoa(n)))
		}) {
		if err != nil || strings.TrimLeft(string(out), "\x00") != strconv.Itoa(n) {
			t.Fatalf("answer %d: %d bytes, %v", n, len(out), err)
		}
		n++
	}
	if n != 100 {
		t.Errorf("%d answers", n)
	}
}

// TestClosed: a set that is ended on one side is left on the other: jobs under way are told, and what
// was opened is closed.
func TestClosed(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	begun, closed := make(chan struct{}), make(chan error, 1)
	kinds := map[string]parallel.Opener{"slow": func([]byte, parallel.File) (parallel.Do, func(), error) {
		var why error
		return func(ctx context.Context, in []byte) ([]byte, error) {
			close(begun)
			<-ctx.Done()
			why = ctx.Err()
			return nil, why
		}, func() { closed <- why }, nil
	}}
	work(t, dial(t, s), fleet.Worker{Name: "w", Build: "b1", Kinds: kinds})
	w := open(t, dial(t, s), fleet.Set{Set: parallel.Set{Kind: "slow"}, Build: "b1"})
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-begun; cancel() }()
	if _, err := w.Do(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	if err := <-closed; !errors.Is(err, context.Canceled) {
		t.Errorf("the job ended with %v, want that it was told to end", err)
	}
}

// TestForgotten: a server that was killed has forgotten that it handed out a job, and ignores that it is
// acknowledged. The worker goes on, and gets the job again.
func TestForgotten(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	conn, err := nats.Connect(s.URL(), nats.Token("secret"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	name := fleet.ConsumerName("b1")
	forget := func() error {
		c, err := js.Consumer(t.Context(), "OUTFLANK_JOBS", name)
		if err != nil {
			return err
		}
		again := c.CachedInfo().Config
		later := time.Now().Add(time.Hour)
		again.PauseUntil = &later // it hands out nothing yet
		if err := js.DeleteConsumer(t.Context(), "OUTFLANK_JOBS", name); err != nil {
			return err
		}
		_, err = js.CreateConsumer(t.Context(), "OUTFLANK_JOBS", again)
		return err
	}
	var once sync.Once
	worker := fleet.Worker{Name: "w", Build: "b1", Dir: t.TempDir(), Kinds: squares(func(int) error {
		once.Do(func() {
			if err := forget(); err != nil {
				t.Error(err)
			}
		})
		return nil
	})}
	w := open(t, dial(t, s), squareSet)
	answer := make(chan error, 1)
	go func() { answer <- ask(t.Context(), w, 1, 0) }()
	done := 0
	for e, err := range worker.Work(t.Context(), dial(t, s)) {
		if err != nil || e.Err != nil {
			t.Fatal(err, e.Err)
		}
		if done++; done == 2 {
			break
		}
		if err := <-answer; err != nil {
			t.Error(err)
		}
		if _, err := js.ResumeConsumer(t.Context(), "OUTFLANK_JOBS", name); err != nil {
			t.Fatal(err)
		}
	}
	if done != 2 {
		t.Errorf("the job was done %d times, want that it comes again", done)
	}
}

// TestSetsAreClosed: a worker keeps few sets open.
func TestSetsAreClosed(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	var opened atomic.Int64
	kinds := map[string]parallel.Opener{"n": func([]byte, parallel.File) (parallel.Do, func(), error) {
		opened.Add(1)
		return func(_ context.Context, in []byte) ([]byte, error) { return in, nil }, func() { opened.Add(-1) }, nil
	}}
	stop := work(t, dial(t, s), fleet.Worker{Name: "w", Build: "b1", Threads: 2, Kinds: kinds})
	c := dial(t, s)
	for i := range 20 {
		w := open(t, c, fleet.Set{Set: parallel.Set{Kind: "n", Settings: []byte{byte(i)}}, Build: "b1"})
		if _, err := w.Do(t.Context(), []byte("x")); err != nil {
			t.Fatal(err)
		}
		w.Leave()
		if n := opened.Load(); n > 9 {
			t.Fatalf("%d sets are open", n)
		}
	}
	stop()
	if n := opened.Load(); n != 0 {
		t.Errorf("%d sets stay open", n)
	}
}

// TestPrograms: jobs that start programs are left to workers that may.
func TestPrograms(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	work(t, dial(t, s), fleet.Worker{Name: "careful", Build: "b1", Kinds: squares(func(int) error {
		return errors.New("it was done")
	})})
	w := open(t, dial(t, s), fleet.Set{Set: parallel.Set{Kind: "square", Settings: []byte("0"), Programs: true},
		Build: "b1"})
	asked := make(chan error, 1)
	go func() { asked <- ask(t.Context(), w, 5, 0) }()
	time.Sleep(time.Second) // in which a worker that takes them would have failed them
	work(t, dial(t, s), fleet.Worker{Name: "bold", Build: "b1", Programs: true, Kinds: squares(nil)})
	if err := <-asked; err != nil {
		t.Error(err)
	}
}

// TestThreads: jobs are fetched ahead, and as many are done at once as there are threads; one that
// lasts longer than the silence is done once.
func TestThreads(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	var now, most, done atomic.Int64
	work(t, dial(t, s), fleet.Worker{Name: "w", Build: "b1", Threads: 3, Kinds: squares(func(n int) error {
		most.Store(max(most.Load(), now.Add(1)))
		defer now.Add(-1)
		done.Add(1)
		if n == 150 {
			time.Sleep(2 * time.Second)
		}
		time.Sleep(time.Millisecond)
		return nil
	})})
	w := open(t, dial(t, s), squareSet)
	if err := ask(t.Context(), w, 200, 0); err != nil {
		t.Fatal(err)
	}
	// a worker that the machine keeps from its signs of life is taken for dead, and its job done again
	if most.Load() > 3 || done.Load() < 200 {
		t.Errorf("%d jobs at once, %d done, want 3 and at least 200", most.Load(), done.Load())
	}
}

// A cable is a way to a server that can be cut, or fall silent.
type cable struct {
	net.Listener
	to     string
	silent sync.RWMutex // locked while nothing passes, although nobody is told

	mu    sync.Mutex
	cut   bool
	conns []net.Conn
}

// newCable returns a cable to the server of a URL, and its own.
func newCable(t *testing.T, url string) (*cable, string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cable{Listener: l, to: strings.TrimPrefix(url, "nats://")}
	t.Cleanup(func() { c.set(true); l.Close() })
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			go c.carry(near)
		}
	}()
	return c, "nats://" + l.Addr().String()
}

func (c *cable) carry(near net.Conn) {
	far, err := net.Dial("tcp", c.to)
	c.mu.Lock()
	if err != nil || c.cut {
		c.mu.Unlock()
		near.Close()
		if err == nil {
			far.Close()
		}
		return
	}
	c.conns = append(c.conns, near, far)
	c.mu.Unlock()
	go func() { _, _ = io.Copy(far, end{near, c}); far.Close() }()
	_, _ = io.Copy(near, end{far, c})
	near.Close()
}

// An end of a cable.
type end struct {
	net.Conn
	*cable
}

func (e end) Read(p []byte) (int, error) {
	n, err := e.Conn.Read(p)
	e.silent.RLock()
	defer e.silent.RUnlock()
	return n, err
}

// fallSilent lets nothing pass for a time.
func (c *cable) fallSilent(d time.Duration) {
	c.silent.Lock()
	time.AfterFunc(d, c.silent.Unlock)
}

// set cuts the cable, or mends it.
func (c *cable) set(cut bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cut = cut; cut {
		for _, conn := range c.conns {
			conn.Close()
		}
		c.conns = nil
	}
}

// TestCable: the way to the server is cut on both sides, again and again, while jobs are done.
func TestCable(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	near, nearURL := newCable(t, s.URL())
	far, farURL := newCable(t, s.URL())
	through := func(url string) *fleet.Client {
		c, err := fleet.Dial(t.Context(), fleet.Options{URL: url, Token: "secret", Silence: deadAfter})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Close)
		return c
	}
	work(t, through(farURL), fleet.Worker{Name: "w", Build: "b1", Threads: 2, Kinds: squares(func(n int) error {
		if n%50 == 20 {
			far.set(true)
			time.AfterFunc(300*time.Millisecond, func() { far.set(false) })
		}
		if n%50 == 40 {
			near.set(true)
			time.AfterFunc(300*time.Millisecond, func() { near.set(false) })
		}
		return nil
	})})
	w := open(t, through(nearURL), squareSet)
	if err := ask(t.Context(), w, 150, 0); err != nil {
		t.Error(err)
	}
}

// TestSilence: nothing passes to and from the worker and the command for a while, and nobody is told, as
// when a router is off. OUTFLANK_LONG=1 makes it a minute, after which both have given up their
// connections.
func TestSilence(t *testing.T) {
	t.Parallel()
	silence := time.Second
	if os.Getenv("OUTFLANK_LONG") != "" {
		silence = time.Minute
	}
	s := serve(t, t.TempDir())
	near, nearURL := newCable(t, s.URL())
	far, farURL := newCable(t, s.URL())
	through := func(url string) *fleet.Client {
		c, err := fleet.Dial(t.Context(), fleet.Options{URL: url, Token: "secret", Silence: deadAfter})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Close)
		return c
	}
	var once sync.Once
	work(t, through(farURL), fleet.Worker{Name: "w", Build: "b1", Threads: 2, Kinds: squares(func(n int) error {
		if n >= 20 {
			once.Do(func() { near.fallSilent(silence); far.fallSilent(silence) })
		}
		return nil
	})})
	w := open(t, through(nearURL), squareSet)
	begin := time.Now()
	if err := ask(t.Context(), w, 60, 0); err != nil {
		t.Error(err)
	}
	if took := time.Since(begin); took < silence {
		t.Errorf("all was done in %v, before the silence ended", took)
	}
}
