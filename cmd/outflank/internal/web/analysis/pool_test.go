package analysis

import (
	"context"
	"fmt"
	"iter"
	"testing"
	"testing/synctest"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/fair"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine"
)

// A working searcher has steps without end that take a time each, asks its context every
// millisecond, and counts how many it has worked.
type working struct {
	step   int // milliseconds
	worked *int
}

func (s working) Search(ctx context.Context, _ engine.Board) iter.Seq[engine.Info] {
	return func(yield func(engine.Info) bool) {
		for depth := 1; ; depth++ {
			for range s.step {
				if ctx.Err() != nil {
					return
				}
				time.Sleep(time.Millisecond)
				*s.worked++
			}
			if !yield(engine.Info{Depth: depth, PV: []engine.Square{0}}) {
				return
			}
		}
	}
}

func (s working) SearchMove(ctx context.Context, b engine.Board, _ engine.Square) iter.Seq[engine.Info] {
	return s.Search(ctx, b)
}

// TestPoolIsFair: analyses have equal shares of the time, whether their steps are short or never end. One
// that comes late has its share from then on, and its first step at once.
func TestPoolIsFair(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // time passes when all sleep
		const n, late = 16, 15
		p := fair.NewPool(2)
		ctx, cancel := context.WithTimeout(t.Context(), 9*time.Second)
		defer cancel()
		var worked [n]int
		var first time.Time
		for i := range n {
			a := p.Account("", 0)
			s := working{[]int{1, 7, 40, 1 << 30}[i%4], &worked[i]}
			go func() {
				if i == late {
					s.step = 1
					time.Sleep(time.Second)
				}
				for range (inTurn{a, s}).Search(ctx, engine.Standard()) {
					if i == late && first.IsZero() {
						first = time.Now()
					}
				}
			}()
		}
		begin := time.Now()
		<-ctx.Done()
		time.Sleep(time.Second) // until the last ones have looked
		synctest.Wait()
		// Two places for 15 analyses in the first second, then for 16 in eight.
		for i, ms := range worked {
			want := 2*1000/15 + 2*8000/16
			if i == late {
				want = 2 * 8000 / 16
			}
			if ms < want-50 || ms > want+50 {
				t.Errorf("analysis %d worked %d ms, want %d: %v", i, ms, want, worked)
				break
			}
		}
		if wait := first.Sub(begin) - time.Second; wait < 0 || wait > 20*time.Millisecond {
			t.Errorf("the late one has its first step after %v", wait)
		}
	})
}

// TestPoolWithin: no more searches run at the same time than the pool has places.
func TestPoolWithin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := fair.NewPool(3)
		ctx, cancel := context.WithCancel(t.Context())
		gate := make(chan struct{})
		running := make(chan int, 16)
		for i := range 10 {
			go func() {
				for range (inTurn{p.Account("", 0), blocking{i, gate, running}}).Search(ctx, engine.Standard()) {
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
		synctest.Wait()
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

// TestPoolMemory: analyses beyond those for which there is memory wait, and leave the queue with their
// client.
func TestPoolMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := NewPool(nil, fair.NewPool(1))
		var leaves []func()
		for i := range analyses {
			leave, err := p.enter(wire.WithClient(t.Context(), fmt.Sprint(i%2)))
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
