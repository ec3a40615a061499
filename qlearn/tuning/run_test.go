package tuning

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// shortConfig is a tuning of four steps.
func shortConfig(t *testing.T) *Config {
	t.Helper()
	subject, err := FeatureSubject("discs+parity")
	if err != nil {
		t.Fatal(err)
	}
	cfg := &Config{
		Method: "spsa", Settings: DefaultSettings("spsa", ""), Subject: subject,
		Objective: "games", Games: &Games{Depth: 1, Pairs: 1, Random: 8, Seed: 1},
	}
	cfg.Settings.SPSA.Steps = 4
	return cfg
}

// take takes steps of a tuning and closes it. Before the first, and after each, stop says whether
// that is enough.
func take(t *testing.T, run *Run, workers int, stop func(step int) bool) {
	t.Helper()
	defer run.Close()
	for step, err := range run.Steps(t.Context(), workers) {
		if err != nil {
			t.Fatal(err)
		}
		if stop(step.Number) {
			return
		}
	}
}

func never(int) bool { return false }

// begun begins a tuning in a new folder.
func begun(t *testing.T) *Run {
	t.Helper()
	run, err := Begin(filepath.Join(t.TempDir(), "run"), shortConfig(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// mustEqual complains about files of two run folders that differ.
func mustEqual(t *testing.T, got, want string) {
	t.Helper()
	sameFiles(t, got, want, "config.json", "checkpoint", "history.ndjson", "history.csv", "weights.model",
		"fitness.svg", "weights.png")
}

// sameFiles complains about files of two folders that differ.
func sameFiles(t *testing.T, got, want string, files ...string) {
	t.Helper()
	for _, file := range files {
		a, errA := os.ReadFile(filepath.Join(got, file))
		b, errB := os.ReadFile(filepath.Join(want, file))
		if errA != nil || errB != nil || !bytes.Equal(a, b) {
			t.Errorf("%s differs: %v, %v\n%.500s\nwant\n%.500s", file, errA, errB, a, b)
		}
	}
}

// Law: a tuning that is stopped after any of its steps and resumed ends with the bytes of one that
// is not, whatever the number of workers. Without OUTFLANK_LONG=1 it is stopped after every second step.
func TestStoppedAtEachStep(t *testing.T) {
	whole := begun(t)
	take(t, whole, 3, never)
	for stop := 1; stop <= 4; stop++ {
		if stop%2 == 1 && os.Getenv("OUTFLANK_LONG") == "" {
			continue
		}
		run := begun(t)
		take(t, run, 1, func(step int) bool { return step == stop })
		resumed, err := Resume(run.Dir(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if n := resumed.Last().Number; n != stop {
			t.Errorf("stopped after step %d, it resumes after %d", stop, n)
		}
		take(t, resumed, 2, never)
		mustEqual(t, run.Dir(), whole.Dir())
	}
}

// TestHistoryBehindCheckpoint: steps that are in the history and not in the checkpoint, as where the process
// was killed between the two, are taken again.
func TestHistoryBehindCheckpoint(t *testing.T) {
	whole, run := begun(t), begun(t)
	take(t, whole, 1, never)
	take(t, run, 1, func(step int) bool { return step == 2 })
	history, err := os.OpenFile(filepath.Join(run.Dir(), HistoryFile), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = history.WriteString(strings.Repeat("{}\n", 10_000))
	if err := errors.Join(err, history.Close()); err != nil {
		t.Fatal(err)
	}
	resumed, err := Resume(run.Dir(), nil)
	if err != nil {
		t.Fatal(err)
	}
	take(t, resumed, 1, never)
	mustEqual(t, run.Dir(), whole.Dir())
}

// TestCanceled: when the context ends, the weights so far are written.
func TestCanceled(t *testing.T) {
	run := begun(t)
	defer run.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var last error
	for _, err := range run.Steps(ctx, 1) {
		cancel()
		last = err
	}
	if _, err := os.Stat(filepath.Join(run.Dir(), "weights.model")); !errors.Is(last, context.Canceled) ||
		err != nil || run.Result().Steps != 1 {
		t.Errorf("after %d steps: %v, %v", run.Result().Steps, last, err)
	}
}

// TestDamageIsFound: whatever byte of a run's files has a bit flipped, the run does not resume, and
// the error names a file of it. Nor does it while somebody else is at work.
func TestDamageIsFound(t *testing.T) {
	run := begun(t)
	dir := run.Dir()
	take(t, run, 1, func(step int) bool { return step == 2 })
	run, err := Resume(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Resume(dir, nil); !errors.Is(err, durable.ErrBusy) {
		t.Errorf("a run that is open: %v", err)
	}
	if err := run.Close(); err != nil {
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
			run, err := Resume(dir, nil)
			if err == nil {
				run.Close()
				t.Errorf("%s: byte %d of %d was flipped and nobody noticed", name, i, len(whole))
			} else if !fault.IsBadInput(err) || !strings.Contains(err.Error(), dir) {
				t.Errorf("%s: byte %d: %v", name, i, err)
			}
		}
		if err := os.WriteFile(path, whole, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
