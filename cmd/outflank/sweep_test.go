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
		if code == exitDone {
			break
		}
		stops++
		if code != exitInterrupted || !strings.Contains(stderr, "outflank sweep --resume broken") {
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
		if hasFile("broken", sweepJSON) {
			now = []string{"sweep", "--resume", "broken"}
		}
	}
	if kills == 0 {
		t.Error("it was never killed")
	}
	mustRun(t, now...)
	sameTrees(t, "whole", "broken")

	for _, name := range []string{"card.md", "metrics.csv", runEvents, "last.model", "evaluations.json"} {
		if err := os.Remove(filepath.Join("broken", "002", name)); err != nil {
			t.Fatal(err)
		}
	}
	if l := listRun("broken/002"); l.State != runInterrupted || !strings.Contains(l.Problem, "is lost") {
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

// TestAxis: values are what TOML says, texts where it says nothing, and ranges are drawn
// from to their ends.
func TestAxis(t *testing.T) {
	for _, c := range []struct {
		text, key string
		values    []string
	}{
		{"learn.lambda=0.5,0.9", "learn.lambda", []string{"0.5", "0.9"}},
		{"learn.rule=td,sarsa", "learn.rule", []string{`"td"`, `"sarsa"`}},
		{`games.mix="self=0.5,swh=0.5",self=1`, "games.mix", []string{`"self=0.5,swh=0.5"`, `"self=1"`}},
		{"learn.coherence=true,false", "learn.coherence", []string{"true", "false"}},
		{"learn.alpha=0.1..0.5", "learn.alpha", []string{"0.1", "0.5"}},
	} {
		x, err := parseAxis(c.text)
		if err != nil || x.key != c.key || !cmp.Equal(x.values, c.values) {
			t.Errorf("%s: %+v, %v", c.text, x, err)
		}
	}
	for _, bad := range []string{"", "x", "x=", "=1", "x=2..1", "x=a..b", "x=1..1", "seed=3", "learn.seed=3", "evaluate.games=3", `x="a`} {
		if x, err := parseAxis(bad); err == nil {
			t.Errorf("%q: %+v and no error", bad, x)
		}
	}
}

// TestDraw: draws stay in their range, and those of whole numbers reach both ends.
func TestDraw(t *testing.T) {
	o := sweepOptions{random: 200, seed: 1}
	axes, err := parseAxes([]string{"a=1..3", "b=0.01..1", "c=x,y"})
	if err != nil {
		t.Fatal(err)
	}
	points, err := o.points(axes)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	small := 0
	for _, p := range points {
		seen[p[0]]++
		seen[p[2]]++
		if p[1] < "0.1" { // evenly on a logarithmic scale: half of them
			small++
		}
	}
	if seen["1"] == 0 || seen["2"] == 0 || seen["3"] == 0 || seen[`"x"`] == 0 || seen[`"y"`] == 0 || len(seen) != 5 {
		t.Errorf("drawn: %v", seen)
	}
	if small < 70 || small > 130 {
		t.Errorf("%d of 200 below the middle of the logarithmic scale", small)
	}
}
