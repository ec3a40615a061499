package experiment

import (
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/qlearn"
	training "github.com/outflank/outflank/qlearn/run"
	"github.com/outflank/outflank/qlearn/study"
)

// An interrupted tuning resumes and finds what it would have found.
func TestTuningGoesOn(t *testing.T) {
	host := &experimentHost{app: &cli.App{Out: io.Discard, Err: io.Discard}}
	job := study.TuneJob{
		Method: "ga002", Features: "squares", Population: 6, Generations: 6, Keep: []int{1, 3, 6}, Depth: 1,
		Openings: 1, Random: 2, Seed: 3, Workers: 2,
		Name: "x", Dir: t.TempDir(), Tell: func(int) error { return nil },
	}
	whole, err := host.Tune(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	if len(whole.Kept) != 3 || len(whole.Kept[0].Weights) != 10 || len(whole.Names) != 10 ||
		len(whole.Trace) != 6 || whole.Games != 6*30 {
		t.Errorf("found %+v", whole)
	}

	stop := errors.New("stop")
	broken := job
	broken.Dir = t.TempDir()
	broken.Tell = func(done int) error {
		if done == 4 {
			return stop
		}
		return nil
	}
	if _, err := host.Tune(t.Context(), broken); !errors.Is(err, stop) {
		t.Fatalf("ended with %v", err)
	}
	told := 0
	broken.Tell = func(int) error { told++; return nil }
	again, err := host.Tune(t.Context(), broken)
	if err != nil || told != 2 {
		t.Fatalf("%d generations after the break (%v), want 2", told, err)
	}
	if d := cmp.Diff(whole, again); d != "" {
		t.Error(d)
	}
	a, errA := os.ReadFile(filepath.Join(job.Dir, "x-6.model"))
	b, errB := os.ReadFile(filepath.Join(broken.Dir, "x-6.model"))
	if errA != nil || errB != nil || string(a) != string(b) {
		t.Errorf("other models (%v, %v)", errA, errB)
	}
	if left, _ := filepath.Glob(filepath.Join(broken.Dir, "*.tuning")); left != nil {
		t.Errorf("left behind: %v", left)
	}
}

// A damaged state of a tuning is named and kept; methods that do not exist are refused.
func TestBadTunings(t *testing.T) {
	host := &experimentHost{app: &cli.App{Out: io.Discard, Err: io.Discard}}
	job := study.TuneJob{Method: "ga002", Features: "squares", Population: 4, Generations: 2, Depth: 1,
		Openings: 1, Name: "x", Dir: t.TempDir(), Tell: func(int) error { return nil }}
	path := filepath.Join(job.Dir, "x.tuning")
	if err := os.WriteFile(path, []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := host.Tune(t.Context(), job)
	if cli.ExitCode(t.Context(), err) != cli.BadInput {
		t.Errorf("damaged state: %v", err)
	}
	if text, _ := os.ReadFile(path); string(text) != "{" {
		t.Errorf("the state was changed to %q", text)
	}
	job.Name, job.Method = "y", "magic"
	if _, err := host.Tune(t.Context(), job); err == nil {
		t.Error("method magic was accepted")
	}
}

// An annealing of noise plays nothing, and finds the same with any number of workers; what it sees has the
// mean 0 and the spread of the games that it would play.
func TestNoise(t *testing.T) {
	host := &experimentHost{app: &cli.App{Out: io.Discard, Err: io.Discard}}
	job := study.TuneJob{Method: "sa004", Features: "mobility+parity", Generations: 50, Keep: []int{1, 50},
		Depth: 2, Openings: 8, Random: 8, Seed: 3, Noise: true, Workers: 1, Name: "n", Dir: t.TempDir(),
		Tell: func(int) error { return nil }}
	one, err := host.Tune(t.Context(), job)
	if err != nil || len(one.Kept) != 2 || one.Games != 0 || len(one.Trace) != 50 {
		t.Fatalf("found %+v (%v)", one, err)
	}
	job.Workers, job.Dir = 3, t.TempDir()
	if three, err := host.Tune(t.Context(), job); err != nil || cmp.Diff(one, three) != "" {
		t.Errorf("three workers (%v): %s", err, cmp.Diff(one, three))
	}
	job.Seed++
	if other, err := host.Tune(t.Context(), job); err != nil || cmp.Diff(one, other) == "" {
		t.Errorf("another seed finds the same (%v)", err)
	}
	rate, sum, squares := noise(job), 0.0, 0.0
	const n = 10000
	for round := range n {
		r, err := rate(t.Context(), round, make([][]float64, 2))
		if err != nil {
			t.Fatal(err)
		}
		d := r.Values[0] - r.Values[1]
		sum, squares = sum+d, squares+d*d
	}
	// 25 discs over the root of 16 games
	if mean, spread := sum/n, math.Sqrt(squares/n); math.Abs(mean) > 0.25 || math.Abs(spread-6.25) > 0.2 {
		t.Errorf("mean %v, standard deviation %v, want 0 and 6.25", mean, spread)
	}
	job.Method, job.Population = "ga002", 4
	if _, err := host.Tune(t.Context(), job); err == nil {
		t.Error("a genetic algorithm took noise")
	}
}

// Learning from fewer games than are asked for goes through them several times, and the
// report's rule is what the report says.
func TestExperimentTraining(t *testing.T) {
	host := &experimentHost{app: &cli.App{Out: io.Discard, Err: io.Discard}}
	t.Setenv("OUTFLANK_DATA", "")
	defer host.close()
	l, err := host.lessons(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	reported := study.Rule{Features: "report", Actions: "classes", Alpha: 0.0003, Epsilon: 0.2, EpsilonEnd: 0.01}
	p, err := l.phase(study.TrainJob{Mode: "data", Rule: reported, Games: 20000, Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	cfg := p.Learn
	if p.Games.Epochs != 10 || cfg.Rule != qlearn.Q || cfg.Conservative != 0 || cfg.Lambda != 0 ||
		cfg.Actors != 1 || cfg.Schedule != qlearn.Constant || cfg.Seed != 5 {
		t.Errorf("%d epochs with %+v", p.Games.Epochs, cfg)
	}
	for _, test := range []struct {
		mode             string
		rule             study.Rule
		classes, squares bool
	}{
		{"data", reported, true, false},
		{"random", study.Rule{Features: "discs", Alpha: 0.5, Epsilon: 0.3, EpsilonEnd: 0.3}, false, false},
		{"self", study.Rule{Features: "report", Actions: "squares", Alpha: 3e-6, EpsilonEnd: 0.2}, false, true},
	} {
		p, err := l.phase(study.TrainJob{Mode: test.mode, Rule: test.rule, Games: 100})
		if err != nil {
			t.Fatal(err)
		}
		m, l := p.Model, p.Learn
		got := study.Rule{Features: m.Features, Actions: test.rule.Actions, Alpha: l.Alpha, Epsilon: l.Epsilon,
			EpsilonEnd: l.EpsilonEnd}
		if got != test.rule || m.Actions != test.classes || m.ActionSquares != test.squares ||
			l.AlphaEnd != l.Alpha {
			t.Errorf("%s by %+v: %+v with %+v", test.mode, test.rule, m, l)
		}
	}
	ours, err := l.phase(study.TrainJob{Mode: "random", Games: 100})
	if want := training.NewPhase("random"); err != nil || ours.Model != want.Model ||
		ours.Learn.Rule != want.Learn.Rule || ours.Learn.Alpha != want.Learn.Alpha {
		t.Errorf("our defaults (%v): %+v with %+v", err, ours.Model, ours.Learn)
	}
	for _, rule := range []study.Rule{{Features: "report", Actions: "magic", Alpha: 1},
		{Features: "magic", Alpha: 1}, {Alpha: 1}, {Features: "report"}} {
		if _, err := host.train(t.Context(), study.TrainJob{Mode: "random", Rule: rule, Games: 10}); err == nil {
			t.Errorf("%+v was accepted", rule)
		}
	}
	path := filepath.Join(t.TempDir(), "m.model")
	model, err := host.train(t.Context(), study.TrainJob{Mode: "random", Games: 20, Seed: 1})
	if err == nil {
		err = os.WriteFile(path, model, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := host.Player("q:model=" + path); err != nil {
		t.Error(err)
	}
}
