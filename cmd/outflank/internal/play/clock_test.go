package play

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/live"
)

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
			s, err := newSession(&cli.App{Out: &text}, settings{players: [2]string{"greedy", "greedy"}, shape: "6x6",
				color: "never", clock: live.Limit{All: time.Minute}})
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
