package live_test

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/live"
)

// TestClock goes through some turns with a clock that stands still by itself.
func TestClock(t *testing.T) {
	now := time.Unix(1000, 0)
	k := live.Clock{Limit: live.Limit{All: 10 * time.Second, Each: 2 * time.Second}, Now: func() time.Time {
		return now
	}}
	pass := func(d time.Duration) { now = now.Add(d) }
	k.Start(engine.Black)
	pass(3 * time.Second)
	k.Start(engine.Black) // continues
	if spent := k.Stop(engine.Black); spent != 3*time.Second || k.Left(engine.Black) != 9*time.Second {
		t.Errorf("spent %v, left %v", spent, k.Left(engine.Black))
	}
	k.Start(engine.White)
	pass(4 * time.Second)
	if k.Left(engine.White) != 6*time.Second || k.Left(engine.Black) != 9*time.Second {
		t.Errorf("left %v and %v", k.Left(engine.White), k.Left(engine.Black))
	}
	k.Halt() // a move was taken back: the time is spent, nothing is earned
	again := live.Clock{Limit: k.Limit, Now: k.Now}
	again.Set([2]time.Duration{k.Used(engine.Black), k.Used(engine.White)})
	for _, k := range []*live.Clock{&k, &again} {
		k.Start(engine.White)
	}
	pass(6 * time.Second)
	for _, k := range []*live.Clock{&k, &again} {
		if !k.Fallen(engine.White) || k.Fallen(engine.Black) {
			t.Error("white's time is over, black's is not")
		}
		if k.Stop(engine.White); !k.Fallen(engine.White) {
			t.Error("a move that comes too late earns time")
		}
	}
}

func TestClockText(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0:00.0", 9990 * time.Millisecond: "0:09.9", 10 * time.Second: "0:10", 90 * time.Second: "1:30",
		time.Hour: "60:00",
	} {
		k := live.Clock{Now: time.Now}
		k.Set([2]time.Duration{d, 0})
		if got := k.Text(engine.Black); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}

func TestLimit(t *testing.T) {
	for text, want := range map[string]string{"5m": "5m0s", "3m+2s": "3m0s+2s", "90s": "1m30s"} {
		l, err := live.ParseLimit(text)
		again, err2 := live.ParseLimit(l.String())
		if err != nil || err2 != nil || l.String() != want || l != again {
			t.Errorf("%q: %v, %v", text, l, err)
		}
	}
	for _, text := range []string{"", "5", "-5m", "0s", "5m+", "5m+-2s", "m"} {
		if l, err := live.ParseLimit(text); err == nil {
			t.Errorf("%q is the time %v", text, l)
		}
	}
}

// A person is black: undo takes back the own move with the answer to it, redo plays both again.
func ExampleHistory() {
	var r live.History
	r.Start = engine.StandardStart()
	moves, _ := engine.ParseMoves("f5d6c3d3")
	if err := r.Play(moves...); err != nil {
		fmt.Println(err)
	}
	black := func(c engine.Color) bool { return c == engine.Black }
	fmt.Println(r.Undo(black), r.Game())
	fmt.Println(r.Undo(black), len(r.Moves))
	fmt.Println(r.Undo(black))
	fmt.Println(r.Redo(black), r.Game())
	// Output:
	// <nil> f5d6
	// <nil> 0
	// there is no move of yours to take back
	// <nil> f5d6
}

// TestHistoryLaws: after any undos and redos the game is a beginning of the one that was played, a side
// that decides is to move or the game is as far as it was, and as many redos as undos restore it.
func TestHistoryLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		decides := [2]bool{rapid.Bool().Draw(t, "black"), rapid.Bool().Draw(t, "white")}
		may := func(c engine.Color) bool { return decides[c] }
		r := live.History{Start: engine.StandardStart()}
		for n := rapid.IntRange(0, 60).Draw(t, "moves"); n > 0; n-- {
			legal := r.Position().Board.Moves()
			if legal == 0 {
				break
			}
			if err := r.Play(legal.Nth(rapid.IntRange(0, legal.Len()-1).Draw(t, "move"))); err != nil {
				t.Fatal(err)
			}
		}
		whole, undos := r.Game().String(), 0
		for r.CanUndo(may) {
			if err := r.Undo(may); err != nil {
				t.Fatal(err)
			}
			undos++
			if now := r.Game().String(); whole[:len(now)] != now || !may(r.Position().Color) {
				t.Fatalf("%s of %s, %v to move", now, whole, r.Position().Color)
			}
		}
		if r.Undo(may) != live.ErrTakeBack {
			t.Fatal("there was something to take back")
		}
		for range undos {
			if err := r.Redo(may); err != nil {
				t.Fatal(err)
			}
		}
		if r.Game().String() != whole {
			t.Fatalf("%s, want %s", r.Game(), whole)
		}
	})
}
