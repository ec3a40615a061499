package study

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// TestFarm: an experiment whose games and trainings a farm does has the files of one that does them
// here, models included.
func TestFarm(t *testing.T) {
	e := &Experiment{Name: "learning", Title: "Learning", work: fixed(learning{
		Learners:  []learner{{Name: "one", Mode: "self", Games: []int{100, 200}}},
		Fixed:     []entry{{Name: "fixed", Spec: "minimax:depth=1"}},
		Opponents: []entry{{Name: "random", Spec: "random"}, {Name: "greedy", Spec: "greedy"}},
		Seeds:     2, Games: 20, Perturb: 0.1,
	})}
	jobs := map[string]int{}
	here := parallel.Here(parallel.Openers(false, append(Jobs(&baseHost{}, nil), trainKind)...))
	farm := func(ctx context.Context, s parallel.Set) (parallel.Jobs, error) {
		j, err := here(ctx, s)
		return countedFarm{j, jobs, s.Kind}, err
	}
	run := func(farm parallel.Farm) string {
		dir := t.TempDir()
		runAll(t, Runner{Host: &baseHost{}, Dir: dir, Scale: 1, Seed: 4, Workers: 1, Farm: farm}, e)
		return filepath.Join(dir, e.Name)
	}
	got, want := run(farm), run(nil)
	list, err := os.ReadDir(want)
	if err != nil || len(list) < 8 {
		t.Fatalf("%d files (%v)", len(list), err)
	}
	for _, entry := range list {
		a, errA := os.ReadFile(filepath.Join(got, entry.Name()))
		b, errB := os.ReadFile(filepath.Join(want, entry.Name()))
		if errA != nil || errB != nil || string(a) != string(b) {
			t.Errorf("%s differs (%v, %v)", entry.Name(), errA, errB)
		}
	}
	if jobs["train"] != 4 || jobs["experiment-games"] != 2*2*2*5+2*10 {
		t.Errorf("the farm did %v", jobs)
	}
}

// A baseHost is a fakeHost to whom folders mean nothing.
type baseHost struct{ fakeHost }

func (h *baseHost) Player(spec string) (arena.Player, error) {
	return h.fakeHost.Player(filepath.Base(spec))
}

// countedFarm are jobs that are counted by their kind, one at a time.
type countedFarm struct {
	parallel.Jobs
	n    map[string]int
	kind string
}

func (c countedFarm) Ahead() int { return 1 }

func (c countedFarm) Do(ctx context.Context, in []byte) ([]byte, error) {
	c.n[c.kind]++
	return c.Jobs.Do(ctx, in)
}
