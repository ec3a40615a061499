package arena_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
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
			if bytes.Contains(s.Settings, []byte(dir)) || (len(s.Files) == 1) != (cfg.Openings != "") {
				t.Errorf("settings %s, files %v", s.Settings, s.Files)
			}
			return parallel.Here(map[string]parallel.Opener{arena.GamesKind: arena.OpenJobs(simple{}, false,
				time.Now)})(ctx, s)
		}
		if diff := cmp.Diff(want, play(t, far, -1), cmpopts.IgnoreUnexported(arena.Summary{}),
			cmpopts.IgnoreFields(arena.PlayerSummary{}, "Millis")); diff != "" {
			t.Errorf("alone and elsewhere differ:\n%s", diff)
		}
	}
}

// TestForgedGames: what is no game of the match is refused.
func TestForgedGames(t *testing.T) {
	cfg := arena.Config{Agents: []string{"random", "greedy"}, Games: 4, Random: 4, Seed: 2}
	m, err := cfg.Match(simple{})
	if err != nil {
		t.Fatal(err)
	}
	task, p := m.Task(), arena.Pairing{Game: 2, Black: 0, White: 1, Opening: 1}
	job, err := task.Encode(p)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := m.PlayJob(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := task.Decode(p, answer); err != nil {
		t.Fatal(err)
	}
	if _, err := task.Decode(arena.Pairing{Game: 0, Black: 0, White: 1}, answer); err == nil {
		t.Error("the answer to another job was taken")
	}
	for key, value := range map[string]any{"score": 63, "moves": "f5", "book": 2, "game": 3, "more": 1,
		"forfeit": "red"} {
		var g map[string]any
		if err := json.Unmarshal(answer, &g); err != nil {
			t.Fatal(err)
		}
		g[key] = value
		forged, err := json.Marshal(g)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := task.Decode(p, forged); err == nil {
			t.Errorf("%s = %v was taken: %+v", key, value, r)
		}
	}
	slower := bytes.Replace(answer, []byte(`"use":[{`), []byte(`"use":[{"ns":77,`), 1)
	if !arena.SameAnswer(answer, slower) || arena.SameAnswer(answer,
		bytes.Replace(answer, []byte(`"moves":"`), []byte(`"moves":"a1`), 1)) {
		t.Error("answers are the same if they differ by time alone")
	}
	for _, job := range []string{"", `{"Game":0,"More":1}`, `{"Game":0,"Black":2,"White":0,"Opening":0}`,
		`{"Game":0,"Black":-1,"White":0,"Opening":0}`} {
		if _, err := m.PlayJob(t.Context(), []byte(job)); err == nil {
			t.Errorf("job %q was played", job)
		}
	}
}

// starter has agents that start programs.
type starter struct{ simple }

func (starter) Traits(string) (program, repeats bool, err error) { return true, false, nil }

// TestPrograms: agents that start programs are refused where that is not allowed.
func TestPrograms(t *testing.T) {
	cfg := arena.Config{Agents: []string{"random", "greedy"}, Games: 4}
	set, err := cfg.Jobs(starter{})
	if err != nil || !set.Programs || !set.Varies {
		t.Fatalf("%+v, %v", set, err)
	}
	file := func(string) (string, error) { return "", errors.New("no files") }
	if _, _, err := arena.OpenJobs(starter{}, false, nil)(set.Settings, file); !errors.Is(err,
		parallel.ErrPrograms) || !strings.Contains(err.Error(), `agent "random"`) {
		t.Errorf("error %v", err)
	}
	if _, _, err := arena.OpenJobs(starter{}, true, nil)(set.Settings, file); err != nil {
		t.Error(err)
	}
}
