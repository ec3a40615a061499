package fair

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/outflank/outflank/engine"
)

// search works until its context ends, asks it every millisecond, and calls a function after each.
func search(t *Turn, worked func()) {
	if !t.Begin() {
		return
	}
	defer t.End()
	for t.Err() == nil {
		time.Sleep(time.Millisecond)
		worked()
	}
}

// TestClientsShare: clients have equal shares, whatever their numbers of searches and threads, and so have the
// searches of each. A client that comes late, or has been idle, has its share from then on.
func TestClientsShare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // time passes when all sleep
		p := NewPool(2)
		ctx, cancel := context.WithTimeout(t.Context(), 12*time.Second)
		defer cancel()
		var worked [11]int
		var all sync.WaitGroup
		begin := func(i int, client string, threads int, after time.Duration) {
			turn := p.Account(client, 0).Turn(ctx, threads)
			all.Go(func() {
				time.Sleep(after)
				search(turn, func() { worked[i]++ })
			})
		}
		for i := range 8 {
			begin(i, "many", 1, 0)
		}
		begin(8, "one", 1, 0)
		begin(9, "wide", 2, 0)
		begin(10, "late", 1, 6*time.Second)
		all.Wait()
		// Two places for three clients in six seconds, then for four.
		third, quarter := 2*6000/3, 2*6000/4
		for i, ms := range worked {
			want := map[int]int{8: third + quarter, 9: (third + quarter) / 2, 10: quarter}[i]
			if want == 0 {
				want = (third + quarter) / 8
			}
			if ms < want*9/10-20 || ms > want*11/10+20 {
				t.Errorf("search %d worked %d ms, want %d: %v", i, ms, want, worked)
			}
		}
		if p.free != 2 || len(p.waiting) != 0 {
			t.Errorf("%d places are free, %d wait", p.free, len(p.waiting))
		}
		for name, c := range p.clients {
			if c.active != 0 {
				t.Errorf("%s has %d searches", name, c.active)
			}
		}
	})
}

// TestQuickTasks: twelve searches without end don't hold up the short ones of the same client. An agent with a time
// limit of its own takes turns as well.
func TestQuickTasks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := NewPool(1)
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		var worked [12]int
		var all sync.WaitGroup
		for i := range worked {
			turn := p.Account("", 200*time.Millisecond).Turn(ctx, 1)
			all.Go(func() {
				if !turn.Begin() {
					return
				}
				defer turn.End()
				limited, done := engine.Within(turn, time.Hour)
				defer done()
				for limited.Err() == nil {
					time.Sleep(time.Millisecond)
					worked[i]++
				}
			})
		}
		time.Sleep(5 * time.Second)
		begin := time.Now()
		var short sync.WaitGroup
		for range 10 {
			turn := p.Account("", 200*time.Millisecond).Turn(ctx, 1)
			short.Go(func() {
				if !turn.Begin() {
					t.Error("no turn")
				}
				for range 50 {
					_ = turn.Err()
					time.Sleep(time.Millisecond)
				}
				turn.End()
			})
		}
		short.Wait()
		if took := time.Since(begin); took > 10*50*time.Millisecond+2*slice {
			t.Errorf("ten short tasks of 50 ms took %v", took)
		}
		all.Wait()
		for _, ms := range worked {
			if ms < 9500/12-30 || ms > 9500/12+30 {
				t.Errorf("worked %v", worked)
				break
			}
		}
	})
}

// TestManyClients: clients that came once are forgotten.
func TestManyClients(t *testing.T) {
	p := NewPool(1)
	for i := range 3 * keptClients {
		turn := p.Account(fmt.Sprint(i), 0).Turn(t.Context(), 1)
		turn.Begin()
		turn.End()
	}
	if len(p.clients) > keptClients {
		t.Errorf("%d clients are kept", len(p.clients))
	}
}

// TestPoolLeft: a search whose context ends while it waits leaves nothing behind.
func TestPoolLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := NewPool(2)
		holder := p.Account("a", 0).Turn(t.Context(), 1)
		holder.Begin()
		for range 3 {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			if p.Account("b", 0).Turn(ctx, 2).Begin() {
				t.Error("it has two places where one is free")
			}
			cancel()
		}
		if next := p.Account("c", 0).Turn(t.Context(), 1); !next.Begin() {
			t.Error("the free place is lost")
		}
		holder.End()
		if p.free != 1 {
			t.Errorf("%d places are free", p.free)
		}
	})
}

// TestIdle: an idle task works only while no client's task could, however little the client's tasks have used.
func TestIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := NewPool(1)
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		var idle atomic.Int64
		worked, beside := 0, int64(0) // beside: the idle task, while the client worked
		var all sync.WaitGroup
		all.Go(func() { search(p.Idle().Turn(ctx, 1), func() { idle.Add(1) }) })
		all.Go(func() {
			time.Sleep(time.Second)
			beside = idle.Load()
			second, end := context.WithTimeout(ctx, time.Second)
			defer end()
			search(p.Account("one", 0).Turn(second, 1), func() { worked++ })
			beside = idle.Load() - beside
		})
		all.Wait()
		if worked < 980 || beside > 2*slice.Milliseconds() || idle.Load() < 1900 {
			t.Errorf("the client worked %d ms of 1000, the idle task %d ms at that time and %d in all",
				worked, beside, idle.Load())
		}
	})
}
