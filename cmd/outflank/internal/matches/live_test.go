package matches

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/qlearn/agents"
)

// TestLiveTable: on a terminal the table shows how the match stands, takes its own
// place each time, and is gone at the end.
func TestLiveTable(t *testing.T) {
	var screen bytes.Buffer
	a := &cli.App{Err: &screen, ErrTerminal: true}
	// greedy wins the first game
	cfg := arena.Config{Agents: []string{"random", "greedy"}, Games: 4, Seed: 1, SPRT: "0,10"}
	state, err := arena.New(cfg, agents.Resolver{})
	if err != nil {
		t.Fatal(err)
	}
	state.Match.Workers = 1
	l := newLive(a, state)
	for _, err := range state.Run(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if state.Played() == 2 {
			l.shown = time.Time{} // else it is too soon to be seen
		}
		if l.show(); state.Played() == 3 {
			break
		}
	}
	l.end()
	got := screen.String()
	tables := strings.Split(got, "\r\x1b[J")
	if len(tables) != 3 { // the first game, the second, and nothing
		t.Fatalf("got %q", got)
	}
	for i, want := range []string{
		"1 of 4 games\n  100.0 %  +1 =0 -0  greedy\n    0.0 %  +0 =0 -1  random",
		"2 of 4 games\nElo -∞ (-∞ to 79), LOS 5.4 %, LLR -0.05 (-2.94, 2.94), Ptnml [1 0 0 0 0]\n  100.0 %  +2 " +
			"=0 -0  greedy\n    0.0 %  +0 =0 -2  random",
	} {
		if !strings.HasPrefix(tables[i], want) {
			t.Errorf("table %d is %q\nwant %q", i+1, tables[i], want)
		}
	}
	if !strings.HasSuffix(got, "\x1b[3A\r\x1b[J") {
		t.Errorf("the table is not taken away: %q", got)
	}
}

// TestLivePlain: elsewhere nothing moves.
func TestLivePlain(t *testing.T) {
	var log bytes.Buffer
	a := &cli.App{Err: &log}
	state, err := arena.New(arena.Config{Agents: []string{"random", "greedy"}, Games: 4}, agents.Resolver{})
	if err != nil {
		t.Fatal(err)
	}
	l := newLive(a, state)
	for _, err := range state.Run(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if l.show(); state.Played() == 3 {
			l.shown = l.shown.Add(-time.Minute)
		}
	}
	l.end()
	if got := log.String(); strings.Contains(got, "\x1b") || strings.Count(got, "\n") != 1 ||
		!strings.HasPrefix(got, "Elo ") || !strings.Contains(got, ", Ptnml [") {
		t.Errorf("got %q", got)
	}
}
