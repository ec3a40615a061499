package main

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/cmd/outflank/cli/clitest"
	"github.com/outflank/outflank/engine/durable"
	"github.com/outflank/outflank/eval/models"
	"github.com/outflank/outflank/qlearn/tuning"
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
	for name, flags := range shortTunings {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			whole, dir := filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "run")
			runCommand(t, t.Context(), cli.Done, append([]string{"tune", "-o", whole, "--workers", "3"}, flags...)...)
			args := append([]string{"tune", "-o", dir, "--workers", "1"}, flags...)
			history, kills := filepath.Join(dir, "history.ndjson"), 0
			for kills < 3 {
				enough := clitest.Lines(history) + 3
				stderr, code := clitest.Kill(t, func() bool { return clitest.Lines(history) >= enough }, args...)
				if code == cli.Done {
					break
				}
				if code != clitest.Killed {
					t.Fatalf("exit code %d: %s", code, stderr)
				}
				kills++
				args = []string{"tune", "--resume", dir, "--workers", "1"}
			}
			if kills == 0 {
				t.Fatal("it ended before it was killed")
			}
			runCommand(t, t.Context(), cli.Done, args...)
			sameRun(t, name, dir, whole)
		})
	}
}

// TestTuningKilledAtOnce: a tuning that was killed while it wrote its config.json is begun
// again with the same command, and leaves what one leaves that was not.
func TestTuningKilledAtOnce(t *testing.T) {
	whole, dir := filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "run")
	flags := shortTunings["spsa"]
	runCommand(t, t.Context(), cli.Done, append([]string{"tune", "-o", whole}, flags...)...)
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	left := filepath.Join(dir, ".config.json.0123456789abcdef.new") // as ReplaceFile names it
	if err := os.WriteFile(left, []byte(`{"met`), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, stderr := runCommand(t, t.Context(), cli.BadInput, "tune", "--resume", dir); !strings.Contains(stderr, "it has no config.json; `outflank tune --method ga -o "+dir+"` begins one") {
		t.Error(stderr)
	}
	runCommand(t, t.Context(), cli.Done, append([]string{"tune", "-o", dir}, flags...)...)
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
	runCommand(t, t.Context(), cli.Done, append([]string{"tune", "-o", whole}, flags...)...)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		for clitest.Lines(filepath.Join(dir, "history.ndjson")) < 5 {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	_, stderr := runCommand(t, ctx, cli.Interrupted, append([]string{"tune", "-o", dir}, flags...)...)
	if _, err := models.Read(filepath.Join(dir, "weights.model")); err != nil {
		t.Error(err)
	}
	_, after, _ := strings.Cut(stderr, "go on with\n")
	words := strings.Fields(after)
	if want := []string{"outflank", "tune", "--resume", dir}; !cmp.Equal(words, want) {
		t.Fatalf("told to go on with %q in:\n%s", words, stderr)
	}
	runCommand(t, t.Context(), cli.Done, words[1:]...)
	sameRun(t, "interrupted", dir, whole)
}

// TestDamagedRunIsFound: whatever byte of a run's files has a bit turned, the run does not
// go on, and the error names a file of it. Nor does it while somebody else is at work.
func TestDamagedRunIsFound(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	runCommand(t, t.Context(), cli.Done, "tune", "--method", "spsa", "--features", "discs+parity", "--steps", "2", "--depth", "1", "-o", dir)
	run, err := tuning.Resume(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tuning.Resume(dir); runtime.GOOS == "linux" && !errors.Is(err, durable.ErrBusy) {
		t.Errorf("a run that is open: %v", err)
	}
	if err := run.Folder.Close(); err != nil {
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
			run, err := tuning.Resume(dir)
			if err == nil {
				run.Folder.Close()
				t.Errorf("%s: byte %d of %d was turned and nobody noticed", name, i, len(whole))
			} else if cli.ExitCode(t.Context(), err) != cli.BadInput || !strings.Contains(err.Error(), dir) {
				t.Errorf("%s: byte %d: %v", name, i, err)
			}
		}
		if err := os.WriteFile(path, whole, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
