package learn

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/qlearn/run"
)

// TestChangedConfigs: no changed byte of a run's config.json or of a sweep's files passes
// unseen, from the first checkpoint on, which is made before the first game.
func TestChangedConfigs(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("run.toml", []byte(sweptRun), 0o666); err != nil {
		t.Fatal(err)
	}
	room.Want(t, cli.Done, "sweep", "--config", "run.toml", "--grid", "learn.alpha=0.1,0.2", "-o", "sweep")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	room.Run(ctx, "train", "--config", "run.toml", "-o", "begun")
	for _, dir := range []string{"begun", "sweep/001"} {
		everyByte(t, filepath.Join(dir, run.ConfigFile), func() error {
			if l := run.Find(dir); l.State == run.Damaged {
				return fault.BadInput(errors.New(l.Problem))
			}
			_, stderr, code := room.Run(t.Context(), "train", "--resume", dir, "--workers", "1")
			switch code {
			case cli.Done:
				return nil
			case cli.BadInput:
				return fault.BadInput(errors.New(stderr))
			}
			return fmt.Errorf("exit code %d: %s", code, stderr)
		})
	}
	for _, name := range []string{run.SweepFile, "base.toml"} {
		everyByte(t, filepath.Join("sweep", name), func() error { _, err := run.OpenSweep(run.System{}, "sweep"); return err })
	}
}

// TestOldForms: the folders of runs, sweeps and tunings of an earlier form are refused by name and
// version, and stay as they are.
func TestOldForms(t *testing.T) {
	t.Chdir(t.TempDir())
	for path, text := range map[string]string{
		"run/config.toml":   "",
		"run/config.json":   `{"outflank":"v0","name":"","phases":[{}],"evaluate":{"choose_by":null},"data":[{}]}`,
		"sweep/sweep.json":  `{"base_sha256":"0","keys":["learn.alpha"],"runs":[],"crc32c":"0"}`,
		"sweep/base.toml":   "",
		"tuned/config.json": `{"method":"spsa","settings":{"spsa":{"steps":2,"stable":100}}}`,
	} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777),
			os.WriteFile(path, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ command, dir, want string }{
		{"train", "run", `run/config.json: it is "run" of version 1: want "run" of version 2`},
		{"sweep", "sweep", `sweep/sweep.json: it is "sweep" of version 1: want "sweep" of version 2`},
		{"tune", "tuned", `tuned/config.json: it is "tune config" of version 1: want "tune config" of version 2`},
	} {
		_, stderr := room.Want(t, cli.BadInput, c.command, "--resume", c.dir)
		if !strings.Contains(filepath.ToSlash(stderr), c.want) {
			t.Errorf("%s says %s", c.command, stderr)
		}
		if entries, err := os.ReadDir(c.dir); err != nil || len(entries) > 2 {
			t.Errorf("%s: %v, %v", c.dir, entries, err)
		}
	}
}

// everyByte turns a bit of each byte of a file, one after the other, and wants that open
// fails as a bad input does and names the file.
func everyByte(t *testing.T, path string, open func() error) {
	t.Helper()
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
		if err := open(); !fault.IsBadInput(err) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: byte %d of %d was turned: %v", path, i, len(whole), err)
		}
	}
	if err := os.WriteFile(path, whole, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := open(); err != nil {
		t.Errorf("%s, unchanged: %v", path, err)
	}
}
