package main

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/engine/durable"
	"github.com/outflank/outflank/qlearn/run"
	"github.com/outflank/outflank/qlearn/sweep"
)

const sweptRun = `
[model]
features = "edge"
[learn]
games = 60
batch = 10
[output]
pictures = false
[evaluate]
games = 10
choose_by = [{opponent = "random", protocol = "report"}]
`

// TestSweepInterrupted: a sweep that is interrupted again and again ends with the table of
// one that is not.
func TestSweepInterrupted(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("run.toml", []byte(sweptRun), 0o666); err != nil {
		t.Fatal(err)
	}
	args := []string{"sweep", "--config", "run.toml", "--grid", "learn.alpha=0.1,0.2", "--seeds", "1,2"}
	start := time.Now()
	mustRun(t, append(args, "-o", "whole")...)
	took := time.Since(start)
	stops := 0
	for try := 0; ; try++ {
		now := append(args, "-o", "broken")
		if try > 0 {
			now = []string{"sweep", "--resume", "broken"}
		}
		after := took * time.Duration(2+try) / 6
		stderr, code := interrupted(t, "", now, after)
		if code == cli.Done {
			break
		}
		stops++
		if code != cli.Interrupted || !strings.Contains(stderr, "outflank sweep --resume broken") {
			t.Fatalf("exit code %d: %s", code, stderr)
		}
	}
	if stops == 0 {
		t.Error("it was never interrupted")
	}
	whole, err := os.ReadFile("whole/sweep.csv")
	if err != nil {
		t.Fatal(err)
	}
	broken, err := os.ReadFile("broken/sweep.csv")
	if diff := cmp.Diff(string(whole), string(broken)); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}

// TestSweepKilled: a sweep that is killed again and again, or loses files of runs that are
// done, ends with the bytes of one that is not, in all files, and leaves nothing behind.
func TestSweepKilled(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("run.toml", []byte(sweptRun), 0o666); err != nil {
		t.Fatal(err)
	}
	args := []string{"sweep", "--config", "run.toml", "--grid", "learn.alpha=0.1,0.2", "--seeds", "1,2,3"}
	start := time.Now()
	mustRun(t, append(args, "-o", "whole")...)
	took := time.Since(start)
	rng := rand.New(rand.NewPCG(1, 3))
	now, kills := append(args, "-o", "broken"), 0
	for range 8 {
		if _, code := killed(t, exe, now, took/8+time.Duration(rng.Int64N(int64(took/2)))); code == -1 {
			kills++
		}
		if durable.HasFile("broken", sweep.ConfigFile) {
			now = []string{"sweep", "--resume", "broken"}
		}
	}
	if kills == 0 {
		t.Error("it was never killed")
	}
	mustRun(t, now...)
	sameTrees(t, "whole", "broken")

	for _, name := range []string{"card.md", "metrics.csv", run.EventsFile, "last.model", "evaluations.json"} {
		if err := os.Remove(filepath.Join("broken", "002", name)); err != nil {
			t.Fatal(err)
		}
	}
	if l := run.List("broken/002"); l.State != run.Interrupted || !strings.Contains(l.Problem, "is lost") {
		t.Errorf("a run that lost files is %s: %s", l.State, l.Problem)
	}
	mustRun(t, "sweep", "--resume", "broken")
	sameTrees(t, "whole", "broken")
}

// sameTrees wants the same files in both folders and below them.
func sameTrees(t *testing.T, a, b string) {
	t.Helper()
	if diff := cmp.Diff(tree(t, a), tree(t, b)); diff != "" {
		t.Errorf("%s (-) and %s (+) differ:\n%.2000s", a, b, diff)
	}
}

// tree returns what the files in a folder and below it hold, hidden ones too.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, path))
		files[path] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
