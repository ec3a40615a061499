package learn

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/cli/clitest"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/eval/pattern"
	"github.com/outflank/outflank/qlearn/tuning"
)

// tuned are all files of a run folder that do not depend on time.
var tuned = []string{"config.json", "checkpoint", "history.ndjson", "history.csv", "weights.model",
	"fitness.svg", "diversity.svg", "weights.svg", "weights.png"}

// sameTuning complains about files of two run folders that differ.
func sameTuning(t *testing.T, name, got, want string) {
	t.Helper()
	for _, file := range tuned {
		a, errA := os.ReadFile(filepath.Join(got, file))
		b, errB := os.ReadFile(filepath.Join(want, file))
		if errA != nil || errB != nil || !bytes.Equal(a, b) {
			t.Errorf("%s: %s differs: %v, %v\n%.500s\nwant\n%.500s", name, file, errA, errB, a, b)
		}
	}
}

// shortTunings are tunings of less than a second by each method; three kills at their third steps fit in.
var shortTunings = map[string][]string{
	"ga":    {"--preset", "genetic-othello", "--steps", "12", "--population", "6", "--survivors", "3", "--depth", "1"},
	"sa":    {"--preset", "cs181-annealing", "--steps", "20", "--depth", "1"},
	"cmaes": {"--method", "cmaes", "--eval", "wedge", "--sigma", "5", "--steps", "12", "--population", "6", "--depth", "1"},
	"spsa":  {"--method", "spsa", "--features", "squares", "--steps", "20", "--depth", "1"},
}

// TestTuningSurvivesKills: a tuning that is killed twice and resumed leaves the same files,
// byte for byte, as one that is not, with another number of workers.
func TestTuningSurvivesKills(t *testing.T) {
	for name, flags := range shortTunings {
		t.Run(name, func(t *testing.T) {
			if name != "spsa" && os.Getenv("OUTFLANK_LONG") == "" {
				t.Skip("set OUTFLANK_LONG to try it")
			}
			t.Parallel()
			whole, dir := filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "run")
			room.Want(t, cli.Done, append([]string{"tune", "-o", whole, "--workers", "3"}, flags...)...)
			args := append([]string{"tune", "-o", dir, "--workers", "1"}, flags...)
			for range 2 {
				stderr, code := clitest.Kill(t, clitest.Step{What: "tuning", Done: 3}, args...)
				if code != clitest.Killed {
					t.Fatalf("exit code %d: %s", code, stderr)
				}
				args = []string{"tune", "--resume", dir, "--workers", "1"}
			}
			room.Want(t, cli.Done, args...)
			sameTuning(t, name, dir, whole)
		})
	}
}

// TestTuningKilledAtOnce: a tuning that was killed while it wrote its config.json is restarted with
// the same command, and leaves what one leaves that was not.
func TestTuningKilledAtOnce(t *testing.T) {
	whole, dir := filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "run")
	flags := shortTunings["spsa"]
	room.Want(t, cli.Done, append([]string{"tune", "-o", whole}, flags...)...)
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	left := filepath.Join(dir, ".config.json.0123456789abcdef.new") // as files are named while they are written
	if err := os.WriteFile(left, []byte(`{"met`), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, stderr := room.Want(t, cli.BadInput, "tune", "--resume", dir); !strings.Contains(stderr,
		"it has no config.json; `outflank tune --method ga -o "+dir+"` starts one") {
		t.Error(stderr)
	}
	room.Want(t, cli.Done, append([]string{"tune", "-o", dir}, flags...)...)
	sameTuning(t, "killed", dir, whole)
	if _, err := os.Stat(left); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s was left: %v", left, err)
	}
}

// TestTuningInterrupted: Ctrl-C ends with exit code 4, the weights so far and the command
// that continues, which ends as if nothing had happened.
func TestTuningInterrupted(t *testing.T) {
	whole, dir := filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "run")
	flags := shortTunings["ga"]
	room.Want(t, cli.Done, append([]string{"tune", "-o", whole}, flags...)...)
	_, stderr, code := room.Interrupt(t, clitest.Step{What: "tuning", Done: 5},
		append([]string{"tune", "-o", dir}, flags...)...)
	if code != cli.Interrupted {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	if _, err := pattern.OpenModel(filepath.Join(dir, "weights.model")); err != nil {
		t.Error(err)
	}
	_, after, _ := strings.Cut(stderr, "continue with\n")
	words := strings.Fields(after)
	if want := []string{"outflank", "tune", "--resume", dir}; !cmp.Equal(words, want) {
		t.Fatalf("told to continue with %q in:\n%s", words, stderr)
	}
	room.Want(t, cli.Done, words[1:]...)
	sameTuning(t, "interrupted", dir, whole)
}

// TestTuneConfigReadsBack: a config is the same after it was written and read.
func TestTuneConfigReadsBack(t *testing.T) {
	o := tuneOptions{preset: "genetic-othello", objective: "games", seed: 5,
		games: tuning.Games{Depth: 4, Random: 8}}
	c := tuneCommand((&cli.App{}))
	cfg, err := o.config(c.Flags(), nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := durable.Document(cfg)
	if err != nil {
		t.Fatal(err)
	}
	got, err := tuning.ReadConfig(text)
	if err != nil {
		t.Fatal(err)
	}
	again, _ := durable.Document(got)
	if !bytes.Equal(text, again) || got.Seed() != 5 || got.Settings.Genetic.Elite != 1 {
		t.Errorf("%s\nread back is\n%s", text, again)
	}
}
