package arena_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// Law: a match whose games go through bytes has the result of one that is played here, also with a
// test that ends it early; its openings are sent, and called by no path of this machine.
func TestFarm(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "openings.txt")
	if err := os.WriteFile(file, []byte("f5d6c3d3c4\nf5f6e6f4\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, cfg := range []arena.Config{
		{Agents: []string{"random", "greedy"}, Games: 20, Perturb: 0.1, Random: 4, Seed: 2, Openings: file, Adjudicate: 4},
		{Agents: []string{"greedy", "random"}, Games: 2000, Perturb: 0.3, Seed: 3, SPRT: "0,60"},
	} {
		alone, err := arena.New(cfg, simple{})
		if err != nil {
			t.Fatal(err)
		}
		want := play(t, alone, -1)
		if cfg.SPRT != "" && want.Played == want.Total {
			t.Fatal("the test does not stop the match early")
		}
		far, err := arena.New(cfg, simple{})
		if err != nil {
			t.Fatal(err)
		}
		far.Farm = func(ctx context.Context, s parallel.Set) (parallel.Jobs, error) {
			if len(s.Files) == 1 != (cfg.Openings != "") || cfg.Openings != "" && s.Files["0.txt"] != file {
				t.Errorf("files %v", s.Files)
			}
			return parallel.Here(parallel.Openers(false, arena.Jobs(simple{}, time.Now)...))(ctx, s)
		}
		if diff := cmp.Diff(want, play(t, far, -1), cmpopts.IgnoreUnexported(arena.Summary{}),
			cmpopts.IgnoreFields(arena.PlayerSummary{}, "Millis")); diff != "" {
			t.Errorf("alone and elsewhere differ:\n%s", diff)
		}
	}
}

// forging are jobs whose answers are changed.
type forging struct {
	parallel.Jobs
	change func(answer []byte) []byte
	check  func(in, answer []byte) error
}

func (f forging) Do(ctx context.Context, in []byte) ([]byte, error) {
	answer, err := f.Jobs.Do(ctx, in)
	if err != nil {
		return nil, err
	}
	answer = f.change(answer)
	return answer, f.check(in, answer)
}

// TestForgedGames: what is no game of the match is refused.
func TestForgedGames(t *testing.T) {
	var set parallel.Set
	run := func(change func(answer []byte) []byte) error {
		cfg := arena.Config{Agents: []string{"random", "greedy"}, Games: 4, Random: 4, Seed: 2}
		s, err := arena.New(cfg, simple{})
		if err != nil {
			t.Fatal(err)
		}
		s.Farm = func(ctx context.Context, open parallel.Set) (parallel.Jobs, error) {
			set = open
			j, err := parallel.Here(parallel.Openers(false, arena.Jobs(simple{}, time.Now)...))(ctx, open)
			return forging{j, change, open.Check}, err
		}
		for _, err := range s.Run(t.Context()) {
			if err != nil {
				return err
			}
		}
		return nil
	}
	if err := run(func(answer []byte) []byte { return answer }); err != nil {
		t.Fatal(err)
	}
	for key, value := range map[string]any{"score": 63, "moves": "f5", "book": 2, "game": 3, "more": 1,
		"forfeit": "red"} {
		err := run(func(answer []byte) []byte {
			var g map[string]any
			if err := json.Unmarshal(answer, &g); err != nil {
				t.Error(err)
			}
			g[key] = value
			forged, err := json.Marshal(g)
			if err != nil {
				t.Error(err)
			}
			return forged
		})
		if err == nil {
			t.Errorf("%s = %v was taken", key, value)
		}
	}
	file := func(string) (string, error) { return "", errors.New("no files") }
	do, _, err := parallel.Openers(false, arena.Jobs(simple{}, time.Now)...)["games"](set.Settings, file)
	if err != nil {
		t.Fatal(err)
	}
	first, err := do(t.Context(), []byte(`{"Game":2,"Black":0,"White":1,"Opening":1}`))
	if err != nil {
		t.Fatal(err)
	}
	slower := regexp.MustCompile(`"ns":[0-9]+`).ReplaceAll(first, []byte(`"ns":77777`))
	if bytes.Equal(first, slower) || !set.Same(first, slower) || set.Same(first,
		bytes.Replace(first, []byte(`"moves":"`), []byte(`"moves":"a1`), 1)) {
		t.Error("answers are the same if they differ by time alone")
	}
	for _, job := range []string{"", `{"Game":0,"More":1}`, `{"Game":0,"Black":2,"White":0,"Opening":0}`,
		`{"Game":0,"Black":-1,"White":0,"Opening":0}`} {
		if _, err := do(t.Context(), []byte(job)); err == nil {
			t.Errorf("job %q was played", job)
		}
	}
}

// starter has agents that start programs.
type starter struct{ simple }

func (starter) Traits(string) (program, repeats bool, err error) { return true, false, nil }

// TestPrograms: agents that start programs are refused where that is not allowed.
func TestPrograms(t *testing.T) {
	for _, programs := range []bool{false, true} {
		s, err := arena.New(arena.Config{Agents: []string{"random", "greedy"}, Games: 4}, starter{})
		if err != nil {
			t.Fatal(err)
		}
		s.Farm = func(ctx context.Context, set parallel.Set) (parallel.Jobs, error) {
			if !set.Programs || !set.Varies {
				t.Errorf("%+v", set)
			}
			return parallel.Here(parallel.Openers(programs, arena.Jobs(starter{}, nil)...))(ctx, set)
		}
		err = nil
		for _, e := range s.Run(t.Context()) {
			err = e
		}
		refused := errors.Is(err, parallel.ErrPrograms) && strings.Contains(err.Error(), `agent "random"`)
		if refused == programs || programs && err != nil {
			t.Errorf("programs %v: error %v", programs, err)
		}
	}
}
