// Package workspacetest creates small workspaces for tests.
package workspacetest

import (
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/qlearn/agents"
	"github.com/outflank/outflank/qlearn/run"
	"github.com/outflank/outflank/qlearn/tuning"
)

// Config describes a run of 60 games in three rounds. Each round ends with a checkpoint and a point on the
// learning curve; evaluations follow the second and the last.
const Config = `name = "small"
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

// Match and tournament are small and use agents that answer immediately.
var (
	Match = arena.Config{Agents: []string{"random", "greedy"}, Games: 40, Random: 4, Seed: 2,
		SPRT: "-50,50"}
	tournament = arena.Config{Agents: []string{"random", "greedy", "local"}, Games: 4, Random: 4, Seed: 2}
)

// Fill fills a folder with a run "small", a sweep "sweeps/lambda" of two runs, a tuning "tuned" of four
// steps, a match "match.ndjson", a tournament "tournament.ndjson" and a file "broken" that is none of these.
func Fill(t testing.TB, dir string) {
	t.Helper()
	filled.Lock()
	defer filled.Unlock()
	if filled.files == nil {
		made := t.TempDir()
		fill(t, made)
		files, err := readAll(os.DirFS(made))
		check(t, err)
		filled.files = files
	}
	check(t, os.CopyFS(filepath.Clean(dir), filled.files))
}

// filled caches the files of a filled folder for all tests of a process.
var filled struct {
	sync.Mutex
	files fstest.MapFS
}

// readAll reads all files into memory.
func readAll(from fs.FS) (fstest.MapFS, error) {
	files := fstest.MapFS{}
	err := fs.WalkDir(from, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(from, path)
		files[path] = &fstest.MapFile{Data: text, Mode: 0o666}
		return err
	})
	return files, err
}

func fill(t testing.TB, dir string) {
	t.Helper()
	for range Train(t, filepath.Join(dir, "small"), Config) {
	}
	check(t, fillSweep(t, dir))
	check(t, fillTuning(t, filepath.Join(dir, "tuned")))
	Play(t, filepath.Join(dir, "match.ndjson"), Match)
	Play(t, filepath.Join(dir, "tournament.ndjson"), tournament)
	check(t, os.WriteFile(filepath.Join(dir, "broken"), []byte(`{"crc32c":"00000000","record":{}}`+"\n"), 0o666))
}

// Train creates a run in a folder, configured by text, and returns its training, which yields after each
// round. Its clock advances by 20 seconds whenever it is read, so all files are written with each checkpoint.
func Train(t testing.TB, dir, text string) iter.Seq[run.Progress] {
	t.Helper()
	cfg, err := run.Read("run.toml", text)
	check(t, err)
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	clock := func() time.Time { now = now.Add(20 * time.Second); return now }
	r, err := run.Begin(t.Context(), dir, cfg, run.Options{Now: clock})
	check(t, err)
	return func(yield func(run.Progress) bool) {
		defer r.Close()
		for p, err := range r.Train(t.Context()) {
			check(t, err)
			if !yield(p) {
				return
			}
		}
	}
}

// Play plays a match and stores its games in a new file, in schedule order.
func Play(t testing.TB, path string, cfg arena.Config) {
	t.Helper()
	state, err := arena.Create(path, cfg, agents.Resolver{})
	check(t, err)
	state.Match.Workers = 1
	for _, err := range state.Run(t.Context()) {
		check(t, err)
	}
	check(t, state.Close())
}

func fillSweep(t testing.TB, dir string) error {
	base := filepath.Join(t.TempDir(), "run.toml")
	if err := os.WriteFile(base, []byte(Config), 0o666); err != nil {
		return err
	}
	axis, err := run.ParseAxis("learn.lambda=0,0.5")
	if err != nil {
		return err
	}
	s, err := run.CreateSweep(filepath.Join(dir, "sweeps", "lambda"), base,
		run.SweepPlan{Axes: []run.Axis{axis}, Seeds: []uint64{1}})
	if err != nil {
		return err
	}
	for _, err := range s.Train(t.Context(), 1, nil, run.Options{}) {
		if err != nil {
			return err
		}
	}
	return nil
}

func fillTuning(t testing.TB, dir string) error {
	subject, err := tuning.FeatureSubject("squares")
	if err != nil {
		return err
	}
	settings := tuning.DefaultSettings("spsa", "")
	settings.SPSA.Steps = 4
	r, err := tuning.Begin(dir, &tuning.Config{
		Method: "spsa", Settings: settings, Subject: subject,
		Objective: "games", Games: &tuning.Games{Depth: 1, Pairs: 1, Random: 4, Seed: 1},
	}, nil)
	if err != nil {
		return err
	}
	defer r.Close()
	for _, err := range r.Steps(t.Context(), 1) {
		if err != nil {
			return err
		}
	}
	return nil
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
