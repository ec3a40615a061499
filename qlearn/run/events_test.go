package run

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/qlearn/run/internal/tensorboard"
)

// timedConfig is a run of four rounds with an evaluation after each.
const timedConfig = `
seed = 7
[model]
features = "edge"
[games]
mix = "self=0.5,random=0.5"
[learn]
games = 40
actors = 1
batch = 10
lambda = 0.25
[evaluate]
every = 10
games = 2
final = 4
test_on = [{opponent = "random", protocol = "cs181"}]
[output]
pictures = false
checkpoint = "0s"
`

// begun begins a run with a clock.
func begun(t *testing.T, config string, now func() time.Time) *Training {
	t.Helper()
	cfg, err := Read("run.toml", config)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Begin(t.Context(), filepath.Join(t.TempDir(), "run"), cfg, Options{Workers: 1, Now: now})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// timesOf returns the times in the event file of a run.
func timesOf(t *testing.T, dir string) map[int]float64 {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, EventsFile))
	if err != nil {
		t.Fatal(err)
	}
	times, err := tensorboard.Times(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return times
}

// TestWallTimes: events have the times of the clock, those from before an interruption stay, and they
// do not fall when the clock was put back meanwhile.
func TestWallTimes(t *testing.T) {
	at := time.Unix(1_700_000_000, 0)
	tick := func() time.Time { at = at.Add(time.Second); return at }
	r := begun(t, timedConfig, tick)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	for p, err := range r.Train(ctx) {
		if err != nil && !errors.Is(err, fault.ErrInterrupted) {
			t.Fatal(err)
		}
		if p.Games == 20 {
			stop()
		}
	}
	r.Close()
	before := timesOf(t, r.Dir())
	if len(before) != 3 || before[0] < 1_700_000_000 || before[0] >= before[10] || before[10] >= before[20] {
		t.Fatalf("times when it was interrupted: %v", before)
	}

	at = time.Unix(1_600_000_000, 0)
	r, err := Resume(t.Context(), r.Dir(), Options{Workers: 1, Now: tick})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range r.Train(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
	}
	r.Close()
	after := timesOf(t, r.Dir())
	for games, time := range before {
		if after[games] != time {
			t.Errorf("after %d games: %v, then %v", games, time, after[games])
		}
	}
	if len(after) != 5 || after[40] < after[30] || after[30] < before[20] {
		t.Errorf("times at the end: %v", after)
	}
}

// TestHyperparameters: settings that all phases share have the keys of a run.toml, the others those
// of their phases.
func TestHyperparameters(t *testing.T) {
	cfg, err := Read("run.toml", `
seed = 3
model.features = "edge"
games.mix = "self=0.5,random=0.5"
learn.lambda = 0.25
learn.games = 10
[[phase]]
learn.alpha = 0.5
[[phase]]
learn.games = 20
games.openings = "xot"
`)
	if err != nil {
		t.Fatal(err)
	}
	got := cfg.hyperparameters()
	want := map[string]any{
		"seed": 3.0, "model.features": "edge", "games.mix": "self=0.5,random=0.5", "games.random_plies": 8.0,
		"learn.lambda": 0.25, "learn.rule": "sarsa", "learn.normalise": true, "learn.pool.every": 0.0,
		"phase.1.learn.alpha": 0.5, "phase.2.learn.alpha": 1.0, "phase.1.learn.games": 10.0,
		"phase.2.learn.games":    20.0,
		"phase.2.games.openings": "xot",
	}
	for key, value := range want {
		if got[key] != value {
			t.Errorf("%s is %v, want %v", key, got[key], value)
		}
	}
	for key := range got {
		if strings.Contains(key, "seed") && key != "seed" {
			t.Errorf("%s = %v follows from seed", key, got[key])
		}
	}
}

// TestTensorBoard: TensorBoard itself, where Python has it, reads curves, settings and results.
func TestTensorBoard(t *testing.T) {
	if err := exec.Command("python3", "-c", "import tensorboard").Run(); err != nil {
		t.Skip("python3 has no tensorboard")
	}
	r := begun(t, timedConfig, time.Now)
	for _, err := range r.Train(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
	}
	r.Close()
	out, err := exec.Command("python3", "-c", `
import sys
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from tensorboard.plugins.hparams import metadata
a = EventAccumulator(sys.argv[1])
a.Reload()
print(*(e.step for e in a.Scalars("train/error")))
print(*sorted(a.Tags()["scalars"]), sep=",")
content = lambda tag: a.SummaryMetadata(tag).plugin_data.content
start = metadata.parse_session_start_info_plugin_data(content(metadata.SESSION_START_INFO_TAG))
print(start.hparams["learn.lambda"].number_value, start.hparams["model.features"].string_value, start.hparams["learn.normalise"].bool_value)
end = metadata.parse_session_end_info_plugin_data(content(metadata.SESSION_END_INFO_TAG))
print(end.status, end.end_time_secs >= start.start_time_secs > 1.7e9)
`, r.Dir()).CombinedOutput()
	want := "10 20 30 40\nfinal/random cs181,score/random " +
		"cs181,train/alpha,train/best,train/epsilon,train/error,train/score\n0.25 edge True\n1 True\n"
	if lines := strings.SplitAfter(string(out), "\n"); err != nil ||
		strings.Join(slices.DeleteFunc(lines, func(l string) bool {
			return strings.Contains(l, "TensorFlow")
		}), "") != want {
		t.Errorf("%v\n%s", err, out)
	}
}
