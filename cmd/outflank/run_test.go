package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/cmd/outflank/learn"
	"github.com/outflank/outflank/engine/fault"
	"github.com/outflank/outflank/engine/tournament"
	"github.com/outflank/outflank/qlearn/run"
	"github.com/outflank/outflank/qlearn/sweep"
)

// killedRun has all that a resumed run must not lose: two phases, a pool, Polyak's average,
// temporal coherence, a mixture, evaluations that choose and that report.
const killedRun = `
[model]
features = "edge"
[learn]
batch = 15
polyak = 0.9
coherence = true
[[phase]]
games.transcripts = ["wthor"]
learn.games = 90
learn.rule = "sarsa"
[[phase]]
model.features = "edge@2+corner@2"
games.mix = "self=0.4,pool=0.3,random=0.3"
learn.games = 300
learn.exact = 6
learn.pool = {every = 60, size = 2}
[evaluate]
every = 90
games = 10
final = 20
choose_by = [{opponent = "greedy", protocol = "report"}]
report = [{opponent = "random", protocol = "report"}, {opponent = "swh", protocol = "league"}]
[output]
points = 8
checkpoint = "0s"
`

// TestRunKilled: a run that is killed or interrupted again and again, at any instant, ends
// with the bytes of one that is not, in all files, whatever the number of workers.
func TestRunKilled(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("run.toml", []byte(killedRun), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := cli.UnpackDemoGames("wthor"); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	mustRun(t, "train", "--config", "run.toml", "-o", "whole", "--workers", "1")
	took := time.Since(start)
	rng := rand.New(rand.NewPCG(1, 2))
	resumed, kills := 0, 6
	if testing.Short() {
		kills = 3
	}
	for try := 0; ; try++ {
		args := []string{"train", "--config", "run.toml", "-o", "broken", "--workers", fmt.Sprint(1 + try%3)}
		if run.IsRun("broken") {
			args = []string{"train", "--resume", "broken", "--workers", fmt.Sprint(1 + try%3)}
		}
		after := time.Duration(rng.Int64N(int64(took)))
		if try >= kills {
			after = time.Hour
		}
		stop := killed
		if try%2 == 1 {
			stop = interrupted
		}
		stderr, code := stop(t, exe, args, after)
		if strings.Contains(stderr, "going on after") {
			resumed++
		}
		if code == cli.Done && try >= kills {
			break
		}
		if code != cli.Done && code != -1 && code != cli.Interrupted {
			t.Fatalf("%v: exit code %d: %s", args, code, stderr)
		}
	}
	if resumed < kills/2 {
		t.Errorf("only %d of the processes went on with something", resumed)
	}
	sameFolders(t, "whole", "broken")
	if left, _ := filepath.Glob(".*.pending"); len(left) > 1 {
		t.Errorf("folders of killed processes: %v", left)
	}
}

// killed runs a command in a process of its own and kills it after a time. The exit code
// of who was killed is -1.
func killed(t *testing.T, exe string, args []string, after time.Duration) (stderr string, code int) {
	ctx, cancel := context.WithTimeout(t.Context(), after)
	defer cancel()
	cmd := exec.CommandContext(ctx, exe)
	cmd.Args = append([]string{"outflank"}, args...)
	var text strings.Builder
	cmd.Stderr = &text
	_ = cmd.Run()
	return text.String(), cmd.ProcessState.ExitCode()
}

// interrupted runs a command and interrupts it after a time, as Ctrl-C does.
func interrupted(t *testing.T, _ string, args []string, after time.Duration) (stderr string, code int) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	defer time.AfterFunc(after, cancel).Stop()
	_, stderr, code = output(t, ctx, args...)
	return stderr, code
}

// sameFolders wants the same files in both, but for what killed processes left behind.
func sameFolders(t *testing.T, a, b string) {
	t.Helper()
	names := map[string]bool{}
	for _, dir := range []string{a, b} {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if !strings.HasPrefix(e.Name(), ".") {
				names[e.Name()] = true
			}
		}
	}
	if len(names) != 14 {
		t.Errorf("%d files, want 14", len(names))
	}
	for name := range names {
		x, errX := os.ReadFile(filepath.Join(a, name))
		y, errY := os.ReadFile(filepath.Join(b, name))
		if errX != nil || errY != nil || !bytes.Equal(x, y) {
			t.Errorf("%s differs: %d and %d bytes, %v, %v", name, len(x), len(y), errX, errY)
		}
	}
}

// TestRunResults: what a run reports of its best model is what bench says of the file with
// the same protocol, games and seed.
func TestRunResults(t *testing.T) {
	for model, spec := range map[string]string{
		`features = "edge"`: "q:model=run/best.model",
		`net = "64-4-1"`:    "mmnet:depth=1,hidden=4,dna=run/best.dna",
		`net = "64-4-64"`:   "net:hidden=4,dna=run/best.dna",
	} {
		t.Run(model, func(t *testing.T) { testRunResults(t, model, spec) })
	}
}

func testRunResults(t *testing.T, model, spec string) {
	t.Chdir(t.TempDir())
	text := "model." + model + `
learn.games = 50
[evaluate]
final = 40
seed = 6
choose_by = [{opponent = "greedy", protocol = "report"}]
report = [{opponent = "swh", protocol = "league"}]
`
	if err := os.WriteFile("run.toml", []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	var options struct{ Results []run.Measurement }
	var bench struct{ Pairs []tournament.Pair }
	for _, c := range []struct {
		args []string
		into any
	}{
		{[]string{"train", "--config", "run.toml", "-o", "run", "--json"}, &options},
		{[]string{"bench", "--protocol", "league", "--games", "40", "--seed", "7", spec, "swh", "--json"}, &bench},
	} {
		stdout, stderr, code := output(t, t.Context(), c.args...)
		if code != cli.Done {
			t.Fatalf("%v: exit code %d: %s", c.args, code, stderr)
		}
		if err := json.Unmarshal([]byte(stdout), c.into); err != nil {
			t.Fatal(err)
		}
	}
	p := bench.Pairs[0]
	want := run.EvalScore{Played: p.Games, Wins: p.Wins, Draws: p.Draws, Losses: p.Losses, Score: p.Score, Low: p.Low, High: p.High, Discs: p.Discs}
	if diff := cmp.Diff(want, options.Results[0].EvalScore); diff != "" {
		t.Errorf("bench (-) and the run (+) differ:\n%s", diff)
	}
}

// TestRunBusy: two processes do not train one run at once.
func TestRunBusy(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("run.toml", []byte("[model]\nfeatures = \"edge\"\n[learn]\ngames = 10\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	mustRun(t, "train", "--config", "run.toml", "-o", "run")
	dir, err := run.Lock("run")
	if err != nil {
		t.Fatal(err)
	}
	_, stderr, code := output(t, t.Context(), "train", "--resume", "run")
	if code != cli.Failed || !strings.Contains(stderr, "run: another process is training it") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if list, err := run.Find("run"); err != nil || list[0].State != run.Running {
		t.Errorf("listed as %v, %v", list, err)
	}
	dir.Unlock()
	mustRun(t, "train", "--resume", "run")
}

// TestChangedConfigs: no changed byte of a run's config.json or of a sweep's files passes
// unseen, from the first checkpoint on, which is made before the first game.
func TestChangedConfigs(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("run.toml", []byte(sweptRun), 0o666); err != nil {
		t.Fatal(err)
	}
	mustRun(t, "sweep", "--config", "run.toml", "--grid", "learn.alpha=0.1,0.2", "-o", "sweep")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	output(t, ctx, "train", "--config", "run.toml", "-o", "begun")
	a := &cli.App{Out: io.Discard, Err: io.Discard}
	for _, dir := range []string{"begun", "sweep/001"} {
		everyByte(t, filepath.Join(dir, run.ConfigFile), func() error {
			if l := run.List(dir); l.State == run.Damaged {
				return fault.BadInput(errors.New(l.Problem))
			}
			_, err := learn.ResumeRun(a, t.Context(), &learn.RunOptions{Resume: dir, Workers: 1})
			return err
		})
	}
	for _, name := range []string{sweep.ConfigFile, sweep.BaseFile} {
		everyByte(t, filepath.Join("sweep", name), func() error { _, err := sweep.Read("sweep"); return err })
	}
}

// TestRunCannotBegin: a training that cannot begin says where, and leaves no folder behind, so
// that the corrected command runs.
func TestRunCannotBegin(t *testing.T) {
	t.Chdir(t.TempDir())
	mustRun(t, "train", "-o", "edge.model", "--mode", "self", "--features", "edge", "--games", "10")
	if err := os.WriteFile("bad.txt", []byte("no opening\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, want string }{
		{"[model]\nfeatures = \"corner\"\ninit = \"edge.model\"", "run.toml, line 2: edge.model: eval: promote \"edge\" to \"corner\": term edge is missing"},
		{"[[phase]]\nmodel.features = \"edge\"\n[[phase]]\nmodel.features = \"corner\"", "run.toml, line 4: eval: promote \"edge\" to \"corner\": term edge is missing"},
		{"[model]\ninit = \"no.model\"", "run.toml, line 2: open no.model: "},
		{"[model]\ninit = \"bad.txt\"", "run.toml, line 2: bad.txt: eval: model: "},
		{"games.openings = \"bad.txt\"", "bad.txt"},
	} {
		if err := os.WriteFile("run.toml", []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, stderr, code := output(t, t.Context(), "train", "--config", "run.toml", "-o", "run")
		if code != cli.BadInput || !strings.HasPrefix(stderr, "outflank: "+c.want) {
			t.Errorf("%s\ngives %d: %s", c.text, code, stderr)
		}
		if _, err := os.Stat("run"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s\nleaves a folder: %v", c.text, err)
		}
	}
}

// TestRunHelpNamesFields: the help of runs and of sweep names every field of their JSON.
func TestRunHelpNamesFields(t *testing.T) {
	root := rootCommand(&cli.App{})
	long := func(name string) string {
		c, _, err := root.Find([]string{name})
		if err != nil {
			t.Fatal(err)
		}
		return c.Long
	}
	run := []reflect.Type{reflect.TypeFor[run.Listed](), reflect.TypeFor[run.BestModel](), reflect.TypeFor[run.Measurement](), reflect.TypeFor[run.EvalMatch]()}
	for _, c := range []struct {
		help  string
		types []reflect.Type
	}{
		{long("runs"), run},
		{long("sweep"), []reflect.Type{reflect.TypeFor[sweep.Table](), reflect.TypeFor[sweep.Setting](), reflect.TypeFor[sweep.Row]()}},
	} {
		_, help, _ := strings.Cut(c.help, "with --json:")
		words := strings.FieldsFunc(help, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		for _, typ := range c.types {
			for _, field := range reflect.VisibleFields(typ) {
				name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
				if name != "" && name != "-" && !slices.Contains(words, name) {
					t.Errorf("no word of %s of %v in the help", name, typ)
				}
			}
		}
	}
}

// everyByte turns a bit of each byte of a file, one after the other, and wants that open
// fails as a bad input does and names the file.
func everyByte(t *testing.T, path string, open func() error) {
	t.Helper()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range whole {
		damaged := bytes.Clone(whole)
		damaged[i] ^= 1
		if err := os.WriteFile(path, damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := open(); !fault.IsBadInput(err) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: byte %d of %d was turned: %v", path, i, len(whole), err)
		}
	}
	if err := os.WriteFile(path, whole, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := open(); err != nil {
		t.Errorf("%s, unchanged: %v", path, err)
	}
}
