package run_test

import (
	"bytes"
	"context"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/qlearn/agents"
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
select_by = [{opponent = "random", protocol = "cs181"}]
test_on = [{opponent = "greedy", protocol = "cs181"}]
[output]
pictures = false
`

// farmNets are the settings of networks of both kinds, whose matches are played with random ties.
const farmNets = `
[model]
net = "NET"
[games]
mix = {self = 1}
[learn]
games = 30
actors = 2
batch = 5
[evaluate]
games = 4
final = 4
test_on = [{opponent = "ab:depth=1", protocol = "league"}]
[output]
pictures = false
`

// TestRoundsOnFarm: a run whose rounds a farm learns, and whose matches it plays, has the files of one
// that does so here.
func TestRoundsOnFarm(t *testing.T) {
	potential := filepath.Join(t.TempDir(), "potential.model")
	writeModel(t, potential, eval.Default())
	for _, test := range []struct {
		name, config  string
		rounds, games int64
	}{
		{"models", farmConfig, 4 * (3 + 3), 2*2*4 + 6}, // 4 actors in 6 rounds; 2 matches of each phase, and the last one
		{"shaped", strings.Replace(farmConfig, "lambda = 0.5", "squash = \"none\"\npotential = \""+potential+"\"", 1),
			4 * (3 + 3), 2*2*4 + 6},
		{"values", strings.Replace(farmNets, "NET", "64-8-1", 1), 2 * 3, 4 + 4},
		{"moves", strings.Replace(farmNets, "NET", "64-8-64", 1), 2 * 3, 4 + 4},
	} {
		t.Run(test.name, func(t *testing.T) {
			var rounds, games atomic.Int64
			here := parallel.Here(parallel.Openers(false,
				append(run.Jobs(), arena.Jobs(agents.Resolver{}, time.Now)...)...))
			farm := func(ctx context.Context, s parallel.Set) (parallel.Jobs, error) {
				sent := slices.Contains(slices.Collect(maps.Values(s.Files)), potential)
				if s.Kind == "train-round" && sent != (test.name == "shaped") {
					t.Errorf("the files of a round are %v", s.Files)
				}
				j, err := here(ctx, s)
				return counted{j, map[string]*atomic.Int64{"train-round": &rounds, "games": &games}[s.Kind]}, err
			}
			sameFiles(t, trained(t, test.config, farm), trained(t, test.config, nil))
			if r, g := rounds.Load(), games.Load(); r != test.rounds || g != test.games {
				t.Errorf("the farm did %d jobs of rounds and %d games, want %d and %d", r, g, test.rounds, test.games)
			}
		})
	}
}

// writeModel writes a model.
func writeModel(t *testing.T, path string, m *eval.Model) {
	t.Helper()
	if err := durable.Replace(path, func(w io.Writer) error { return eval.WriteModel(w, m) }); err != nil {
		t.Fatal(err)
	}
}

// TestResumeOtherPotential: a run does not resume with another evaluator in the file of its potential.
func TestResumeOtherPotential(t *testing.T) {
	potential := filepath.Join(t.TempDir(), "potential.model")
	writeModel(t, potential, eval.Default())
	config := strings.NewReplacer("64-8-1", "64-4-1", "games = 30", "games = 10\nsquash = \"none\"\npotential = \""+
		potential+"\"").Replace(strings.Replace(farmNets, "NET", "64-8-1", 1))
	dir := trained(t, config, nil)
	flat, _ := eval.FindHeuristic("flat")
	writeModel(t, potential, flat.Model())
	r, err := run.Resume(t.Context(), dir, run.Options{})
	if !fault.IsBadInput(err) || !strings.Contains(err.Error(), potential) {
		t.Errorf("error %v, want that %s has changed", err, potential)
	}
	if err == nil {
		r.Close()
	}
}

// trained returns the folder of a run of a configuration.
func trained(t *testing.T, config string, farm parallel.Farm) string {
	t.Helper()
	cfg, err := run.Read("run.toml", config)
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

// sameFiles complains about files of a folder that another one has not.
func sameFiles(t *testing.T, got, want string) {
	t.Helper()
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
