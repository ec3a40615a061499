package games

import (
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/fair"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
)

// An agentFunc is an agent of a test.
type agentFunc func(context.Context, engine.Board) (engine.Square, error)

func (f agentFunc) Choose(ctx context.Context, b engine.Board) (engine.Square, error) {
	return f(ctx, b)
}

// against begins a game of a person, black, against an agent of a test, and returns it after a move.
func against(t *testing.T, h *Hall, client string, setup Setup, f agentFunc) View {
	t.Helper()
	setup.Black, setup.White = human, "random"
	v, err := h.create(wire.WithClient(t.Context(), client), setup)
	if err != nil {
		t.Fatal(err)
	}
	h.mu.Lock()
	h.games[v.ID].seats[engine.White] = &seat{Player: arena.Player{Name: "test", New: func(*rand.Rand) engine.Agent {
		return f
	}}, threads: 1}
	h.mu.Unlock()
	if v, err = h.move(ID{ID: v.ID}, Move{v.Board.Legal[0].Move, number(0)}); err != nil {
		t.Fatal(err)
	}
	return v
}

// now returns a game as it is when all is quiet.
func now(t *testing.T, h *Hall, id string) View {
	t.Helper()
	synctest.Wait()
	v, err := h.with(ID{ID: id}, func(*game) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestPersonsTime: the clock of who is to move runs, a move earns time, and who has none left loses.
func TestPersonsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		h := NewHall(Options{Dir: dir, Shares: fair.NewPool(1)})
		v, err := h.create(t.Context(), Setup{Black: human, White: human, Clock: "1m+2s"})
		if err != nil || *v.Black.Left != 60_000 || v.Running != "black" {
			t.Fatalf("%+v, %v", v, err)
		}
		time.Sleep(10 * time.Second)
		if v, err = h.move(ID{ID: v.ID}, Move{"f5", nil}); err != nil || *v.Black.Left != 52_000 || v.Running != "white" {
			t.Fatalf("black has %d ms, %s runs, %v", *v.Black.Left, v.Running, err)
		}
		time.Sleep(20 * time.Second)
		if v, err = h.move(ID{ID: v.ID}, Move{"d6", nil}); err != nil || *v.White.Left != 42_000 {
			t.Fatalf("white has %d ms, %v", *v.White.Left, err)
		}
		time.Sleep(5 * time.Second)
		if err := h.Close(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour) // the server is down: clocks stand
		h = NewHall(Options{Dir: dir, Shares: fair.NewPool(1)})
		if v = now(t, h, v.ID); *v.Black.Left != 52_000 || *v.White.Left != 42_000 {
			t.Fatalf("after a restart %d and %d ms", *v.Black.Left, *v.White.Left)
		}
		time.Sleep(time.Hour) // nobody has looked
		if v, err = h.step(ID{ID: v.ID}, number(2), func(*game) (step, error) {
			return step{Do: doUndo}, nil
		}); err != nil || v.Running != "white" {
			t.Fatalf("%+v, %v", v, err)
		}
		time.Sleep(41 * time.Second)
		if v = now(t, h, v.ID); v.End != nil || *v.White.Left != 1000 {
			t.Fatalf("%+v", v)
		}
		time.Sleep(2 * time.Second)
		if v = now(t, h, v.ID); v.End == nil || v.End.Text != "white has no time left, black wins" ||
			*v.White.Left != 0 || v.Running != "" {
			t.Fatalf("%+v", v.End)
		}
		if _, err := h.move(ID{ID: v.ID}, Move{"d6", nil}); status(err) != 409 {
			t.Errorf("a move after the end: %v", err)
		}
		if err := h.Close(); err != nil {
			t.Fatal(err)
		}
		h = NewHall(Options{Dir: dir, Shares: fair.NewPool(1)})
		defer h.Close()
		if v = now(t, h, v.ID); v.End == nil || v.End.Reason != "time" {
			t.Errorf("after a restart %+v", v.End)
		}
	})
}

// TestAgentsTime: an agent that takes more than all of its time loses, one that takes what it is given
// does not; without a clock it is stopped after a while.
func TestAgentsTime(t *testing.T) {
	lazy := func(ctx context.Context, b engine.Board) (engine.Square, error) {
		time.Sleep(time.Hour)
		return b.Moves().First(), nil
	}
	patient := func(ctx context.Context, b engine.Board) (engine.Square, error) {
		<-ctx.Done()
		return b.Moves().First(), nil
	}
	stubborn := func(ctx context.Context, b engine.Board) (engine.Square, error) {
		<-ctx.Done()
		return 0, ctx.Err()
	}
	for name, test := range map[string]struct {
		agent agentFunc
		clock string
		end   string
	}{
		"more than all":       {lazy, "1m", "white has no time left, black wins"},
		"what it is given":    {patient, "1m", ""},
		"no clock":            {patient, "", ""},
		"no move in its time": {stubborn, "", "white forfeits (the agent found no move in time), black wins"},
		"an error": {func(context.Context, engine.Board) (engine.Square, error) {
			return 0, errors.New("no idea")
		}, "",
			"white forfeits (no idea), black wins"},
		"an illegal move": {func(context.Context, engine.Board) (engine.Square, error) { return 0, nil }, "1m",
			"white forfeits (a1 is not a legal move), black wins"},
		"a panic": {func(context.Context, engine.Board) (engine.Square, error) { panic("oh") }, "",
			"white forfeits (the agent failed), black wins"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHall(t, Options{Shares: fair.NewPool(1)})
				defer h.Close()
				v := against(t, h, "", Setup{Clock: test.clock}, test.agent)
				time.Sleep(2 * time.Hour)
				v = now(t, h, v.ID)
				switch {
				case test.end == "" && len(v.Board.Plies) != 2 && test.clock == "":
					t.Errorf("%d moves", len(v.Board.Plies))
				case test.end == "" && (len(v.Board.Plies) != 2 || v.End != nil &&
					!strings.HasPrefix(v.End.Text, "black has no time")):
					t.Errorf("%+v", v.End)
				case test.end != "" && (v.End == nil || v.End.Text != test.end):
					t.Errorf("%+v, want %s", v.End, test.end)
				}
			})
		})
	}
}

// TestPool: no more agents think at once than there are threads, and the clock of one that waits for its first
// place stands.
func TestPool(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, Options{Shares: fair.NewPool(3)})
		defer h.Close()
		var busy, most atomic.Int64
		agent := func(ctx context.Context, b engine.Board) (engine.Square, error) {
			if n := busy.Add(1); n > most.Load() {
				most.Store(n)
			}
			defer busy.Add(-1)
			time.Sleep(time.Second)
			return b.Moves().First(), nil
		}
		var games []View
		for range 6 {
			games = append(games, against(t, h, "anna", Setup{Clock: "1m"}, agent))
		}
		time.Sleep(2*time.Second + time.Millisecond)
		for _, v := range games {
			if v = now(t, h, v.ID); len(v.Board.Plies) != 2 || *v.White.Left != 59_000 {
				t.Errorf("%d moves, %d ms left", len(v.Board.Plies), *v.White.Left)
			}
		}
		if most.Load() != 3 {
			t.Errorf("%d thought at once", most.Load())
		}
	})
}

// TestHeavyAgents: twelve agents that would think for ever don't hold up the casual games beside them, and all
// have equal shares of the time.
func TestHeavyAgents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, Options{Shares: fair.NewPool(2)})
		defer h.Close()
		var worked [12]int
		for i := range worked {
			against(t, h, "", Setup{}, func(ctx context.Context, b engine.Board) (engine.Square, error) {
				for ctx.Err() == nil {
					time.Sleep(time.Millisecond)
					worked[i]++
				}
				return b.Moves().First(), nil
			})
		}
		time.Sleep(5 * time.Second)
		begin := time.Now()
		var casual []View
		for range 20 {
			casual = append(casual, against(t, h, "", Setup{}, func(ctx context.Context, b engine.Board) (engine.Square, error) {
				for range 50 {
					if ctx.Err() != nil {
						break
					}
					time.Sleep(time.Millisecond)
				}
				return b.Moves().First(), nil
			}))
		}
		for _, v := range casual {
			for len(now(t, h, v.ID).Board.Plies) < 2 {
				time.Sleep(10 * time.Millisecond)
			}
		}
		if took := time.Since(begin); took > time.Second {
			t.Errorf("twenty casual games were answered after %v", took)
		}
		time.Sleep(DefaultMoveTime)
		synctest.Wait()
		for _, ms := range worked {
			if want := 2 * int(DefaultMoveTime.Milliseconds()-500) / 12; ms < want*9/10 || ms > want*11/10 {
				t.Errorf("worked %v ms, want %d each", worked, want)
				break
			}
		}
	})
}

// TestQueueOfAgents: agents for which there is no memory wait, and their games tell how many come before.
func TestQueueOfAgents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, Options{Shares: fair.NewPool(2)})
		defer h.Close()
		agent := func(ctx context.Context, b engine.Board) (engine.Square, error) {
			<-ctx.Done()
			return b.Moves().First(), nil
		}
		var games []View
		most := 3 * smallAgents / 4 // of one client
		for range most + 2 {
			games = append(games, against(t, h, "anna", Setup{Clock: "1m"}, agent))
			synctest.Wait()
		}
		late := against(t, h, "bert", Setup{}, agent)
		for i, want := range map[int]int{0: 0, most - 1: 0, most: most + 1, most + 1: most + 2} {
			if v := now(t, h, games[i].ID); v.Ahead != want || !v.Thinking || *v.White.Left != 60_000 && v.Ahead > 0 {
				t.Errorf("before game %d there are %d, want %d: %+v", i, v.Ahead, want, v.White)
			}
		}
		if v := now(t, h, late.ID); v.Ahead != 0 {
			t.Errorf("%d are before the agent of another client", v.Ahead)
		}
		next, stop := iter.Pull2(views(t, h, games[most+1].ID))
		defer stop()
		next()
		if err := h.remove(ID{ID: games[0].ID}); err != nil {
			t.Fatal(err)
		}
		if v, _, _ := next(); v.Ahead != most+1 {
			t.Errorf("after one has gone %d are before it", v.Ahead)
		}
	})
}

// views yields a game and its changes.
func views(t *testing.T, h *Hall, id string) iter.Seq2[View, error] {
	t.Helper()
	seq, err := h.watch(t.Context(), ID{ID: id})
	if err != nil {
		t.Fatal(err)
	}
	return seq
}

// TestEndWhileThinking: a game that is removed and a server that ends stop the agents that think.
func TestEndWhileThinking(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, Options{Shares: fair.NewPool(1)})
		var ended atomic.Int64
		agent := func(ctx context.Context, b engine.Board) (engine.Square, error) {
			<-ctx.Done()
			ended.Add(1)
			return b.Moves().First(), ctx.Err()
		}
		first := against(t, h, "", Setup{}, agent)
		synctest.Wait() // it has the place for which the second waits
		second := against(t, h, "", Setup{}, agent)
		synctest.Wait()
		if err := h.remove(ID{ID: first.ID}); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if ended.Load() != 1 {
			t.Errorf("%d agents were stopped", ended.Load())
		}
		if v := now(t, h, second.ID); !v.Thinking {
			t.Error("the place was not given on")
		}
		if err := h.Close(); err != nil || ended.Load() != 2 {
			t.Errorf("%d agents were stopped, %v", ended.Load(), err)
		}
		if _, err := h.create(t.Context(), Setup{Black: human, White: human}); status(err) != 503 {
			t.Errorf("a game after the end: %v", err)
		}
	})
}
