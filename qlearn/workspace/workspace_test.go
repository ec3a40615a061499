package workspace_test

import (
	"bytes"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/qlearn/agents"
	"github.com/outflank/outflank/qlearn/run"
	"github.com/outflank/outflank/qlearn/tuning"
	"github.com/outflank/outflank/qlearn/workspace"
	"github.com/outflank/outflank/qlearn/workspace/workspacetest"
)

const small = `name = "small"
[model]
features = "squares+mobility"
[learn]
games = 60
batch = 10
[evaluate]
every = 30
games = 2
final = 2
select_by = [{opponent = "random", protocol = "league"}]
test_on = [{opponent = "greedy", protocol = "league"}]
[output]
checkpoint = "0s"
points = 3
pictures = false
`

// begin begins a run.
func begin(t *testing.T, dir, text string) *run.Training {
	t.Helper()
	cfg, err := run.Read("run.toml", text)
	if err != nil {
		t.Fatal(err)
	}
	r, err := run.Begin(t.Context(), dir, cfg, run.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// train trains a run to its end.
func train(t *testing.T, dir, text string) {
	t.Helper()
	r := begin(t, dir, text)
	defer r.Close()
	for _, err := range r.Train(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// play plays a match and leaves some of its games in a file, -1 for all.
func play(t *testing.T, path string, cfg arena.Config, games int) {
	t.Helper()
	write(t, path, "")
	state, err := arena.Create(path, cfg, agents.Resolver{})
	if err != nil {
		t.Fatal(err)
	}
	state.Match.Workers = 1
	for _, err := range state.Run(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := state.Close(); err != nil || games < 0 {
		return
	}
	text, _ := os.ReadFile(path)
	write(t, path, string(bytes.Join(bytes.SplitAfter(text, []byte("\n"))[:1+games], nil)))
}

var pair = arena.Config{Agents: []string{"random", "greedy"}, Games: 8, Random: 4, Seed: 2}

// tuned begins a tuning of some steps.
func tuned(t *testing.T, dir string, steps int) *tuning.Run {
	t.Helper()
	subject, err := tuning.FeatureSubject("squares")
	if err != nil {
		t.Fatal(err)
	}
	settings := tuning.DefaultSettings("spsa", "")
	settings.SPSA.Steps = steps
	r, err := tuning.Begin(dir, &tuning.Config{
		Method: "spsa", Settings: settings, Subject: subject,
		Objective: "games", Games: &tuning.Games{Depth: 1, Pairs: 1, Random: 4, Seed: 1},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func open(t *testing.T, dir string) *workspace.Workspace {
	t.Helper()
	w, err := workspace.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return w
}

func list(t *testing.T, w *workspace.Workspace) workspace.Listing {
	t.Helper()
	l, err := w.List()
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestRunGrows: a run is seen growing while it is trained, each change once, and its end.
func TestRunGrows(t *testing.T) {
	dir := t.TempDir()
	w := open(t, dir)
	r := begin(t, filepath.Join(dir, "deep", "small"), small)
	look := func() *workspace.Run {
		t.Helper()
		v, err := w.Run("deep/small")
		if err != nil {
			t.Fatal(err)
		}
		if v.Problem != "" || v.Dir != "deep/small" || v.Name != "small" || v.Total != 60 {
			t.Fatalf("%+v", v.Listed)
		}
		return v
	}
	if weights, err := w.RunWeights("deep/small", ""); err != nil || weights.Count != 0 ||
		weights.Features != "squares+mobility" {
		t.Errorf("before the first game: %+v, %v", weights, err)
	}
	last := look()
	if last.State != run.Running || last.Games != 0 {
		t.Fatalf("before the first game: %+v", last.Listed)
	}
	for p, err := range r.Train(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		// A round is seen when it is in the checkpoint, which is after this.
		if v := look(); v.Games > p.Games || v.Version < last.Version || v.Version == last.Version &&
			v.Games != last.Games {
			t.Fatalf("after %d games version %d with %d games, then %d with %d", p.Games, last.Version, last.Games,
				v.Version, v.Games)
		} else if again := look(); again != v {
			t.Fatal("nothing has changed, but it was read again")
		} else {
			last = v
		}
	}
	v := look()
	if v.State != run.Running || v.Games != 60 || len(v.Checkpoint.Metrics) != 3 ||
		len(v.Checkpoint.Evaluations) != 4 {
		t.Errorf("before it is closed: %s, %d games, %d points, %d evaluations", v.State, v.Games,
			len(v.Checkpoint.Metrics), len(v.Checkpoint.Evaluations))
	}
	if e := list(t, w).Entries[0]; e.State != run.Running {
		t.Errorf("%+v", e)
	}
	r.Close()
	end := look()
	if end.State != run.Finished || end.Version <= v.Version {
		t.Errorf("closed: %s, version %d after %d", end.State, end.Version, v.Version)
	}
	if diff := cmp.Diff(run.Find(filepath.Join(dir, "deep", "small")).Results, end.Results); diff != "" {
		t.Error(diff)
	}
	e := list(t, w).Entries[0]
	if e.State != run.Finished || e.Done != 60 || e.Total != 60 ||
		!strings.HasPrefix(e.Says, "squares+mobility; ") || !strings.HasSuffix(e.Says, "against greedy") {
		t.Errorf("%+v", e)
	}
}

// TestMatchGrows: a match is seen growing game by game while it is played, and its end.
func TestMatchGrows(t *testing.T) {
	dir := t.TempDir()
	w := open(t, dir)
	cfg := pair
	cfg.SPRT = "0,400"
	state, err := arena.Create(filepath.Join(dir, "any.name"), cfg, agents.Resolver{})
	if err != nil {
		t.Fatal(err)
	}
	state.Match.Workers = 1
	version := 0
	look := func() *workspace.Match {
		t.Helper()
		m, err := w.Match("any.name")
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	if m := look(); m.State != run.Running || m.Ended != 0 || m.Last != nil || m.LLR != nil {
		t.Errorf("before the first game: %+v", m)
	}
	for game, err := range state.Run(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		m := look()
		if m.Result.Played < state.Played() || m.Version < version || m.State != run.Running {
			t.Fatalf("after game %d: %d games, version %d after %d, %s", game.Pairing.Game, m.Result.Played, m.Version,
				version, m.State)
		}
		version = m.Version
	}
	state.Close()
	m := look()
	if m.State != run.Finished || m.Version <= version || len(m.LLR) != m.Result.Played/2 || m.Last == nil {
		t.Errorf("closed: %+v", m)
	}
	if look() != m {
		t.Error("nothing has changed, but it was read again")
	}
	if !strings.Contains(m.Says(), "LLR ") || !strings.Contains(m.Says(), " %") {
		t.Errorf("says %q", m.Says())
	}
	if e := list(t, w).Entries[0]; e.Kind != workspace.KindMatch || e.Name != "random – greedy" ||
		e.State != run.Finished || e.Done != m.Result.Played || e.Says != m.Says() {
		t.Errorf("%+v", e)
	}
}

// TestMatchReplaced: another match in a file of the same name is another match.
func TestMatchReplaced(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "m.ndjson")
	w := open(t, dir)
	play(t, path, pair, 3)
	if m, err := w.Match("m.ndjson"); err != nil || m.Ended != 3 || m.State != run.Interrupted {
		t.Fatalf("%+v, %v", m, err)
	}
	if err := os.Rename(path, filepath.Join(dir, "old")); err != nil {
		t.Fatal(err)
	}
	cfg := pair
	cfg.Agents = []string{"greedy", "random", "minimax"}
	play(t, path, cfg, -1)
	m, err := w.Match("m.ndjson")
	if err != nil || len(m.Result.Players) != 3 || m.Ended != 24 || m.Version != 2 ||
		!strings.HasPrefix(m.Says(), "minimax leads with +") {
		t.Fatalf("%+v, %v", m, err)
	}
}

// TestTuningGrows: a tuning is seen growing step by step.
func TestTuningGrows(t *testing.T) {
	dir := t.TempDir()
	w := open(t, dir)
	r := tuned(t, filepath.Join(dir, "tuned"), 4)
	steps := 0
	for step, err := range r.Steps(t.Context(), 1) {
		if err != nil {
			t.Fatal(err)
		}
		v, err := w.Tuning("tuned")
		if err != nil {
			t.Fatal(err)
		}
		steps++
		if n := len(v.Rows); n != steps || v.State != run.Running || v.Steps != 4 || v.Version != steps ||
			v.Rows[n-1].Best != step.Value() {
			t.Fatalf("after step %d: %+v", steps, v)
		}
		if diff := cmp.Diff(step.Best, v.Model.Weights); diff != "" {
			t.Error(diff)
		}
	}
	r.Close()
	if v, _ := w.Tuning("tuned"); v.State != run.Finished || v.Version != 5 {
		t.Errorf("closed: %s, version %d", v.State, v.Version)
	}
	if e := list(t, w).Entries[0]; e.Kind != workspace.KindTuning || e.State != run.Finished || e.Done != 4 ||
		!strings.HasPrefix(e.Says, "squares by SPSA") {
		t.Errorf("%+v", e)
	}
	weights, err := w.TuningWeights("tuned")
	if err != nil || len(weights.Stages) != 3 || weights.Features != "squares" {
		t.Errorf("%+v, %v", weights, err)
	}
}

// TestList: everything that a folder has is listed, what is foreign passed over, what is damaged named.
func TestList(t *testing.T) {
	dir := t.TempDir()
	train(t, filepath.Join(dir, "done"), small)
	axis, err := run.ParseAxis("learn.lambda=0,0.5")
	if err != nil {
		t.Fatal(err)
	}
	base := filepath.Join(dir, "base.toml")
	write(t, base, small)
	s, err := run.CreateSweep(filepath.Join(dir, "sweeps", "lambda"), base,
		run.SweepPlan{Axes: []run.Axis{axis}, Seeds: []uint64{1}})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range s.Train(t.Context(), 1, nil, run.Options{}) {
		if err != nil {
			t.Fatal(err)
		}
	}
	tuned(t, filepath.Join(dir, "tuned"), 2).Close()
	play(t, filepath.Join(dir, "night", "half"), pair, 3)
	write(t, filepath.Join(dir, "night", "foreign.json"), `{"crc": "no", "version": 1}`)
	write(t, filepath.Join(dir, "night", "empty"), "")
	write(t, filepath.Join(dir, "night", "old.ndjson"), `{"outflank":"match","version":1,"settings":{}}`+"\n")
	text, _ := os.ReadFile(filepath.Join(dir, "night", "half"))
	write(t, filepath.Join(dir, "night", "header"), strings.Replace(string(text), "match", "watch", 1))
	lines := bytes.SplitAfter(text, []byte("\n"))
	lines[1] = []byte("{}\n")
	write(t, filepath.Join(dir, "night", "damaged"), string(bytes.Join(lines, nil)))
	write(t, filepath.Join(dir, "night", "cut"), string(text[:len(text)-5]))
	write(t, filepath.Join(dir, "bad", "config.toml"), "?")
	write(t, filepath.Join(dir, "torn", "sweep.json"), "{")
	write(t, filepath.Join(dir, ".hidden", "config.toml"), "?")
	outside := filepath.Join(t.TempDir(), "outside")
	play(t, outside, pair, 1)
	if err := os.Symlink(outside, filepath.Join(dir, "link")); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink(filepath.Dir(outside), filepath.Join(dir, "folder")); err != nil {
		t.Fatal(err)
	}
	w := open(t, dir)
	l := list(t, w)
	type short struct {
		path, kind, state, sweep string
		done, total              int
		problem                  bool
	}
	var got []short
	for _, e := range l.Entries {
		got = append(got, short{e.Path, e.Kind, e.State, e.Sweep, e.Done, e.Total, e.Problem != ""})
		if e.Changed.IsZero() {
			t.Errorf("%s changed %v", e.Path, e.Changed)
		}
	}
	want := []short{
		{"bad", "run", "damaged", "", 0, 0, true},
		{"done", "run", "finished", "", 60, 60, false},
		{"night/cut", "match", "interrupted", "", 2, 8, false},
		{"night/damaged", "match", "damaged", "", 0, 8, true},
		{"night/half", "match", "interrupted", "", 3, 8, false},
		{"night/old.ndjson", "match", "damaged", "", 0, 0, true},
		{"sweeps/lambda", "sweep", "finished", "", 2, 2, false},
		{"sweeps/lambda/001", "run", "finished", "sweeps/lambda", 60, 60, false},
		{"sweeps/lambda/002", "run", "finished", "sweeps/lambda", 60, 60, false},
		{"torn", "sweep", "damaged", "", 0, 0, true},
		{"tuned", "tuning", "interrupted", "", 0, 2, false},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(short{})); diff != "" {
		t.Error(diff)
	}
	if len(l.Problems) != 1 || l.Problems[0].Path != "night/header" || l.Truncated {
		t.Errorf("problems %v, truncated %v", l.Problems, l.Truncated)
	}
	if diff := cmp.Diff(l, list(t, w)); diff != "" {
		t.Errorf("looked at again: %s", diff)
	}
	for _, at := range []string{"link", "folder", "folder/outside", ".hidden", "../" + filepath.Base(dir) +
		"/done", "night/../done", "/done", "done/", "", ".", "none", "night", "done/card.md", "night/half/x",
		"a\x00b", `..\done`} {
		_, err := w.Match(at)
		if err == nil || !errors.Is(err, fs.ErrNotExist) && !fault.IsBadInput(err) {
			t.Errorf("match %q: %v", at, err)
		}
		if at == "done" {
			continue
		}
		for what, look := range map[string]func() error{
			"run":    func() error { _, err := w.Run(at); return err },
			"sweep":  func() error { _, _, err := w.Sweep(at); return err },
			"tuning": func() error { _, err := w.Tuning(at); return err },
			"best":   func() error { _, err := w.RunWeights(at, run.BestFile); return err },
		} {
			if err := look(); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s %q: %v", what, at, err)
			}
		}
	}
	if _, table, err := w.Sweep("sweeps/lambda"); err != nil || len(table.Runs) != 2 ||
		table.Settings[0].Runs != 1 {
		t.Errorf("%+v, %v", table, err)
	}
	for _, of := range []string{"", run.BestFile, run.LastFile} {
		weights, err := w.RunWeights("done", of)
		if err != nil || weights.Features != "squares+mobility" || len(weights.Terms) != 2 ||
			len(weights.Stages) != 3 {
			t.Errorf("%+v, %v", weights, err)
		}
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(path), 0o777)
	if err == nil {
		err = os.WriteFile(path, []byte(text), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestOneRun: a folder that is a run itself is looked at under its name, and what lies beside it is not.
func TestOneRun(t *testing.T) {
	dir := t.TempDir()
	train(t, filepath.Join(dir, "done"), small)
	train(t, filepath.Join(dir, "done2"), small)
	w := open(t, filepath.Join(dir, "done"))
	if l := list(t, w); len(l.Entries) != 1 || l.Entries[0].Path != "done" || l.Entries[0].Done != 60 {
		t.Errorf("%+v", l)
	}
	if _, err := w.Run("done"); err != nil {
		t.Error(err)
	}
	if _, err := w.Run("done2"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("beside it: %v", err)
	}
	if _, err := workspace.Open(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
}

// TestManyMatches: more than are kept are still told right, and each is read again only when it changed.
func TestManyMatches(t *testing.T) {
	dir := t.TempDir()
	play(t, filepath.Join(dir, "m"), pair, -1)
	text, _ := os.ReadFile(filepath.Join(dir, "m"))
	for i := range 100 {
		write(t, filepath.Join(dir, "copy", string(rune('a'+i/10))+string(rune('a'+i%10))), string(text))
	}
	w := open(t, dir)
	first := list(t, w)
	if n := len(first.Entries); n != 101 || slices.ContainsFunc(first.Entries, func(e workspace.Entry) bool {
		return e.Done != 8 || e.State != run.Finished
	}) {
		t.Fatalf("%d entries: %+v", n, first.Entries[0])
	}
	if diff := cmp.Diff(first, list(t, w)); diff != "" {
		t.Error(diff)
	}
	if err := os.Remove(filepath.Join(dir, "copy", "aa")); err != nil {
		t.Fatal(err)
	}
	if n := len(list(t, w).Entries); n != 100 {
		t.Errorf("one is gone, %d are left", n)
	}
}

// TestDeep: folders are looked into so deep and no deeper.
func TestDeep(t *testing.T) {
	dir := t.TempDir()
	play(t, filepath.Join(dir, "m"), pair, 1)
	text, _ := os.ReadFile(filepath.Join(dir, "m"))
	write(t, filepath.Join(dir, "1/2/3/4/5/m"), string(text))
	w := open(t, dir)
	if l := list(t, w); len(l.Entries) != 2 || l.Truncated {
		t.Errorf("%+v", l)
	}
	write(t, filepath.Join(dir, "1/2/3/4/5/6/m"), string(text))
	if l := list(t, w); len(l.Entries) != 2 || !l.Truncated {
		t.Errorf("%+v", l)
	}
}

// TestTogether: several callers look at what grows at the same time.
func TestTogether(t *testing.T) {
	dir := t.TempDir()
	w := open(t, dir)
	cfg := pair
	cfg.Games = 60
	state, err := arena.Create(filepath.Join(dir, "m"), cfg, agents.Resolver{})
	if err != nil {
		t.Fatal(err)
	}
	over := make(chan bool)
	var callers sync.WaitGroup
	for range 4 {
		callers.Go(func() {
			for played := 0; ; {
				m, err := w.Match("m")
				if err != nil || m.Result.Played < played {
					t.Errorf("%d games after %d: %v", m.Result.Played, played, err)
					return
				}
				played = m.Result.Played
				if _, err := w.List(); err != nil {
					t.Error(err)
				}
				select {
				case <-over:
					return
				default:
				}
			}
		})
	}
	for _, err := range state.Run(t.Context()) {
		if err != nil {
			t.Error(err)
		}
	}
	close(over)
	callers.Wait()
	state.Close()
	if m, err := w.Match("m"); err != nil || m.Result.Played != 60 {
		t.Errorf("%+v, %v", m, err)
	}
}

// TestNet: what a network heeds is a board, of squares as its middle nodes see them.
func TestNet(t *testing.T) {
	dir := t.TempDir()
	train(t, filepath.Join(dir, "net"), strings.Replace(small, `features = "squares+mobility"`,
		`net = "64-4-1"`, 1))
	w := open(t, dir)
	weights, err := w.RunWeights("net", run.BestFile)
	if err != nil || weights.Features != "64-4-1" || weights.Count != 66*4 || len(weights.Stages) != 1 ||
		len(weights.Stages[0].Values) != 64 || len(weights.Terms) != 0 {
		t.Fatalf("%+v, %v", weights, err)
	}
	r, err := w.Run("net")
	if err != nil {
		t.Fatal(err)
	}
	l, err := r.Info.ReadModel(run.System{}, filepath.Join(dir, "net"), run.BestFile)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, x := range l.Net.DNA()[4*9:][:4] {
		sum += x * x
	}
	if got, want := *weights.Stages[0].Values[9], math.Sqrt(sum/4); got != want {
		t.Errorf("b2 has %v, want %v", got, want)
	}
}

// TestSquareWeights: a disc is worth what the model says in each part of the game.
func TestSquareWeights(t *testing.T) {
	dir := t.TempDir()
	train(t, filepath.Join(dir, "done"), strings.Replace(small, "squares+mobility", "squares", 1))
	w := open(t, dir)
	weights, err := w.RunWeights("done", run.LastFile)
	if err != nil {
		t.Fatal(err)
	}
	r, _ := w.Run("done")
	l, err := r.Info.ReadModel(run.System{}, filepath.Join(dir, "done"), run.LastFile)
	if err != nil {
		t.Fatal(err)
	}
	corner := l.Model.Weights[0] / 2 // the feature is half the difference of discs
	for _, s := range weights.Stages {
		if x := s.Values[0]; x == nil || math.Abs(*x-corner) > 1e-12 {
			t.Errorf("%d to %d discs: a corner has %v, want %v", s.From, s.To, x, corner)
		}
	}
}

// TestTuningDamage: a damaged history is told with its line, and what stands before it.
func TestTuningDamage(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "tuned")
	r := tuned(t, whole, 4)
	for _, err := range r.Steps(t.Context(), 1) {
		if err != nil {
			t.Fatal(err)
		}
	}
	r.Close()
	history, err := os.ReadFile(filepath.Join(whole, tuning.HistoryFile))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(history), "\n")
	for name, tt := range map[string]struct {
		text, problem string
		rows          int
		state         string
	}{
		"cut":     {string(history[:len(history)-3]), "", 3, run.Interrupted},
		"missing": {lines[0] + lines[2], "tuned/history.ndjson, line 2: step 3, want 2", 1, run.Damaged},
		"no JSON": {lines[0] + "{\n" + lines[2], "tuned/history.ndjson, line 2: unexpected end of JSON input", 1, run.Damaged},
		"weights": {lines[0] + strings.Replace(lines[1], `"weights":[`, `"weights":[1,`, 1), "tuned/history.ndjson, line 2: 11 weights, want 10", 1, run.Damaged},
		"nothing": {"", "", 0, run.Interrupted},
	} {
		dir := t.TempDir()
		config, _ := os.ReadFile(filepath.Join(whole, tuning.ConfigFile))
		write(t, filepath.Join(dir, "tuned", tuning.ConfigFile), string(config))
		write(t, filepath.Join(dir, "tuned", tuning.HistoryFile), tt.text)
		v, err := open(t, dir).Tuning("tuned")
		if err != nil || filepath.ToSlash(v.Problem) != tt.problem || len(v.Rows) != tt.rows ||
			v.State != tt.state {
			t.Errorf("%s: %+v, %v", name, v, err)
		}
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "tuned", tuning.ConfigFile), `{"version":2,"method":"none"}`)
	write(t, filepath.Join(dir, "tuned", tuning.HistoryFile), "")
	w := open(t, dir)
	if _, err := w.Tuning("tuned"); !fault.IsBadInput(err) {
		t.Errorf("no configuration: %v", err)
	}
	if e := list(t, w).Entries[0]; e.State != run.Damaged || e.Problem == "" || e.Name != "tuned" {
		t.Errorf("%+v", e)
	}
}

// pooled is a run of two phases with an opponent pool, which evaluates its model after each round.
var pooled = strings.NewReplacer("[learn]", "[games]\nmix = \"self=0.5,pool=0.5\"\n[learn]\npool = {every = 20, size = 2}",
	"every = 30", "every = 20").Replace(small) + "[[phase]]\n[[phase]]\n"

// TestModels: the models of a run are those that its files held when it had learned from as many games.
func TestModels(t *testing.T) {
	dir := t.TempDir()
	w := open(t, dir)
	training := workspacetest.Train(t, filepath.Join(dir, "small"), pooled)
	if m, err := w.Model("small", ""); err != nil || !m.IsZero() || m.Features != "squares+mobility" {
		t.Errorf("before the first game: %+v, %v", m, err)
	}
	was := map[int][]float64{}
	look := func() {
		if m, err := w.Model("small", "last"); err != nil {
			t.Error(err)
		} else if !m.IsZero() {
			was[m.Games] = m.Learned.Model.Weights
		}
	}
	for range training {
		look()
	}
	look()
	v, err := w.Run("small")
	if err != nil {
		t.Fatal(err)
	}
	past := v.Info.Past(v.Checkpoint)
	if len(past) != 2 || past[0] < 80 || past[1] != 120 { // of the second phase alone
		t.Fatalf("past models: %v", past)
	}
	for _, games := range past {
		m, err := w.Model("small", strconv.Itoa(games))
		if err != nil || m.Games != games || !slices.Equal(m.Learned.Model.Weights, was[games]) {
			t.Errorf("after %d games: %v, %v, want %v", games, err, m, was[games])
		}
		if again, _ := w.Model("small", strconv.Itoa(games)); again != m {
			t.Error("it was read again")
		}
	}
	best, err := w.Model("small", "")
	if err != nil || best.Games != v.Best.Games || !slices.Equal(best.Learned.Model.Weights, was[best.Games]) {
		t.Errorf("the best model: %v, %v", best, err)
	}
	for _, which := range []string{"5", "20", "0", "-1"} {
		if _, err := w.Model("small", which); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", which, err)
		}
	}
	for _, which := range []string{"worst", "checkpoint", "../small/last", "card.md"} {
		if _, err := w.Model("small", which); !fault.IsMisuse(err) {
			t.Errorf("%s: %v", which, err)
		}
	}
	for _, at := range []string{"", ".", "..", "small/", "../" + filepath.Base(dir) + "/small", dir + "/small", "none"} {
		if _, err := w.Model(at, "last"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", at, err)
		}
	}
}

// TestSpec: specs of models are read as they were written, even if a path has the sign that separates them.
func TestSpec(t *testing.T) {
	for _, at := range []string{"small", "a@b/c", "a:b,c=d"} {
		if got, which, ok := workspace.ParseSpec(workspace.Spec(at, "20")); got != at || which != "20" || !ok {
			t.Errorf("%s: %q, %q, %v", at, got, which, ok)
		}
	}
	if at, which, ok := workspace.ParseSpec("run:a/b"); at != "a/b" || which != "" || !ok {
		t.Errorf("%q, %q, %v", at, which, ok)
	}
	if _, _, ok := workspace.ParseSpec("random"); ok {
		t.Error("an agent is a model")
	}
}

// TestGames: the games of a match are read by number, also those that do not count yet.
func TestGames(t *testing.T) {
	dir := t.TempDir()
	w := open(t, dir)
	path := filepath.Join(dir, "m")
	play(t, path, pair, -1)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	write(t, path, lines[0]+lines[1]+lines[2]+lines[5]) // games 0, 1 and 4
	for _, tt := range []struct {
		from, to int
		want     []int
	}{{0, 50, []int{0, 1, 4}}, {1, 4, []int{1}}, {2, 4, nil}, {4, 5, []int{4}}, {5, 50, nil}} {
		m, games, err := w.Games("m", tt.from, tt.to)
		var got []int
		for _, g := range games {
			got = append(got, g.Pairing.Game)
		}
		if err != nil || !slices.Equal(got, tt.want) || m.Highest != 5 || m.Ended != 3 || m.Result.Played != 2 {
			t.Errorf("%d to %d: %v, %v, %+v", tt.from, tt.to, got, err, m)
		}
	}
	write(t, path, strings.Join(lines[:4], ""))
	if m, games, err := w.Games("m", 0, 50); err != nil || len(games) != 3 || m.Highest != 3 {
		t.Errorf("another file: %d games, %v", len(games), err)
	}
	if _, _, err := w.Games("../m", 0, 50); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file elsewhere: %v", err)
	}
}
