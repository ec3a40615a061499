package experiment

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/qlearn"
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
	p, err := l.phase(study.TrainJob{Mode: "data", Rule: study.Rule, Games: 20000, Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	cfg := p.Learn
	if p.Games.Epochs != 10 || cfg.Rule != qlearn.Q || cfg.Conservative != 0 || cfg.Lambda != 0 ||
		cfg.Actors != 1 || cfg.Schedule != qlearn.Constant || cfg.Seed != 5 {
		t.Errorf("%d epochs with %+v", p.Games.Epochs, cfg)
	}
	for _, test := range []struct {
		mode, rule, features string
		actions              bool
		alpha, epsilonEnd    float64
	}{
		{"data", study.Rule, "report", true, 0.0003, 0.01},
		{"random", study.Rule, "report", true, 0.003, 0.01},
		{"data", study.RuleWithoutAction, "report", false, 0.0003, 0.01},
		{"data", study.RuleOtherRate, "report", true, 0.003, 0.01},
		{"random", study.RuleOtherRate, "report", true, 0.0003, 0.01},
		{"data", study.RuleOneSided, "position+own-mobility+own-stability+parity+discs", true, 3e-6, 0.01},
		{"random", study.RuleOneSided, "position+own-mobility+own-stability+parity+discs", true, 0.003, 0.01},
		{"random", study.RuleConstantEpsilon, "report", true, 0.003, 0.2},
	} {
		p, err := l.phase(study.TrainJob{Mode: test.mode, Rule: test.rule, Games: 100})
		if err != nil {
			t.Fatal(err)
		}
		if m, l := p.Model, p.Learn; m.Features != test.features || m.Actions != test.actions ||
			l.Alpha != test.alpha || l.AlphaEnd != test.alpha || l.Epsilon != 0.2 || l.EpsilonEnd != test.epsilonEnd {
			t.Errorf("%s by %q: %+v with %+v", test.mode, test.rule, m, l)
		}
	}
	if _, err := l.phase(study.TrainJob{Mode: "random", Rule: "magic", Games: 100}); err == nil {
		t.Error("rule magic was accepted")
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
