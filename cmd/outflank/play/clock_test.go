package play

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/engine"
)

// TestPlayClock goes through some turns with a clock that stands still by itself.
func TestPlayClock(t *testing.T) {
	now := time.Unix(1000, 0)
	k := &clock{limit: clockFlag{10 * time.Second, 2 * time.Second}, now: func() time.Time { return now }}
	pass := func(d time.Duration) { now = now.Add(d) }
	k.start(engine.Black)
	pass(3 * time.Second)
	k.start(engine.Black) // continues
	if spent := k.stop(engine.Black); spent != 3*time.Second || k.left(engine.Black) != 9*time.Second {
		t.Errorf("spent %v, left %v", spent, k.left(engine.Black))
	}
	k.start(engine.White)
	pass(4 * time.Second)
	if k.left(engine.White) != 6*time.Second || k.left(engine.Black) != 9*time.Second {
		t.Errorf("left %v and %v", k.left(engine.White), k.left(engine.Black))
	}
	k.halt() // a move was taken back: the time is spent, nothing is earned
	k.start(engine.White)
	pass(6 * time.Second)
	if !k.fallen(engine.White) || k.fallen(engine.Black) {
		t.Error("white's time is over, black's is not")
	}
	if k.stop(engine.White); !k.fallen(engine.White) {
		t.Error("a move that comes too late earns time")
	}
}

func TestClockText(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0:00.0", 9990 * time.Millisecond: "0:09.9", 10 * time.Second: "0:10", 90 * time.Second: "1:30", time.Hour: "60:00",
	} {
		if got := clockText(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}

func TestClockFlag(t *testing.T) {
	for text, want := range map[string]string{"5m": "5m0s", "3m+2s": "3m0s+2s", "90s": "1m30s"} {
		var f clockFlag
		if err := f.Set(text); err != nil || f.String() != want {
			t.Errorf("%q: %v, %v", text, &f, err)
		}
	}
	for _, text := range []string{"", "5", "-5m", "0s", "5m+", "5m+-2s", "m"} {
		if err := new(clockFlag).Set(text); err == nil {
			t.Errorf("%q is a time", text)
		}
	}
}

// TestPlayTimeIsUp: a person who has no time left loses. The clock of the test is a fake
// one, that moves on when everybody waits.
func TestPlayTimeIsUp(t *testing.T) {
	setUTF8(t)
	synctest.Test(t, func(t *testing.T) {
		silence, hold := io.Pipe()
		defer hold.Close()
		out, code := runPlay(t.Context(), silence, "--white", "human", "--clock", "1h")
		if code != cli.Done || !strings.Contains(out, "black has no time left, white wins\n") {
			t.Errorf("exit code %d, output\n%s", code, out)
		}
	})
}

// TestPlayAgentTime: an agent that takes more than all of its time loses, one that takes
// what it is given does not.
func TestPlayAgentTime(t *testing.T) {
	setUTF8(t)
	for _, test := range []struct {
		name  string
		agent engine.Agent
		want  string
	}{
		{"more than all", lazy(time.Hour), "black has no time left, white wins\n"},
		{"what it is given", patient{}, "game over"},
	} {
		synctest.Test(t, func(t *testing.T) {
			var text bytes.Buffer
			s, err := newSession(&cli.App{Out: &text}, settings{players: [2]string{"greedy", "greedy"}, shape: "6x6", color: "never", clock: clockFlag{all: time.Minute}})
			if err != nil {
				t.Fatal(err)
			}
			s.players[engine.Black].agent = test.agent
			lines := &lineFrontend{out: &text}
			s.front = lines
			if err := s.endToEnd(t.Context(), lines); err != nil || !strings.Contains(text.String(), test.want) {
				t.Errorf("%s: %v\n%s", test.name, err, text.String())
			}
		})
	}
}

// lazy takes as long for each move, however long it is given.
type lazy time.Duration

func (l lazy) Choose(_ context.Context, b engine.Board) (engine.Square, error) {
	time.Sleep(time.Duration(l))
	return b.Moves().First(), nil
}

// patient takes all the time that it is given.
type patient struct{}

func (patient) Choose(ctx context.Context, b engine.Board) (engine.Square, error) {
	<-ctx.Done()
	return b.Moves().First(), nil
}
