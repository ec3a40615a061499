package analysis

import (
	"context"
	"iter"
	"runtime"
	"testing"
	"testing/synctest"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
)

// counting is a searcher that has steps without end, in which it asks its context some times, and
// counts how often it got an answer.
type counting struct{ asked *int }

func (c counting) Search(ctx context.Context, _ engine.Board) iter.Seq[engine.Info] {
	return func(yield func(engine.Info) bool) {
		for depth := 1; ; depth++ {
			for range 7 {
				if ctx.Err() != nil {
					return
				}
				*c.asked++
			}
			if !yield(engine.Info{Depth: depth, PV: []engine.Square{0}}) {
				return
			}
		}
	}
}

func (c counting) SearchMove(ctx context.Context, b engine.Board, _ engine.Square) iter.Seq[engine.Info] {
	return c.Search(ctx, b)
}

// greedy is counting with steps that never end.
type greedy struct{ counting }

func (g greedy) Search(ctx context.Context, _ engine.Board) iter.Seq[engine.Info] {
	return func(func(engine.Info) bool) {
		for ctx.Err() == nil {
			*g.asked++
		}
	}
}

// TestPoolIsFair: searches that are under way at the same time advance in turn, also beside some whose
// steps never end. They run on one processor: on several a search that is about to queue may be overtaken.
func TestPoolIsFair(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	synctest.Test(t, func(t *testing.T) {
		const n, enough = 16, 1000
		p := NewPool(1)
		p.slice = 0 // each look at the context offers the place
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		if !p.places.TryAcquire(1) { // until all wait
			t.Fatal("no places")
		}
		var counts [n]int
		for i := range n {
			var s analysis.Searcher = counting{&counts[i]}
			if i%4 == 0 {
				s = greedy{counting{&counts[i]}}
			}
			go func() {
				for range (inTurn{p, s}).Search(ctx, engine.Standard()) {
					if i == 1 && counts[i] >= enough {
						cancel()
					}
				}
			}()
		}
		synctest.Wait()
		p.places.Release(1)
		<-ctx.Done()
		synctest.Wait()
		for i, count := range counts {
			if count < enough*4/5 || count > enough*5/4 {
				t.Errorf("search %d was asked %d times, the one that ended all of them %d times: %v", i, count, counts[1], counts)
				break
			}
		}
		if !p.places.TryAcquire(1) {
			t.Error("the pool has fewer places than before")
		}
	})
}

// TestPoolWithin: no more searches run at the same time than the pool has places.
func TestPoolWithin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := NewPool(3)
		ctx, cancel := context.WithCancel(t.Context())
		gate := make(chan struct{})
		running := make(chan int, 16)
		for i := range 10 {
			go func() {
				for range (inTurn{p, blocking{i, gate, running}}).Search(ctx, engine.Standard()) {
				}
			}()
		}
		synctest.Wait()
		if len(running) != 3 {
			t.Errorf("%d searches run", len(running))
		}
		gate <- struct{}{} // one is done
		synctest.Wait()
		if len(running) != 4 {
			t.Errorf("after the end of one %d have run", len(running))
		}
		close(gate)
		synctest.Wait()
		cancel()
		if !p.places.TryAcquire(3) {
			t.Error("the pool has fewer places than before")
		}
	})
}

// blocking is a searcher that says that it runs and waits for a gate.
type blocking struct {
	i       int
	gate    chan struct{}
	running chan int
}

func (b blocking) Search(context.Context, engine.Board) iter.Seq[engine.Info] {
	return func(func(engine.Info) bool) {
		b.running <- b.i
		<-b.gate
	}
}

func (b blocking) SearchMove(ctx context.Context, board engine.Board, _ engine.Square) iter.Seq[engine.Info] {
	return b.Search(ctx, board)
}

// TestPoolMemory: analyses beyond those for which there is memory wait, and leave the queue with their client.
func TestPoolMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := NewPool(1)
		var leaves []func()
		for range analyses {
			leave, err := p.enter(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			leaves = append(leaves, leave)
		}
		gone, cancel := context.WithCancel(t.Context())
		entered := make(chan error, 2)
		go func() { _, err := p.enter(gone); entered <- err }()
		synctest.Wait()
		go func() { _, err := p.enter(t.Context()); entered <- err }()
		synctest.Wait()
		if len(entered) != 0 {
			t.Fatal("there is more memory than there should be")
		}
		cancel()
		if err := <-entered; err == nil {
			t.Error("a client that is gone entered")
		}
		leaves[0]()
		if err := <-entered; err != nil {
			t.Error(err)
		}
	})
}
