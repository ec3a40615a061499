package database

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
)

// TestWorkShared: who asks for the same gets one computation, and it is kept.
func TestWorkShared(t *testing.T) {
	w := newWork(1)
	started, free := make(chan bool), make(chan bool)
	runs := 0
	do := func(context.Context) (int, error) {
		runs++
		close(started)
		<-free
		return 7, nil
	}
	var all sync.WaitGroup
	ask := func() {
		if n, err := result(t.Context(), w, longWait, "key", do); n != 7 || err != nil {
			t.Errorf("%d, %v", n, err)
		}
	}
	all.Go(ask)
	<-started
	all.Go(ask)
	for waiting := 0; waiting < 2; { // both
		w.mu.Lock()
		waiting = w.jobs["key"].waiting
		w.mu.Unlock()
	}
	close(free)
	all.Wait()
	ask()
	if runs != 1 || len(w.jobs) != 0 {
		t.Errorf("%d runs, %d jobs left", runs, len(w.jobs))
	}
}

// TestWorkStops: a computation stops when no client waits for it any more. A failure is not kept.
func TestWorkStops(t *testing.T) {
	w := newWork(1)
	started, stopped := make(chan bool), make(chan bool)
	forever := func(ctx context.Context) (int, error) {
		close(started)
		<-ctx.Done()
		close(stopped)
		return 0, ctx.Err()
	}
	one, leaveOne := context.WithCancel(t.Context())
	two, leaveTwo := context.WithCancel(t.Context())
	var all sync.WaitGroup
	ask := func(ctx context.Context) {
		if _, err := result(ctx, w, longWait, "key", forever); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
	all.Go(func() { ask(one) })
	<-started
	all.Go(func() { ask(two) })
	for waiting := 0; waiting < 2; {
		w.mu.Lock()
		waiting = w.jobs["key"].waiting
		w.mu.Unlock()
	}
	leaveOne()
	select {
	case <-stopped:
		t.Error("it was stopped while somebody waited")
	default:
	}
	leaveTwo()
	<-stopped
	all.Wait()
	if n, err := result(t.Context(), w, longWait, "key", func(context.Context) (int, error) { return 8, nil }); n != 8 ||
		err != nil {
		t.Errorf("then %d, %v", n, err)
	}
	bad := errors.New("bad")
	if _, err := result(t.Context(), w, longWait, "other", func(context.Context) (int, error) {
		return 0, bad
	}); err != bad {
		t.Error(err)
	}
	if n, err := result(t.Context(), w, longWait, "other", func(context.Context) (int, error) { return 9, nil }); n != 9 ||
		err != nil {
		t.Errorf("after a failure %d, %v", n, err)
	}
}

// TestWorkBounded: a number run at once, others wait, and beyond that they are refused.
func TestWorkBounded(t *testing.T) {
	w := newWork(2)
	var mu sync.Mutex
	running, most := 0, 0
	started, free := make(chan bool), make(chan bool)
	var once sync.Once
	var all sync.WaitGroup
	for n := range mostJobs {
		ctx := wire.WithClient(t.Context(), fmt.Sprint(n%2))
		all.Go(func() {
			_, err := result(ctx, w, longWait, string(rune('a'+n)), func(context.Context) (int, error) {
				mu.Lock()
				running++
				most = max(most, running)
				mu.Unlock()
				once.Do(func() { close(started) })
				<-free
				mu.Lock()
				running--
				mu.Unlock()
				return 0, nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	<-started
	for jobs := 0; jobs < mostJobs; {
		w.mu.Lock()
		jobs = len(w.jobs)
		w.mu.Unlock()
	}
	_, err := result(t.Context(), w, longWait, "one more", func(context.Context) (int, error) { return 0, nil })
	if wire.StatusOf(err) != http.StatusServiceUnavailable || wire.AskAgain(err) != askAgain {
		t.Errorf("%v", err)
	}
	close(free)
	all.Wait()
	if most < 1 || most > 2 {
		t.Errorf("%d ran at once", most)
	}
}

// TestClientGone: a statistic ends with its client.
func TestClientGone(t *testing.T) {
	d := some(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := d.statistic(ctx, statQuery{Name: "years"}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := d.statistic(t.Context(), statQuery{Name: "years"}); err != nil {
		t.Error(err)
	}
}

// TestTwentyStatistics: all that is asked at once is answered, although the last answers come after the server's
// time for an answer.
func TestTwentyStatistics(t *testing.T) {
	d := some(t)
	release := occupy(t, d)
	s := httptest.NewUnstartedServer(handler(t, d))
	s.Config.WriteTimeout = 100 * time.Millisecond
	s.Start()
	defer s.Close()
	defer s.Client().CloseIdleConnections()
	var all sync.WaitGroup
	for n := range 20 {
		name := []string{"years", "colors", "openings", "bands"}[n%4]
		all.Go(func() {
			answer, err := s.Client().Get(fmt.Sprintf("%s/api/v1/stats/%s?min_games=%d", s.URL, name, n))
			if err != nil {
				t.Error(err)
				return
			}
			answer.Body.Close()
			if answer.StatusCode != http.StatusOK {
				t.Errorf("%s: %s", name, answer.Status)
			}
		})
	}
	time.Sleep(300 * time.Millisecond)
	release()
	all.Wait()
}

// occupy takes the place of statistics until release.
func occupy(t *testing.T, d *Database) (release func()) {
	ticket, err := d.counts.queue.Join("another")
	if err != nil {
		t.Fatal(err)
	}
	return ticket.Leave
}

// TestQueuePage: a page that waits for a statistic shows its place, and asks again by itself.
func TestQueuePage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := some(t)
		release := occupy(t, d)
		h := handler(t, d)
		for place, name := range []string{"years", "colors", "openings"} {
			w := httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequest("GET", "/statistics/"+name, nil))
			want := fmt.Sprintf("at place %d in the queue", place+1)
			if w.Code != 503 || w.Header().Get("Retry-After") != "3" || w.Header().Get("Refresh") != "3" ||
				!strings.Contains(w.Body.String(), want) {
				t.Errorf("%s: %d %v, want %q: %s", name, w.Code, w.Header(), want, w.Body)
			}
		}
		time.Sleep(grace - shortWait) // the others are left alone for longer
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", "/statistics/openings", nil))
		if !strings.Contains(w.Body.String(), "at place 1 in the queue") {
			t.Errorf("%s", w.Body)
		}
		release()
		synctest.Wait()
		ask(t, h, "/statistics/openings", 200)
	})
}
