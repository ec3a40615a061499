package fleet_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/outflank/outflank/engine/runtime/fleet"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// serve starts a server for a test.
func serve(t testing.TB, dir string) *fleet.Server {
	t.Helper()
	s, err := fleet.Serve(fleet.ServerOptions{Addr: "127.0.0.1:0", Dir: dir, Token: "secret"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func dial(t testing.TB, s *fleet.Server) *fleet.Client {
	t.Helper()
	c, err := fleet.Dial(t.Context(), fleet.Options{URL: s.URL(), Token: "secret", Silence: deadAfter})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// work runs a worker until the test or stop ends it.
func work(t testing.TB, c *fleet.Client, w fleet.Worker) (stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	w.Dir = t.TempDir()
	var wg sync.WaitGroup
	wg.Go(func() {
		for _, err := range w.Work(ctx, c) {
			if err != nil {
				t.Error(err)
			}
		}
	})
	stop = func() { cancel(); wg.Wait() }
	t.Cleanup(stop)
	return stop
}

// squares has the kind "square": it adds the settings to the square of a number.
func squares(do func(n int) error) map[string]parallel.Opener {
	open := func(settings []byte, file parallel.File) (parallel.Do, func(), error) {
		add, err := strconv.Atoi(string(settings))
		return func(_ context.Context, in []byte) ([]byte, error) {
			n, err := strconv.Atoi(string(in))
			if err != nil {
				return nil, err
			}
			if do != nil {
				if err := do(n); err != nil {
					return nil, err
				}
			}
			return []byte(strconv.Itoa(n*n + add)), nil
		}, nil, err
	}
	return map[string]parallel.Opener{"square": open}
}

// ask has the squares of the numbers below n computed and checks that they come in order.
func ask(ctx context.Context, w *fleet.Work, n, add int) error {
	i := 0
	do := func(ctx context.Context, n int) ([]byte, error) { return w.Do(ctx, []byte(strconv.Itoa(n))) }
	for out, err := range parallel.Map(ctx, w.Ahead(), w.Ahead(), parallel.Numbers(0, n), do) {
		if err != nil {
			return err
		}
		if want := strconv.Itoa(i*i + add); string(out) != want {
			return fmt.Errorf("answer %d is %s, want %s", i, out, want)
		}
		i++
	}
	if i != n {
		return fmt.Errorf("%d answers, want %d", i, n)
	}
	return nil
}

func open(t testing.TB, c *fleet.Client, s fleet.Set) *fleet.Work {
	t.Helper()
	w, err := c.Open(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Leave)
	return w
}

func TestAnswersInOrder(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	var done atomic.Int64
	for i := range 3 {
		work(t, dial(t, s), fleet.Worker{Name: fmt.Sprint("w", i), Build: "b1", Threads: 2,
			Kinds: squares(func(int) error { done.Add(1); return nil })})
	}
	w := open(t, dial(t, s), fleet.Set{Set: parallel.Set{Kind: "square", Settings: []byte("7")}, Build: "b1"})
	if err := ask(t.Context(), w, 500, 7); err != nil {
		t.Fatal(err)
	}
	if n := done.Load(); n < 500 { // more where the machine keeps a worker from its signs of life
		t.Errorf("%d jobs were done, want 500 at least", n)
	}
	c := dial(t, s)
	status := statusOf(t, c, func(status fleet.Status) bool { // a job leaves the queue after its answer
		return len(status.Workers) == 3 && len(status.Sets) == 1 && status.Sets[0].Queued == 0
	})
	if status.Sets[0].Answered != 500 || status.Sets[0].Kind != "square" {
		t.Errorf("status is %+v", status)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	status, err := c.Status(t.Context(), time.Millisecond)
	if err != nil || len(status.Sets) != 0 {
		t.Errorf("after the end the server keeps %+v (%v)", status.Sets, err)
	}
}

// statusOf asks for the status until it is complete: on a busy machine some answer late, and a queue takes time.
func statusOf(t *testing.T, c *fleet.Client, complete func(fleet.Status) bool) fleet.Status {
	t.Helper()
	begin := time.Now()
	for within := time.Millisecond; ; within = min(2*within, time.Second) {
		status, err := c.Status(t.Context(), within)
		if err != nil {
			t.Fatal(err)
		}
		if complete(status) {
			return status
		}
		if time.Since(begin) > time.Minute {
			t.Fatalf("status is %+v", status)
		}
	}
}

// A job that is asked for again, also at the same time, has the answer that is there.
func TestSameJobAgain(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	var done atomic.Int64
	work(t, dial(t, s), fleet.Worker{Name: "w", Build: "b1", Kinds: squares(func(int) error {
		done.Add(1)
		return nil
	})})
	w := open(t, dial(t, s), fleet.Set{Set: parallel.Set{Kind: "square", Settings: []byte("7")}, Build: "b1"})
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	do := func(ctx context.Context, _ int) ([]byte, error) { return w.Do(ctx, []byte("3")) }
	for _, workers := range []int{1, 4} {
		for out, err := range parallel.Map(ctx, workers, workers, parallel.Numbers(0, 8), do) {
			if err != nil || string(out) != "16" {
				t.Fatalf("answer %q (%v), want 16", out, err)
			}
		}
	}
	if n := done.Load(); n != 1 {
		t.Errorf("the job was done %d times, want once", n)
	}
}

// A large answer reaches all who ask for the same job at once.
func TestSameLargeJob(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	answer := make(chan struct{})
	large := func(_ []byte, _ func(string) (string, error)) (parallel.Do, func(), error) {
		return func(context.Context, []byte) ([]byte, error) { <-answer; return make([]byte, 1<<20), nil }, nil, nil
	}
	work(t, dial(t, s), fleet.Worker{Name: "w", Build: "b1", Kinds: map[string]parallel.Opener{"large": large}})
	w := open(t, dial(t, s), fleet.Set{Set: parallel.Set{Kind: "large"}, Build: "b1"})
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			if out, err := w.Do(ctx, []byte("job")); err != nil || len(out) != 1<<20 {
				t.Errorf("caller %d has %d bytes (%v)", i, len(out), err)
			}
		})
	}
	time.Sleep(100 * time.Millisecond) // most likely all of them wait
	close(answer)
	wg.Wait()
}

// A coordinator that was killed and is started again finds the answers.
func TestCoordinatorAgain(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	var done atomic.Int64
	work(t, dial(t, s), fleet.Worker{Name: "w", Build: "b1", Kinds: squares(func(int) error {
		done.Add(1)
		return nil
	})})
	set := fleet.Set{Set: parallel.Set{Kind: "square", Settings: []byte("0")}, Build: "b1"}
	c := dial(t, s)
	ctx, kill := context.WithCancel(t.Context())
	w := open(t, c, set)
	n := 0
	for range parallel.Map(ctx, 32, 32, parallel.Numbers(0, 200),
		func(ctx context.Context, n int) ([]byte, error) {
			return w.Do(ctx, []byte(strconv.Itoa(n)))
		}) {
		if n++; n == 50 {
			kill()
		}
	}
	kill()
	c.Close()
	w = open(t, dial(t, s), set)
	if err := ask(t.Context(), w, 200, 0); err != nil {
		t.Fatal(err)
	}
	if n := done.Load(); n < 200 {
		t.Errorf("%d jobs were done, want 200 at least", n)
	}
}

// The server is killed and started again while jobs are under way.
func TestServerAgain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := fleet.Serve(fleet.ServerOptions{Addr: "127.0.0.1:0", Dir: dir, Token: "secret"})
	if err != nil {
		t.Fatal(err)
	}
	url := s.URL()
	var mu sync.Mutex
	again := map[int]bool{100: true, 200: true}
	restart := func(n int) error {
		mu.Lock()
		defer mu.Unlock()
		if !again[n] {
			return nil
		}
		delete(again, n)
		s.Close()
		if s, err = fleet.Serve(fleet.ServerOptions{Addr: strings.TrimPrefix(url, "nats://"), Dir: dir,
			Token: "secret"}); err != nil {
			t.Error(err)
		}
		return nil
	}
	stop := work(t, dial(t, s), fleet.Worker{Name: "w", Build: "b1", Threads: 2, Kinds: squares(restart)})
	w := open(t, dial(t, s), fleet.Set{Set: parallel.Set{Kind: "square", Settings: []byte("1")}, Build: "b1"})
	if err := ask(t.Context(), w, 300, 1); err != nil {
		t.Fatal(err)
	}
	if len(again) > 0 {
		t.Error("the server was not killed twice")
	}
	stop()
	s.Close()
}

func TestParked(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	var tries atomic.Int64
	work(t, dial(t, s), fleet.Worker{Name: "w", Build: "b1", Kinds: squares(func(n int) error {
		if n == 13 {
			switch tries.Add(1) {
			case 1, 3:
				return errors.New("unlucky")
			case 2:
				panic("unlucky")
			}
		}
		return nil
	})})
	w := open(t, dial(t, s), fleet.Set{Set: parallel.Set{Kind: "square", Settings: []byte("0")}, Build: "b1"}).Single()
	err := ask(t.Context(), w, 20, 0)
	parked, ok := errors.AsType[*fleet.ParkedError](err)
	if !ok || string(parked.Input) != "13" || !strings.Contains(err.Error(), "worker w: unlucky") ||
		tries.Load() != 3 {
		t.Errorf("error %v after %d tries, want job 13 parked after 3", err, tries.Load())
	}
}

// A worker that dies is one of which nothing is heard: its jobs go to another.
func TestWorkerDies(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	dies := dial(t, s)
	hung := make(chan struct{})
	release := make(chan struct{})
	var once sync.Once
	stop := work(t, dies, fleet.Worker{Name: "dies", Build: "b1", Kinds: squares(func(n int) error {
		once.Do(func() { close(hung); dies.Close(); <-release })
		return nil
	})})
	w := open(t, dial(t, s), fleet.Set{Set: parallel.Set{Kind: "square", Settings: []byte("0")}, Build: "b1"})
	go func() {
		<-hung
		work(t, dial(t, s), fleet.Worker{Name: "lives", Build: "b1", Kinds: squares(nil)})
	}()
	if err := ask(t.Context(), w, 20, 0); err != nil {
		t.Fatal(err)
	}
	close(release)
	stop()
}

// verified is a set of squares of which a share is verified.
func verified(share float64) fleet.Set {
	set := parallel.Set{Kind: "square", Settings: []byte("0"), Check: func(_, answer []byte) error {
		_, err := strconv.Atoi(string(answer))
		return err
	}}
	set.Here = func(file parallel.File) (parallel.Do, error) {
		do, _, err := squares(nil)["square"](set.Settings, file)
		return do, err
	}
	return fleet.Set{Set: set, Build: "b1", Verify: share}
}

func TestVerify(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	work(t, dial(t, s), fleet.Worker{Name: "a", Build: "b1", Kinds: squares(nil)})
	w := open(t, dial(t, s), verified(0.5))
	if err := ask(t.Context(), w, 60, 0); err != nil {
		t.Fatal(err)
	}
	if n := w.Verified(); n < 15 || n > 45 {
		t.Errorf("%d jobs were verified, want about 30", n)
	}
	if list := w.Blamed(); len(list) > 0 {
		t.Errorf("%+v are blamed", list)
	}
	_ = w.Close()
}

// wrong has the kind "square" with wrong answers to some numbers.
func wrong(answer string, to func(n int) bool) map[string]parallel.Opener {
	open := squares(nil)["square"]
	return map[string]parallel.Opener{"square": func(s []byte, f parallel.File) (parallel.Do, func(), error) {
		do, end, err := open(s, f)
		return func(ctx context.Context, in []byte) ([]byte, error) {
			if n, _ := strconv.Atoi(string(in)); to(n) {
				return []byte(answer), nil
			}
			return do(ctx, in)
		}, end, err
	}}
}

// A worker that is wrong is found, named and left out, and the work continues without it.
func TestWrongWorker(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		answer string
		share  float64
		why    string
	}{
		"lies":    {"-1", 1, "this machine answers the job differently"},
		"garbage": {"\x1b[31m", 0, `strconv.Atoi: parsing "\x1b[31m": invalid syntax`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, t.TempDir())
			w := open(t, dial(t, s), verified(test.share))
			ended := make(chan error, 1)
			bad := dial(t, s)
			go func() {
				for _, err := range (fleet.Worker{Name: "bad", Build: "b1", Dir: t.TempDir(),
					Kinds: wrong(test.answer, func(n int) bool { return n > 10 })}).Work(t.Context(), bad) {
					if err != nil {
						ended <- err
					}
				}
			}()
			honest := sync.OnceFunc(func() {
				work(t, dial(t, s), fleet.Worker{Name: "honest", Build: "b1", Kinds: squares(nil)})
			})
			i := 0
			do := func(ctx context.Context, n int) ([]byte, error) {
				if n == 9 { // the other one has had some
					honest()
				}
				return w.Do(ctx, []byte(strconv.Itoa(n)))
			}
			for out, err := range parallel.Map(t.Context(), 8, 8, parallel.Numbers(0, 60), do) {
				if err != nil || string(out) != strconv.Itoa(i*i) {
					t.Fatalf("answer %d is %q (%v)", i, out, err)
				}
				i++
			}
			list := w.Blamed()
			if len(list) != 1 || list[0].Worker != "bad" || !strings.Contains(list[0].Why, test.why) {
				t.Fatalf("blamed are %+v", list)
			}
			select {
			case err := <-ended:
				if _, ok := errors.AsType[*fleet.Quarantine](err); !ok {
					t.Errorf("the worker ended with %v", err)
				}
			case <-time.After(20 * time.Second):
				t.Error("the worker still takes jobs")
			}
			c := dial(t, s)
			status, err := c.Status(t.Context(), time.Second)
			if err != nil || len(status.Quarantined) != 1 || status.Quarantined[0].ID != list[0].ID {
				t.Errorf("status is %+v (%v)", status, err)
			}
			for _, err := range (fleet.Worker{Name: "bad", Build: "b1"}).Work(t.Context(), bad) {
				if _, ok := errors.AsType[*fleet.Quarantine](err); !ok {
					t.Errorf("it may work again (%v)", err)
				}
			}
			if released, err := c.Release(t.Context(), "bad"); err != nil || len(released) != 1 {
				t.Errorf("released %+v (%v)", released, err)
			}
			if list, err := c.Quarantined(t.Context()); err != nil || len(list) != 0 {
				t.Errorf("after the release there are %+v (%v)", list, err)
			}
		})
	}
}

// Wrong answers that were returned before the worker was found are counted, and the work fails.
func TestWrongBefore(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	w := open(t, dial(t, s), verified(0))
	bad := dial(t, s)
	go func() {
		for range (fleet.Worker{Name: "bad", Build: "b1", Dir: t.TempDir(),
			Kinds: wrong("-1", func(n int) bool { return n < 3 })}).Work(t.Context(), bad) {
		}
	}()
	for n := range 10 {
		if _, err := w.Do(t.Context(), []byte(strconv.Itoa(n))); err != nil {
			t.Fatal(err)
		}
	}
	id, _ := bad.Identity()
	again := make(chan error, 1)
	go func() { again <- w.Blame(t.Context(), "bad", id) }()
	work(t, dial(t, s), fleet.Worker{Name: "honest", Build: "b1", Kinds: squares(nil)})
	err := <-again
	if e, ok := errors.AsType[*fleet.WrongError](err); !ok || e.Wrong != 3 || e.Used != 10 || e.Worker.Worker != "bad" {
		t.Errorf("error %v, want three of ten wrong answers", err)
	}
	if _, err := w.Do(t.Context(), []byte("20")); err == nil {
		t.Error("the work continues with wrong answers")
	}
}

// Answers of a worker that were used in a set that is closed cannot be asked for again when it is found.
func TestWrongInClosedSet(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	c, bad := dial(t, s), dial(t, s)
	first := open(t, c, verified(0))
	go func() {
		for range (fleet.Worker{Name: "bad", Build: "b1", Dir: t.TempDir(),
			Kinds: wrong("-1", func(n int) bool { return n < 3 })}).Work(t.Context(), bad) {
		}
	}()
	for n := range 10 {
		if _, err := first.Do(t.Context(), []byte(strconv.Itoa(n))); err != nil {
			t.Fatal(err)
		}
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	set := verified(0)
	set.Settings = []byte("1")
	second := open(t, c, set)
	id, _ := bad.Identity()
	err := second.Blame(t.Context(), "bad", id)
	if e, ok := errors.AsType[*fleet.WrongError](err); !ok || e.Wrong != 0 || e.Used != 10 || e.Unknown != 10 {
		t.Errorf("error %v, want ten answers that are not compared", err)
	}
}

// TestSharedSet: those who do the same work at the same time all end it, and the last takes it from the server.
func TestSharedSet(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	work(t, dial(t, s), fleet.Worker{Name: "w", Build: "b1", Threads: 2, Kinds: squares(nil)})
	var users sync.WaitGroup
	var works []*fleet.Work
	for _, owner := range []string{"ann", "bob", "cid"} {
		c, err := fleet.Dial(t.Context(), fleet.Options{URL: s.URL(), Token: "secret", Owner: owner})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Close)
		works = append(works, open(t, c, squareSet))
	}
	c := dial(t, s)
	statusOf(t, c, func(status fleet.Status) bool {
		return len(status.Sets) == 1 && slices.Equal(status.Sets[0].Owners, []string{"ann", "bob", "cid"})
	})
	for i, w := range works {
		users.Go(func() {
			if err := ask(t.Context(), w, 50*(i+1), 0); err != nil {
				t.Errorf("user %d: %v", i, err)
			}
			if err := w.Close(); err != nil {
				t.Errorf("user %d: %v", i, err)
			}
		})
	}
	users.Wait()
	last := open(t, c, squareSet)
	if err := errors.Join(open(t, dial(t, s), squareSet).Close(), ask(t.Context(), last, 50, 0), last.Close()); err != nil {
		t.Errorf("a user who stays: %v", err)
	}
	if status, err := c.Status(t.Context(), time.Millisecond); err != nil || len(status.Sets) != 0 {
		t.Errorf("after the end the server keeps %+v (%v)", status.Sets, err)
	}
}

// TestSlowHolder: a set stays on the server if a process has it open that does not answer in time.
func TestSlowHolder(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	slow, err := nats.Connect(s.URL(), nats.Token("secret"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(slow.Close)
	if _, err := slow.SubscribeSync("outflank.holds.*"); err != nil {
		t.Fatal(err)
	}
	if err := slow.Flush(); err != nil {
		t.Fatal(err)
	}
	c := dial(t, s)
	kept := func() int {
		if err := open(t, c, squareSet).Close(); err != nil {
			t.Fatal(err)
		}
		status, err := c.Status(t.Context(), time.Millisecond)
		if err != nil {
			t.Fatal(err)
		}
		return len(status.Sets)
	}
	if n := kept(); n != 1 {
		t.Errorf("the server keeps %d sets, want 1", n)
	}
	slow.Close()
	for kept() != 0 { // a busy server learns later that the process has gone
		time.Sleep(10 * time.Millisecond)
	}
}

// TestShares: of five users, of whom one has many jobs in the queue when the others come, each gets as many done
// as the others, within a fifth.
func TestShares(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	const users, apart, enough = 5, 1_000_000, 500
	ctx, stop := context.WithCancel(t.Context())
	var mu sync.Mutex
	var done [users]int // since each has one
	var began [users]bool
	early := make(chan struct{})
	first := sync.OnceFunc(func() { close(early) })
	work(t, dial(t, s), fleet.Worker{Name: "w", Build: "b1", Threads: 2, Kinds: squares(func(n int) error {
		mu.Lock()
		defer mu.Unlock()
		user := n / apart
		began[user] = true
		if n == 200 {
			first()
		}
		if !slices.Contains(began[:], false) {
			if done[user]++; done[user] == enough {
				stop()
			}
		}
		return nil
	})})
	var busy sync.WaitGroup
	for user := range users {
		c, err := fleet.Dial(t.Context(), fleet.Options{URL: s.URL(), Token: "secret", Owner: fmt.Sprint(user)})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Close)
		w := open(t, c, fleet.Set{Build: "b1", Set: parallel.Set{Kind: "square",
			Settings: fmt.Append(nil, user)}}).Single()
		counted(w, 1)
		do := func(ctx context.Context, n int) ([]byte, error) { return w.Do(ctx, []byte(strconv.Itoa(n))) }
		busy.Go(func() {
			for range parallel.Map(ctx, w.Ahead(), w.Ahead(), parallel.Numbers(user*apart, (user+1)*apart), do) {
			}
		})
		<-early
	}
	busy.Wait()
	mu.Lock()
	defer mu.Unlock()
	for user, n := range done {
		if n < enough*8/10 {
			t.Errorf("user %d of %d got %d jobs done, another %d", user, users, n, enough)
		}
	}
}

// counted waits until a set has counted the workers and the sets of its user.
func counted(w *fleet.Work, sets int) {
	for w.Sets() != sets {
		time.Sleep(10 * time.Millisecond)
	}
}

// TestSharesOfUsers: a user with three sets gets about as many jobs done as one with a single set, who would have
// a third if each set got the same.
func TestSharesOfUsers(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	const apart, enough = 1_000_000, 1000
	ctx, stop := context.WithCancel(t.Context())
	var done [2]atomic.Int64
	var count atomic.Bool
	work(t, dial(t, s), fleet.Worker{Name: "w", Build: "b1", Threads: 2, Kinds: squares(func(n int) error {
		if count.Load() && done[min(n/apart, 1)].Add(1) == enough {
			count.Store(false)
			stop()
		}
		return nil
	})})
	var sets []*fleet.Work
	for set, owner := range []string{"ann", "bob", "bob", "bob"} {
		c, err := fleet.Dial(t.Context(), fleet.Options{URL: s.URL(), Token: "secret", Owner: owner})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Close)
		sets = append(sets, open(t, c, fleet.Set{Build: "b1", Set: parallel.Set{Kind: "square",
			Settings: fmt.Append(nil, set)}}).Single())
	}
	for i, want := range []int{1, 3, 3, 3} {
		counted(sets[i], want)
	}
	var busy sync.WaitGroup
	for set, w := range sets {
		do := func(ctx context.Context, n int) ([]byte, error) { return w.Do(ctx, []byte(strconv.Itoa(n))) }
		busy.Go(func() {
			for range parallel.Map(ctx, w.Ahead(), w.Ahead(), parallel.Numbers(set*apart, (set+1)*apart), do) {
				count.CompareAndSwap(false, ctx.Err() == nil && done[0].Load()+done[1].Load() < enough)
			}
		})
	}
	busy.Wait()
	if ann, bob := done[0].Load(), done[1].Load(); min(ann, bob) < enough*6/10 {
		t.Errorf("a user with one set got %d jobs done, one with three %d", ann, bob)
	}
}

// TestSharesOfLongJobs: a set that is opened late does not wait for all jobs of another user's, though they would
// fit into the queue.
func TestSharesOfLongJobs(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	const jobs, few = 300, 10 // enough to give the late user time on a busy machine
	var done [2]atomic.Int64  // finished jobs of each user
	started, late := make(chan struct{}), make(chan struct{})
	first, second := sync.OnceFunc(func() { close(started) }), sync.OnceFunc(func() { close(late) })
	defer second()          // also if the test fails before, so that no job waits for ever
	var before atomic.Int64 // jobs of the early user when the late one has a few done
	work(t, dial(t, s), fleet.Worker{Name: "w", Build: "b1", Threads: 2, Kinds: squares(func(n int) error {
		first()
		if before.Load() == 0 { // what follows decides nothing
			time.Sleep(300 * time.Millisecond) // what a long job takes
		}
		if n/jobs == 0 && done[0].Load() >= few {
			<-late // jobs of the late user are in the queue
		}
		if done[n/jobs].Add(1) == few && n/jobs == 1 {
			before.Store(done[0].Load())
		}
		return nil
	})})
	var busy sync.WaitGroup
	for user, n := range []int{jobs, few} {
		c, err := fleet.Dial(t.Context(), fleet.Options{URL: s.URL(), Token: "secret", Owner: fmt.Sprint(user)})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Close)
		w := open(t, c, fleet.Set{Build: "b1", Set: parallel.Set{Kind: "square", Settings: fmt.Append(nil, user)}})
		counted(w, 1)
		busy.Go(func() {
			do := func(ctx context.Context, n int) ([]byte, error) { return w.Do(ctx, []byte(strconv.Itoa(n))) }
			for range parallel.Map(t.Context(), w.Ahead(), w.Ahead(), parallel.Numbers(user*jobs, user*jobs+n), do) {
			}
		})
		<-started
		if user == 1 {
			statusOf(t, c, func(status fleet.Status) bool {
				return slices.ContainsFunc(status.Sets, func(s fleet.SetStatus) bool {
					return s.ID == w.ID() && s.Queued+s.Answered > 0
				})
			})
			second()
		}
	}
	busy.Wait()
	if before := before.Load(); before > jobs*9/10 {
		t.Errorf("%d of %d jobs of the first user were done before %d of the second", before, jobs, few)
	}
}

// TestDrainedInFlight: what a command sends while its set is drained is gone too when it has ended.
func TestDrainedInFlight(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	c := dial(t, s)
	w := open(t, dial(t, s), squareSet).Single()
	var waiting sync.WaitGroup
	for n := range 500 {
		waiting.Go(func() {
			if _, err := w.Do(t.Context(), []byte(strconv.Itoa(n))); !errors.Is(err, fleet.ErrGone) {
				t.Errorf("job %d ended with %v", n, err)
			}
		})
	}
	statusOf(t, c, func(status fleet.Status) bool { return status.Sets[0].Queued > 0 })
	if _, err := c.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	waiting.Wait()
	w.Leave()
	if status, err := c.Status(t.Context(), time.Millisecond); err != nil || len(status.Sets) != 0 {
		t.Errorf("the server keeps %+v (%v)", status.Sets, err)
	}
}

// FuzzParcel: the parts of a parcel are what was put together, and bytes that are none are refused.
func FuzzParcel(f *testing.F) {
	f.Add([]byte("a"), []byte(""), []byte("bc"), 3)
	f.Add([]byte("\xff\xff\x01"), []byte("\x05a"), make([]byte, 200), 2)
	f.Fuzz(func(t *testing.T, a, b, c []byte, n int) {
		list := [][]byte{a, b, c}
		parts, ok := fleet.Split(fleet.Join(list), len(list))
		if !ok || !slices.EqualFunc(parts, list, bytes.Equal) {
			t.Errorf("%q became %q, %v", list, parts, ok)
		}
		if parts, ok := fleet.Split(a, 2+n&7); ok && !bytes.Equal(fleet.Join(parts), a) && len(parts) != 2+n&7 {
			t.Errorf("%q was taken for %q", a, parts)
		}
	})
}

// TestOneOfParcel: of short jobs that were sent together only the one that fails is parked.
func TestOneOfParcel(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	work(t, dial(t, s), fleet.Worker{Name: "w", Build: "b1", Threads: 2, Kinds: squares(func(n int) error {
		if n == 450 {
			return errors.New("unlucky")
		}
		return nil
	})})
	w := open(t, dial(t, s), squareSet)
	var answered, parked atomic.Int64
	do := func(ctx context.Context, n int) (bool, error) {
		out, err := w.Do(ctx, []byte(strconv.Itoa(n)))
		if p, ok := errors.AsType[*fleet.ParkedError](err); ok && string(p.Input) == "450" {
			parked.Add(1)
			return false, nil
		}
		if err == nil && string(out) == strconv.Itoa(n*n) {
			answered.Add(1)
		}
		return true, err
	}
	for _, err := range parallel.Map(t.Context(), w.Ahead(), w.Ahead(), parallel.Numbers(0, 500), do) {
		if err != nil {
			t.Fatal(err)
		}
	}
	if answered.Load() != 499 || parked.Load() != 1 {
		t.Errorf("%d jobs are answered and %d parked, want 499 and 1", answered.Load(), parked.Load())
	}
}

// TestDrainOne: one set is taken from the server, and others stay.
func TestDrainOne(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	c := dial(t, s)
	first := open(t, c, squareSet)
	other := open(t, c, fleet.Set{Set: parallel.Set{Kind: "square", Settings: []byte("1")}, Build: "b1"})
	if _, err := c.Drain(t.Context(), "zz"); err == nil || !strings.Contains(err.Error(), `0 sets begin with "zz"`) {
		t.Errorf("error %v, want that there is no such set", err)
	}
	gone, err := c.Drain(t.Context(), first.ID()[:8])
	if err != nil || len(gone) != 1 || gone[0].ID != first.ID() {
		t.Errorf("took %+v (%v)", gone, err)
	}
	status, err := c.Status(t.Context(), time.Millisecond)
	if err != nil || len(status.Sets) != 1 || status.Sets[0].ID != other.ID() {
		t.Errorf("status is %+v (%v)", status, err)
	}
}

// A worker that another user has found to be wrong has its answers asked for again at the end.
func TestWrongElsewhere(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	w, other := open(t, dial(t, s), verified(0)), open(t, dial(t, s), fleet.Set{Build: "b1",
		Set: parallel.Set{Kind: "square", Settings: []byte("1")}})
	bad := dial(t, s)
	go func() {
		for range (fleet.Worker{Name: "bad", Build: "b1", Dir: t.TempDir(),
			Kinds: wrong("-1", func(n int) bool { return n < 3 })}).Work(t.Context(), bad) {
		}
	}()
	for n := range 10 {
		if _, err := w.Do(t.Context(), []byte(strconv.Itoa(n))); err != nil {
			t.Fatal(err)
		}
	}
	id, _ := bad.Identity()
	if err := other.Blame(t.Context(), "bad", id); err != nil {
		t.Fatal(err)
	}
	work(t, dial(t, s), fleet.Worker{Name: "honest", Build: "b1", Kinds: squares(nil)})
	for !w.Out(id) {
		time.Sleep(time.Millisecond) // until it has heard of it
	}
	if e, ok := errors.AsType[*fleet.WrongError](w.Close()); !ok || e.Wrong != 3 || e.Used != 10 {
		t.Errorf("error %v, want three of ten wrong answers", e)
	}
}

// Workers of another build take no jobs.
func TestOtherBuild(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	work(t, dial(t, s), fleet.Worker{Name: "old", Build: "b0", Kinds: squares(func(int) error {
		t.Error("a worker of another build did a job")
		return nil
	})})
	w := open(t, dial(t, s), fleet.Set{Set: parallel.Set{Kind: "square", Settings: []byte("0")}, Build: "b1"})
	work(t, dial(t, s), fleet.Worker{Name: "new", Build: "b1", Kinds: squares(nil)})
	if err := ask(t.Context(), w, 30, 0); err != nil {
		t.Fatal(err)
	}
}

// Large jobs and answers go through the object store.
func TestLarge(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	double := map[string]parallel.Opener{"double": func([]byte, parallel.File) (parallel.Do, func(), error) {
		return func(_ context.Context, in []byte) ([]byte, error) { return append(in, in...), nil }, nil, nil
	}}
	work(t, dial(t, s), fleet.Worker{Name: "w", Build: "b1", Kinds: double})
	w := open(t, dial(t, s), fleet.Set{Set: parallel.Set{Kind: "double"}, Build: "b1"})
	in := strings.Repeat("0123456789", 300_000)
	out, err := w.Do(t.Context(), []byte(in))
	if err != nil || string(out) != in+in {
		t.Errorf("%d bytes, error %v", len(out), err)
	}
}
