package label_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/outflank/outflank/dataset/label"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// TestFarm: labels made by a farm are those made here, also after an interruption, and the
// farm reads the evaluator from the file that is sent.
func TestFarm(t *testing.T) {
	dir, table := t.TempDir(), randomPositions(t, 6)
	model := filepath.Join(dir, "evaluator")
	if err := os.WriteFile(model, []byte("mobility"), 0o666); err != nil {
		t.Fatal(err)
	}
	read := func(path string) (func() deep.Evaluator, error) {
		if text, err := os.ReadFile(path); err != nil || string(text) != "mobility" {
			return nil, errors.Join(err, errors.New("this is another evaluator"))
		}
		return mobility, nil
	}
	o := label.Options{Settings: label.Settings{Exact: 8, Nodes: 300, HashBytes: 1 << 20, Model: "evaluator"},
		Evaluator: mobility}
	here, elsewhere := filepath.Join(dir, "here.parquet"), filepath.Join(dir, "elsewhere.parquet")
	run := func(path string) (err error) {
		for _, err = range label.Run(t.Context(), label.Table(table), path, o) {
		}
		return err
	}
	if err := run(here); err != nil {
		t.Fatal(err)
	}
	o.ModelFile = model
	o.Evaluator = nil // nothing is searched here
	broken, left := errors.New("broken"), 3
	o.Farm = func(ctx context.Context, s parallel.Set) (parallel.Jobs, error) {
		jobs, err := parallel.Here(parallel.Openers(false, label.Jobs(read, nil)...))(ctx, s)
		return breaking{jobs, func() error {
			if left--; left == 0 {
				return broken
			}
			return nil
		}}, err
	}
	if err := run(elsewhere); !errors.Is(err, broken) {
		t.Fatalf("error %v, want %v", err, broken)
	}
	if err := run(elsewhere); err != nil {
		t.Fatal(err)
	}
	mustEqual(t, elsewhere, here)
}

// breaking are jobs of a farm that breaks, one at a time.
type breaking struct {
	parallel.Jobs
	next func() error
}

func (b breaking) Ahead() int { return 1 }

func (b breaking) Do(ctx context.Context, in []byte) ([]byte, error) {
	if err := b.next(); err != nil {
		return nil, err
	}
	return b.Jobs.Do(ctx, in)
}
