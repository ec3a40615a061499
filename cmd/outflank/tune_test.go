package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/tune"
)

// tuned are all files of a run folder that do not depend on time.
var tuned = []string{"config.json", "checkpoint", "history.ndjson", "history.csv", "weights.model", "fitness.svg", "diversity.svg", "weights.svg", "weights.png"}

// sameRun complains about files of two run folders that differ.
func sameRun(t *testing.T, name, got, want string) {
	t.Helper()
	for _, file := range tuned {
		a, errA := os.ReadFile(filepath.Join(got, file))
		b, errB := os.ReadFile(filepath.Join(want, file))
		if errA != nil || errB != nil || !bytes.Equal(a, b) {
			t.Errorf("%s: %s differs: %v, %v\n%.500s\nwant\n%.500s", name, file, errA, errB, a, b)
		}
	}
}

// shortTunings are tunings of less than a second by each method.
var shortTunings = map[string][]string{
	"ga":    {"--preset", "002", "--steps", "30", "--population", "6", "--survivors", "3", "--depth", "2"},
	"sa":    {"--preset", "004", "--steps", "80", "--depth", "1"},
	"cmaes": {"--method", "cmaes", "--eval", "wedge", "--sigma", "5", "--steps", "30", "--population", "6", "--depth", "2"},
	"spsa":  {"--method", "spsa", "--features", "squares", "--steps", "200", "--depth", "1"},
}

// TestTuningSurvivesKills: a tuning that is killed up to three times and resumed leaves the
// same files, byte for byte, as one that is not, with another number of workers.
func TestTuningSurvivesKills(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no kill -9")
	}
	for name, flags := range shortTunings {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			whole, dir := filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "run")
			runCommand(t, t.Context(), exitDone, append([]string{"tune", "-o", whole, "--workers", "3"}, flags...)...)
			args := append([]string{"tune", "-o", dir, "--workers", "1"}, flags...)
			kills := 0
			for kills < 3 && killAfterGames(t, filepath.Join(dir, "history.ndjson"), 3, args) {
				kills++
				args = []string{"tune", "--resume", dir, "--workers", "1"}
			}
			if kills == 0 {
				t.Fatal("it ended before it was killed")
			}
			runCommand(t, t.Context(), exitDone, args...)
			sameRun(t, name, dir, whole)
		})
	}
}

// TestTuningKilledAtOnce: a tuning that was killed while it wrote its config.json is begun
// again with the same command, and leaves what one leaves that was not.
func TestTuningKilledAtOnce(t *testing.T) {
	whole, dir := filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "run")
	flags := shortTunings["spsa"]
	runCommand(t, t.Context(), exitDone, append([]string{"tune", "-o", whole}, flags...)...)
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	left := filepath.Join(dir, ".config.json.0123456789abcdef.new") // as ReplaceFile names it
	if err := os.WriteFile(left, []byte(`{"met`), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, stderr := runCommand(t, t.Context(), exitBadInput, "tune", "--resume", dir); !strings.Contains(stderr, "it has no config.json; `outflank tune --method ga -o "+dir+"` begins one") {
		t.Error(stderr)
	}
	runCommand(t, t.Context(), exitDone, append([]string{"tune", "-o", dir}, flags...)...)
	sameRun(t, "killed", dir, whole)
	if _, err := os.Stat(left); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s was left: %v", left, err)
	}
}

// TestTuningInterrupted: Ctrl-C ends with exit code 4, the weights so far and the command
// that goes on, which ends as if nothing had happened.
func TestTuningInterrupted(t *testing.T) {
	whole, dir := filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "run")
	flags := shortTunings["ga"]
	runCommand(t, t.Context(), exitDone, append([]string{"tune", "-o", whole}, flags...)...)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		for countLines(filepath.Join(dir, "history.ndjson")) < 5 {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	_, stderr := runCommand(t, ctx, exitInterrupted, append([]string{"tune", "-o", dir}, flags...)...)
	if _, err := readModel(filepath.Join(dir, "weights.model")); err != nil {
		t.Error(err)
	}
	_, after, _ := strings.Cut(stderr, "go on with\n")
	words := strings.Fields(after)
	if want := []string{"outflank", "tune", "--resume", dir}; !cmp.Equal(words, want) {
		t.Fatalf("told to go on with %q in:\n%s", words, stderr)
	}
	runCommand(t, t.Context(), exitDone, words[1:]...)
	sameRun(t, "interrupted", dir, whole)
}

// TestDamagedRunIsFound: whatever byte of a run's files has a bit turned, the run does not
// go on, and the error names a file of it. Nor does it while somebody else is at work.
func TestDamagedRunIsFound(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	runCommand(t, t.Context(), exitDone, "tune", "--method", "spsa", "--features", "discs+parity", "--steps", "2", "--depth", "1", "-o", dir)
	run, err := resumeTuning(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := resumeTuning(dir); runtime.GOOS == "linux" && !errors.Is(err, dataset.ErrBusy) {
		t.Errorf("a run that is open: %v", err)
	}
	if err := run.folder.close(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"config.json", "checkpoint", "history.ndjson"} {
		path := filepath.Join(dir, name)
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
			run, err := resumeTuning(dir)
			if err == nil {
				run.folder.close()
				t.Errorf("%s: byte %d of %d was turned and nobody noticed", name, i, len(whole))
			} else if exitCode(t.Context(), err) != exitBadInput || !strings.Contains(err.Error(), dir) {
				t.Errorf("%s: byte %d: %v", name, i, err)
			}
		}
		if err := os.WriteFile(path, whole, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTunerPlaysAsSpec: the games that weights are rated by are those that the model
// file plays, named by the spec that tune prints.
func TestTunerPlaysAsSpec(t *testing.T) {
	subject, err := featureSubject("squares+mobility")
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	group := [][]float64{make([]float64, subject.len()), make([]float64, subject.len())}
	dir, specs := t.TempDir(), []string{}
	for i, x := range group {
		for k := range x {
			x[k] = rng.NormFloat64()
		}
		path := filepath.Join(dir, string(rune('a'+i))+".model")
		var text bytes.Buffer
		if err := subject.write(&text, x, nil); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		specs = append(specs, subject.spec(path, 3, 6))
	}
	games := tuneGames{Depth: 3, Exact: 6, Pairs: 5, Random: 6, Seed: 7}
	var asked []tune.Game
	for o := range 5 {
		asked = append(asked, tune.Game{Black: 0, White: 1, Opening: o}, tune.Game{Black: 1, White: 0, Opening: o})
	}
	got, err := games.player(&subject, 2)(t.Context(), group, asked)
	if err != nil {
		t.Fatal(err)
	}
	players, err := parseSpecs(specs)
	if err != nil {
		t.Fatal(err)
	}
	var want []int
	m := arena.Match{Players: players, Games: 10, Random: 6, Seed: 7}
	for r, err := range m.Run(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, r.Score)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("scores of the spec (-) and of the tuner (+):\n%s", diff)
	}
}

// TestTunerOpponent: an opponent plays on either side, and games have different numbers.
func TestTunerOpponent(t *testing.T) {
	seen := map[int]bool{}
	for o := range 3 {
		for i := range 4 {
			a, b := pairing(tune.Game{Black: i, White: tune.Opponent, Opening: o}, 4), pairing(tune.Game{Black: tune.Opponent, White: i, Opening: o}, 4)
			if a.Black != i || a.White != 4 || b.Black != 4 || b.White != i || a.Opening != o {
				t.Errorf("%+v, %+v", a, b)
			}
			seen[a.Game], seen[b.Game] = true, true
		}
	}
	if len(seen) != 24 {
		t.Errorf("%d numbers for 24 games", len(seen))
	}
}

// TestUnfolded: square weights keep their values when they become weights.
func TestUnfolded(t *testing.T) {
	for name, want := range map[string]string{"wedge": "squares", "paip": "squares", "grid": "grid", "lr06": "grid", "report": "report", "cassio": "cassio-stability+mobility+potential+discs+late-discs"} {
		h, _ := eval.FindHeuristic(name)
		m := h.Model()
		u := unfolded(m)
		if u.Features.ID() != want {
			t.Errorf("%s became %s, want %s", name, u.Features.ID(), want)
		}
		rng := rand.New(rand.NewPCG(2, 2))
		b := engine.Standard()
		for b.Moves() != 0 {
			if got, want := u.Linear().Eval(b), m.Linear().Eval(b); math.Abs(got-want) > 1e-9*max(1, math.Abs(want)) {
				t.Errorf("%s: %v, want %v", name, got, want)
			}
			moves := b.Moves()
			b = b.Play(moves.Nth(rng.IntN(moves.Len())))
		}
	}
}

// TestCrossEntropy: even odds lose ln 2 whatever happens; odds of 3:1 lose ln 4/3 on a
// win, ln 4 on a loss, and the mean of both on a draw.
func TestCrossEntropy(t *testing.T) {
	v := math.Log(3)
	for _, test := range []struct{ v, result, want float64 }{
		{0, 10, math.Ln2}, {0, 0, math.Ln2}, {v, 2, math.Log(4.0 / 3)}, {v, -2, math.Log(4)}, {v, 0, (math.Log(4.0/3) + math.Log(4)) / 2},
		{-v, 2, math.Log(4)}, {1000, 64, 0}, {1000, -64, 1000},
	} {
		if got := crossEntropy(test.v, test.result); math.Abs(got-test.want) > 1e-12 {
			t.Errorf("crossEntropy(%v, %v) = %v, want %v", test.v, test.result, got, test.want)
		}
	}
}

// outcomes returns the objective of positions of the built-in games.
func outcomes(t *testing.T, features string) *tuneOutcome {
	t.Helper()
	f, err := eval.New(features, eval.DefaultSquares())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := unpackDemoGames(dir); err != nil {
		t.Fatal(err)
	}
	o := &tuneOutcome{Paths: []string{dir}, Positions: 5000, Loss: "mse", Seed: 1}
	a := &app{in: strings.NewReader(""), out: &bytes.Buffer{}, err: &bytes.Buffer{}}
	if err := o.open(t.Context(), a, f); err != nil {
		t.Fatal(err)
	}
	return o
}

// TestOutcomeComesNearRegression: CMA-ES comes within a thousandth of the error that
// least squares leave on the same positions, and the number of workers does not matter.
func TestOutcomeComesNearRegression(t *testing.T) {
	o := outcomes(t, "report")
	if len(o.rows) != 5000 {
		t.Fatalf("%d positions", len(o.rows))
	}
	ridge := tune.Ridge{Len: 5, Train: outcomeRows(o.rows), Iterations: 50}
	var x []float64
	for s, err := range ridge.Run(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		x = append(x[:0], s.Weights...)
	}
	rate := func(x []float64, workers int) float64 {
		r, err := o.objective(workers)(t.Context(), 0, [][]float64{x})
		if err != nil {
			t.Fatal(err)
		}
		return r.Values[0]
	}
	best := rate(x, 1)
	var last tune.Step
	for s, err := range tune.Run(t.Context(), tune.CMAES{Generations: 80, Population: 10, Sigma: 2, Seed: 1}, o.objective(2), tune.Begin(make([]float64, 5))) {
		if err != nil {
			t.Fatal(err)
		}
		last = s
	}
	if got := rate(last.Best, 1); got < best*1.001 || got > best+1e-9 || got != rate(last.Best, 8) {
		t.Errorf("CMA-ES is at %v, least squares at %v", got, best)
	}
}

// outcomeRows are rows for the regression.
type outcomeRows []outcomeRow

func (r outcomeRows) Batches() int { return 1 }

func (r outcomeRows) Append(_ int, b *tune.Batch) {
	for _, row := range r {
		for _, f := range row.phi {
			b.Add(f.Index, float32(f.Value))
		}
		b.End(row.result, 1)
	}
}

// TestDrawIsEven: each of 2,000 positions is among 500 that are drawn with the same
// probability: quarters of the games have about the same number of them.
func TestDrawIsEven(t *testing.T) {
	var list []dataset.Game
	moves, err := engine.ParseGame(engine.StandardStart(), "f5d6c3d3c4f4c5b3c2e3")
	if err != nil {
		t.Fatal(err)
	}
	g := dataset.Game{Game: moves, Status: dataset.Complete}
	for i := range 200 {
		g.Score = i % 64
		list = append(list, g)
	}
	o := tuneOutcome{Positions: 500, Seed: 3}
	got, err := o.draw(func(yield func(dataset.Game, error) bool) {
		for _, g := range list {
			if !yield(g, nil) {
				return
			}
		}
	})
	if err != nil || len(got) != 500 {
		t.Fatalf("%d positions, %v", len(got), err)
	}
	late := 0
	for _, p := range got {
		if p.board.Empty().Len() <= 55 {
			late++
		}
	}
	if late < 195 || late > 305 { // half, five standard deviations
		t.Errorf("%d of 500 are from the second half of the games", late)
	}
}

// TestTuneConfigReadsBack: a config is the same after it was written and read.
func TestTuneConfigReadsBack(t *testing.T) {
	o := tuneFlags{preset: "002", objective: "games", seed: 5, games: tuneGames{Depth: 4, Random: 8}}
	c := (&app{}).tuneCommand()
	cfg, err := o.config(c.Flags(), nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(cfg)
	if err != nil {
		t.Fatal(err)
	}
	var got tuneConfig
	if err := (&tuneFolder{}).readConfig(text, &got); err != nil {
		t.Fatal(err)
	}
	again, _ := json.Marshal(got)
	if !bytes.Equal(text, again) || got.seed() != 5 || got.Settings.Genetic.Elite != 1 {
		t.Errorf("%s\nread back is\n%s", text, again)
	}
}
