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

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/qlearn"
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
	if err := unpackDemoGames("wthor"); err != nil {
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
		if isRun("broken") {
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
		if code == exitDone && try >= kills {
			break
		}
		if code != exitDone && code != -1 && code != exitInterrupted {
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
	var run struct{ Results []measurement }
	var bench struct{ Pairs []matchPair }
	for _, c := range []struct {
		args []string
		into any
	}{
		{[]string{"train", "--config", "run.toml", "-o", "run", "--json"}, &run},
		{[]string{"bench", "--protocol", "league", "--games", "40", "--seed", "7", spec, "swh", "--json"}, &bench},
	} {
		stdout, stderr, code := output(t, t.Context(), c.args...)
		if code != exitDone {
			t.Fatalf("%v: exit code %d: %s", c.args, code, stderr)
		}
		if err := json.Unmarshal([]byte(stdout), c.into); err != nil {
			t.Fatal(err)
		}
	}
	p := bench.Pairs[0]
	want := evalScore{p.Games, p.Wins, p.Draws, p.Losses, p.Score, p.Low, p.High, p.Discs}
	if diff := cmp.Diff(want, run.Results[0].evalScore); diff != "" {
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
	dir, err := lockRun("run")
	if err != nil {
		t.Fatal(err)
	}
	_, stderr, code := output(t, t.Context(), "train", "--resume", "run")
	if code != exitFailed || !strings.Contains(stderr, "run: another process is training it") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if list, err := findRuns("run"); err != nil || list[0].State != runRunning {
		t.Errorf("listed as %v, %v", list, err)
	}
	dir.unlock()
	mustRun(t, "train", "--resume", "run")
}

// TestRunExample: the example is one that is read, has all keys, and its values are the
// defaults but where it chooses.
func TestRunExample(t *testing.T) {
	t.Chdir(t.TempDir())
	cfg, err := readRunConfig("example", runExample)
	if err != nil {
		t.Fatal(err)
	}
	learn := qlearn.Default
	learn.Pool, learn.Seed = qlearn.Pool{Every: 5000, Size: 8}, 0
	if diff := cmp.Diff(learn, cfg.Phases[1].Learn); diff != "" {
		t.Errorf("[learn] differs from the defaults:\n%s", diff)
	}
	want := defaultEvaluate
	want.Every, want.ChooseBy, want.Report = 5000, cfg.Evaluate.ChooseBy, cfg.Evaluate.Report
	if diff := cmp.Diff(want, cfg.Evaluate); diff != "" {
		t.Errorf("[evaluate] differs from the defaults:\n%s", diff)
	}
	if cfg.Output != defaultOutput {
		t.Errorf("[output] is %+v, want %+v", cfg.Output, defaultOutput)
	}
	for _, table := range [][]string{nil, {"model"}, {"games"}, {"learn"}, {"evaluate"}, {"output"}} {
		for _, name := range fieldNames(knownType, table) {
			if !strings.Contains(runExample, name+" =") && !strings.Contains(runExample, "["+name+"]") && !strings.Contains(runExample, "[phase."+name+"]") {
				t.Errorf("the example has no %v %s", table, name)
			}
		}
	}
}

// TestPerfectScores: endings on all boards are solved as the plain search solves them.
func TestPerfectScores(t *testing.T) {
	solve := perfectScores()
	for _, name := range []string{"8x8", "6x6"} {
		shape, err := engine.ParseShape(name)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(20) {
			p, err := shape.Start()
			if err != nil {
				t.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(seed, 0))
			for p.Board.Moves() != 0 && p.Board.Empty().Len() > 8 {
				legal := p.Board.Moves()
				p, _ = p.Play(legal.Nth(rng.IntN(legal.Len())))
			}
			if p.Board.Moves() == 0 {
				continue
			}
			if got, want := solve(p.Board), plainResult(t, p.Board); got != want {
				t.Errorf("%v: %+d, want %+d", p, got, want)
			}
		}
	}
}

// TestReadmeRun: the file in README.md is one that is read, and means what it says.
func TestReadmeRun(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ = bytes.Cut(text, []byte("```toml\n"))
	text, _, _ = bytes.Cut(text, []byte("```"))
	cfg, err := readRunConfig("README.md", string(text))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(cfg.Phases); n != 2 || cfg.Phases[0].Model.Features != "logistello@1" || cfg.Phases[1].Learn.Games != 100000 {
		t.Errorf("%d phases: %+v", n, cfg.Phases)
	}
}

// TestCheckpointDamage: no flipped bit of a checkpoint passes unseen, nor does a cut.
func TestCheckpointDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "checkpoint")
	if err := writeCheckpoint(path, &runState{Phase: 1, Games: 300}, []byte("the trainer's")); err != nil {
		t.Fatal(err)
	}
	s, trainer, err := readCheckpoint(path)
	if err != nil || s.Games != 300 || string(trainer) != "the trainer's" {
		t.Fatalf("%+v, %q, %v", s, trainer, err)
	}
	data, _ := os.ReadFile(path)
	for i := range data {
		torn := bytes.Clone(data)
		torn[i] ^= 1
		if _, _, err := parseCheckpoint(torn); err == nil {
			t.Errorf("byte %d changed, and no error", i)
		}
		if _, _, err := parseCheckpoint(data[:i]); err == nil {
			t.Errorf("cut after %d bytes, and no error", i)
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
		if err := open(); err == nil || exitCode(t.Context(), err) != exitBadInput || !strings.Contains(err.Error(), path) {
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
	a := &app{out: io.Discard, err: io.Discard}
	for _, dir := range []string{"begun", "sweep/001"} {
		everyByte(t, filepath.Join(dir, runJSON), func() error {
			if l := listRun(dir); l.State == runDamaged {
				return badInput(errors.New(l.Problem))
			}
			_, err := a.resumeRun(t.Context(), &runOptions{resume: dir, workers: 1})
			return err
		})
	}
	for _, name := range []string{sweepJSON, sweepBase} {
		everyByte(t, filepath.Join("sweep", name), func() error { _, err := readSweep("sweep"); return err })
	}
}

// TestRunConfigComplaints: what is wrong in a file is said in its words, with the line and the
// key that it stands at.
func TestRunConfigComplaints(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"seed = -1", "line 1: seed is -1, want a whole number, 0 or more\n     1 | seed = -1\n       | ^^^^"},
		{"[evaluate]\nseed = -7", "line 2: seed is -7, want a whole number, 0 or more\n     2 | seed = -7\n       | ^^^^"},
		{"name = 3", "line 1: name is 3, want a text\n     1 | name = 3\n       | ^^^^"},
		{"learn = 3", "line 1: learn is 3, want a table\n     1 | learn = 3\n       | ^^^^^"},
		{"[learn]\ngames = 1.5", "line 2: games is 1.5, want a whole number\n     2 | games = 1.5\n       | ^^^^^"},
		{"[output]\npictures = \"no\"", "line 2: pictures is \"no\", want true or false\n     2 | pictures = \"no\"\n       | ^^^^^^^^"},
		{"[games]\nepsilon_opposed = []", "line 2: epsilon_opposed is a list, want a number\n     2 | epsilon_opposed = []\n       | ^^^^^^^^^^^^^^^"},
		{"[games]\ntranscripts = \"x\"", "line 2: transcripts is \"x\", want a list\n     2 | transcripts = \"x\"\n       | ^^^^^^^^^^^"},
		{"[evaluate]\nreport = [{opponent = 1}]", "line 2: opponent is 1, want a text\n     2 | report = [{opponent = 1}]\n       | ^^^^^^"},
		{"[[phase]]\n[[phase]]\nlearn.rule = {}", "line 3: rule is a table, want a text\n     3 | learn.rule = {}\n       | ^^^^^^^^^^"},
		{"phase = {}", "line 1: phase is a table, want a list\n     1 | phase = {}\n       | ^^^^^"},
		{"[learn]\nalpha = 0.1\ngames = -1", "line 3: qlearn: games is -1, want 0 or more\n     3 | games = -1\n       | ^^^^^"},
		{"[learn]\ngames = 0", "line 2: games is 0, want 1 or more\n     2 | games = 0\n       | ^^^^^"},
		{"[learn]\nactors = 0", "line 2: qlearn: actors is 0, want 1 to 256\n     2 | actors = 0\n       | ^^^^^^"},
		{"[learn]\nbatch = 0", "line 2: qlearn: batch is 0 games, want 1 or more\n     2 | batch = 0\n       | ^^^^^"},
		{"[learn.pool]\nevery = -1", "line 2: qlearn: pool.every is -1 games, want 0 or more\n     2 | every = -1\n       | ^^^^^"},
		{"[[phase]]\nlearn.pool = {every = 5, size = 99}", "line 2: qlearn: pool.size is 99, want 1 to 64\n     2 | learn.pool = {every = 5, size = 99}\n       | ^^^^^^^^^^"},
		{"[learn]\nconservative = -1", "line 2: qlearn: conservative is -1, want 0 to 100\n     2 | conservative = -1\n       | ^^^^^^^^^^^^"},
	} {
		_, err := readRunConfig("x.toml", c.text)
		if want := "x.toml, " + c.want; err == nil || err.Error() != want || exitCode(t.Context(), err) != exitBadInput {
			t.Errorf("%s\ngives %v\nwant  %s", c.text, err, want)
		}
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
		if code != exitBadInput || !strings.HasPrefix(stderr, "outflank: "+c.want) {
			t.Errorf("%s\ngives %d: %s", c.text, code, stderr)
		}
		if _, err := os.Stat("run"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s\nleaves a folder: %v", c.text, err)
		}
	}
}

// TestRunHelpNamesFields: the help of runs and of sweep names every field of their JSON.
func TestRunHelpNamesFields(t *testing.T) {
	a := &app{}
	run := []reflect.Type{reflect.TypeFor[listedRun](), reflect.TypeFor[bestModel](), reflect.TypeFor[measurement](), reflect.TypeFor[evalMatch]()}
	for _, c := range []struct {
		help  string
		types []reflect.Type
	}{
		{a.runsCommand().Long, run},
		{a.sweepCommand().Long, []reflect.Type{reflect.TypeFor[sweepTable](), reflect.TypeFor[sweepSetting](), reflect.TypeFor[sweepRow]()}},
	} {
		_, help, _ := strings.Cut(c.help, "with --json:")
		words := strings.FieldsFunc(help, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		for _, typ := range c.types {
			for _, field := range reflect.VisibleFields(typ) {
				name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
				if name != "" && !slices.Contains(words, name) {
					t.Errorf("no word of %s of %v in the help", name, typ)
				}
			}
		}
	}
}

// FuzzRunConfig: whatever a file holds, reading it gives a configuration or an error of a
// bad input, and no panic.
func FuzzRunConfig(f *testing.F) {
	f.Add(runExample)
	f.Add(killedRun)
	f.Add("[[phase]]\n0 = 0\n[[phase]]\n[phas .0]0")
	f.Add("[[phase]]\nlearn = 3\n[[phase]]\n[phase.games]\nmix = {self = 1}\n")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "model=") || strings.Contains(text, "file") || strings.Contains(text, "cmd") {
			t.Skip() // specs that reach outside
		}
		if _, err := readRunConfig("fuzz", text); err != nil && exitCode(context.Background(), err) != exitBadInput {
			t.Errorf("exit code %d: %v", exitCode(context.Background(), err), err)
		}
	})
}

// TestCardPool: eight games with seven points are a score of 8/10, which is 400·log10(4)
// Elo; phases without a pool have no rows, runs without one no section.
func TestCardPool(t *testing.T) {
	var s runState
	var text strings.Builder
	if cardPool(&text, &s); text.Len() != 0 {
		t.Error(text.String())
	}
	s.Phase = 1
	s.keepPool(nil)
	s.keepPool([]qlearn.Member{{Games: 60, Played: 8, Points: 7}, {Games: 1}})
	cardPool(&text, &s)
	_, table, _ := strings.Cut(text.String(), "|--:|\n")
	if want := "| 2 | 60 games | 8 | 80.0 % | 241 |\n| 2 | 1 game | 0 | 50.0 % | 0 |\n\n"; table != want {
		t.Errorf("%s, want\n%s", table, want)
	}
}
