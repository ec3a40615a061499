package database

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
)

// TestWorkShared: who asks for the same gets one computation, and it is kept.
func TestWorkShared(t *testing.T) {
	w := newWork(1)
	begun, free := make(chan bool), make(chan bool)
	runs := 0
	do := func(context.Context) (int, error) {
		runs++
		close(begun)
		<-free
		return 7, nil
	}
	var all sync.WaitGroup
	ask := func() {
		if n, err := result(t.Context(), w, "key", do); n != 7 || err != nil {
			t.Errorf("%d, %v", n, err)
		}
	}
	all.Go(ask)
	<-begun
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

// TestWorkStops: what nobody waits for any more is stopped; a failure is not kept.
func TestWorkStops(t *testing.T) {
	w := newWork(1)
	begun, stopped := make(chan bool), make(chan bool)
	forever := func(ctx context.Context) (int, error) {
		close(begun)
		<-ctx.Done()
		close(stopped)
		return 0, ctx.Err()
	}
	one, leaveOne := context.WithCancel(t.Context())
	two, leaveTwo := context.WithCancel(t.Context())
	var all sync.WaitGroup
	ask := func(ctx context.Context) {
		if _, err := result(ctx, w, "key", forever); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
	all.Go(func() { ask(one) })
	<-begun
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
	if n, err := result(t.Context(), w, "key", func(context.Context) (int, error) { return 8, nil }); n != 8 ||
		err != nil {
		t.Errorf("then %d, %v", n, err)
	}
	bad := errors.New("bad")
	if _, err := result(t.Context(), w, "other", func(context.Context) (int, error) {
		return 0, bad
	}); err != bad {
		t.Error(err)
	}
	if n, err := result(t.Context(), w, "other", func(context.Context) (int, error) { return 9, nil }); n != 9 ||
		err != nil {
		t.Errorf("after a failure %d, %v", n, err)
	}
}

// TestWorkBounded: a number run at once, others wait, and beyond that they are refused.
func TestWorkBounded(t *testing.T) {
	w := newWork(2)
	var mu sync.Mutex
	running, most := 0, 0
	begun, free := make(chan bool), make(chan bool)
	var once sync.Once
	var all sync.WaitGroup
	for n := range mostJobs {
		all.Go(func() {
			_, err := result(t.Context(), w, string(rune('a'+n)), func(context.Context) (int, error) {
				mu.Lock()
				running++
				most = max(most, running)
				mu.Unlock()
				once.Do(func() { close(begun) })
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
	<-begun
	for jobs := 0; jobs < mostJobs; {
		w.mu.Lock()
		jobs = len(w.jobs)
		w.mu.Unlock()
	}
	_, err := result(t.Context(), w, "one more", func(context.Context) (int, error) { return 0, nil })
	if wire.StatusOf(err) != http.StatusTooManyRequests {
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
