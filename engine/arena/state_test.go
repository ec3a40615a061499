package arena_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// play plays up to n games and returns the result.
func play(t *testing.T, state *arena.State, n int) *arena.Summary {
	t.Helper()
	for _, err := range state.Run(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if n--; n == 0 {
			break
		}
	}
	if err := state.Close(); err != nil {
		t.Fatal(err)
	}
	return state.Result()
}

// Law: a match that is stopped and resumed has the result of one that was not.
func TestResume(t *testing.T) {
	cfg := arena.Config{Agents: []string{"random", "greedy"}, Games: 20, Perturb: 0.1, Random: 4, Seed: 2}
	path := filepath.Join(t.TempDir(), "match.ndjson")
	whole, err := arena.New(cfg, simple{})
	if err != nil {
		t.Fatal(err)
	}
	want := play(t, whole, -1)
	begun, err := arena.Create(path, cfg, simple{})
	if err != nil {
		t.Fatal(err)
	}
	if r := play(t, begun, 7); r.Played != 7 || r.Total != 20 {
		t.Fatalf("%d of %d games", r.Played, r.Total)
	}
	if _, err := arena.Create(path, cfg, simple{}); err == nil ||
		!strings.Contains(err.Error(), "the file exists") {
		t.Errorf("the file is there: %v", err)
	}
	resumed, err := arena.Resume(path, simple{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(cfg, resumed.Config); diff != "" || resumed.Known() < 7 {
		t.Errorf("%d games known, settings %s", resumed.Known(), diff)
	}
	if diff := cmp.Diff(want, play(t, resumed, -1), cmpopts.IgnoreUnexported(arena.Summary{})); diff != "" {
		t.Errorf("(-whole +resumed)\n%s", diff)
	}
}

// A test ends the match after a pair of games, and cancelling it is an error.
func TestRunEnds(t *testing.T) {
	cfg := arena.Config{Agents: []string{"greedy", "random"}, Games: 4000, Random: 4, Seed: 1, SPRT: "0,50"}
	state, err := arena.New(cfg, simple{})
	if err != nil {
		t.Fatal(err)
	}
	r := play(t, state, -1)
	if r.Test == nil || r.Test.Accept != "H1" || r.Played%2 != 0 || r.Played >= r.Total {
		t.Errorf("after %d games: %+v", r.Played, r.Test)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, err = range state.Run(ctx) {
	}
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// What makes no match is told by the name of the setting.
func TestCheck(t *testing.T) {
	two := []string{"greedy", "random"}
	for want, cfg := range map[string]arena.Config{
		"games 0: want 1 to 100000000":                        {Agents: two},
		"random-plies 61: want 0 to 60":                       {Agents: two, Games: 2, Random: 61},
		"perturb 2: want 0 to 1":                              {Agents: two, Games: 2, Perturb: 2},
		"holes 0.6: want a share of 0 to 0.5":                 {Agents: two, Games: 2, Holes: engine.Holes{Share: 0.6}},
		"time soon: want a time such as 100ms or 2s":          {Agents: two, Games: 2, Time: "soon"},
		"timeout never: want a time such as 100ms or 2s":      {Agents: two, Games: 2, Timeout: "never"},
		"timeout: none of the agents has a parameter timeout": {Agents: two, Games: 2, Timeout: "1s"},
		"depth: none of the agents has a parameter depth":     {Agents: two, Games: 2, Depth: 3},
		"sprt 0,10: the test compares two agents, not 3":      {Agents: []string{"greedy", "random", "random"}, Games: 2, SPRT: "0,10"},
		`shape: engine: shape "9x9": want 4x4, 6x6, 8x8, hex or rhombus, with holes as in 8x8-a1c3`: {Agents: two,
			Games: 2, Shape: "9x9"},
	} {
		_, err := arena.New(cfg, simple{})
		if bad, ok := errors.AsType[*fault.SettingError](err); !ok || bad.Error() != want || !fault.IsMisuse(err) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := arena.New(arena.Config{Agents: two[:1], Games: 2}, simple{}); !fault.IsMisuse(err) {
		t.Errorf("one agent: %v", err)
	}
	missing := arena.Config{Agents: two, Openings: "none.txt"}
	if old, err := arena.FindProtocol("report"); err != nil || old.Name != "cs181" {
		t.Errorf("the old name of cs181: %s, %v", old.Name, err)
	}
	p, err := arena.FindProtocol("xot")
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Apply(&missing); !fault.IsBadInput(err) || fault.IsMisuse(err) {
		t.Errorf("no openings: %v", err)
	}
}
