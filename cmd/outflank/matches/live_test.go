package matches

import (
	"bytes"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/engine/tournament"
	"github.com/outflank/outflank/qlearn/agents"
)

// TestLiveTable: on a terminal the table shows how the match stands, takes its own
// place each time, and is gone at the end.
func TestLiveTable(t *testing.T) {
	var screen bytes.Buffer
	a := &cli.App{Err: &screen, ErrTerminal: true}
	cfg := tournament.Config{Agents: []string{"random", "greedy"}, Games: 4, Seed: 1, SPRT: "0,10"} // greedy wins the first game
	state, err := tournament.New(cfg, agents.Resolver{})
	if err != nil {
		t.Fatal(err)
	}
	state.Match.Workers = 1
	l := newLive(a, state)
	for _, err := range state.Run(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if l.show(); state.Played() == 2 { // too soon to be seen
			break
		}
	}
	l.end()
	got := screen.String()
	want := []string{"1 of 4 games, LLR 0.00 (-2.94 to 2.94)", "  100.0 %  +1 =0 -0  greedy", "    0.0 %  +0 =0 -1  random"}
	if lines := strings.Split(got, "\n"); len(lines) != 3 || lines[0] != want[0] || lines[1] != want[1] || !strings.HasPrefix(lines[2], want[2]) {
		t.Errorf("got %q", got)
	}
	if !strings.HasSuffix(got, "\x1b[2A\r\x1b[J") {
		t.Errorf("the table is not taken away: %q", got)
	}
}

// TestLivePlain: elsewhere nothing moves.
func TestLivePlain(t *testing.T) {
	var log bytes.Buffer
	a := &cli.App{Err: &log}
	state, err := tournament.New(tournament.Config{Agents: []string{"random", "greedy"}, Games: 4}, agents.Resolver{})
	if err != nil {
		t.Fatal(err)
	}
	l := newLive(a, state)
	l.show()
	l.end()
	if got := log.String(); strings.Contains(got, "\x1b") {
		t.Errorf("got %q", got)
	}
}
