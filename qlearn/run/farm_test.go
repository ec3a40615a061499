package run_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/outflank/outflank/engine/parallel"
	"github.com/outflank/outflank/qlearn/run"
)

// farmConfig has several actors, past checkpoints to play against, an opponent, and two phases with
// other features.
const farmConfig = `
[model]
features = "corner"
[games]
mix = {self = 0.4, pool = 0.3, "ab:depth=1" = 0.3}
[learn]
games = 60
actors = 4
batch = 5
lambda = 0.5
polyak = 0.9
[learn.pool]
every = 20
size = 2
[[phase]]
learn.games = 50
[[phase]]
model.features = "corner@2"
learn.rule = "double-q"
[evaluate]
games = 4
final = 6
select_by = [{opponent = "random", protocol = "report"}]
test_on = [{opponent = "greedy", protocol = "report"}]
[output]
pictures = false
`

// TestRoundsOnFarm: a run whose rounds a farm learns has the files of one that learns them here.
func TestRoundsOnFarm(t *testing.T) {
	var jobs atomic.Int64
	here := parallel.Here(map[string]parallel.Opener{run.RoundKind: run.OpenRoundJobs(false)})
	farm := func(ctx context.Context, s parallel.Set) (parallel.Jobs, error) {
		j, err := here(ctx, s)
		return counted{j, &jobs}, err
	}
	trained := func(farm parallel.Farm) string {
		cfg, err := run.Read("run.toml", farmConfig)
		if err != nil {
			t.Fatal(err)
		}
		r, err := run.Begin(t.Context(), filepath.Join(t.TempDir(), "run"), cfg, run.Options{Workers: 1, Farm: farm})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		for _, err := range r.Train(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
		}
		return r.Dir()
	}
	got, want := trained(farm), trained(nil)
	list, err := os.ReadDir(want)
	if err != nil || len(list) < 10 {
		t.Fatalf("%d files (%v)", len(list), err)
	}
	for _, e := range list {
		a, errA := os.ReadFile(filepath.Join(got, e.Name()))
		b, errB := os.ReadFile(filepath.Join(want, e.Name()))
		if errA != nil || errB != nil || !bytes.Equal(a, b) {
			t.Errorf("%s differs (%v, %v)", e.Name(), errA, errB)
		}
	}
	if n := jobs.Load(); n != 4*(3+3) {
		t.Errorf("the farm did %d jobs, want one for each of 4 actors in 6 rounds", n)
	}
}

// counted are jobs that are counted.
type counted struct {
	parallel.Jobs
	n *atomic.Int64
}

func (c counted) Do(ctx context.Context, in []byte) ([]byte, error) {
	c.n.Add(1)
	return c.Jobs.Do(ctx, in)
}
