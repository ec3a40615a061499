package durable_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/outflank/outflank/engine/runtime/durable"
)

func TestReplace(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	path := filepath.Join(dir, "c.txt")
	write := func(text string, err error) func(io.Writer) error {
		return func(w io.Writer) error {
			_, _ = io.WriteString(w, text)
			return err
		}
	}
	wrong := errors.New("wrong")
	for _, step := range []struct {
		text string
		err  error
		want string
	}{{"one", nil, "one"}, {"longer", nil, "longer"}, {"half", wrong, "longer"}, {"2", nil, "2"}} {
		if err := durable.Replace(path, write(step.text, step.err)); !errors.Is(err, step.err) {
			t.Errorf("writing %q: %v, want %v", step.text, err, step.err)
		}
		got, err := os.ReadFile(path)
		if err != nil || string(got) != step.want {
			t.Errorf("after writing %q: %q, %v, want %q", step.text, got, err, step.want)
		}
		if files, _ := os.ReadDir(dir); len(files) != 1 {
			t.Errorf("after writing %q: %v are in the folder", step.text, files)
		}
	}
}

// A file that cannot be synced, as one that was closed, replaces none.
func TestReplaceIsSynced(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.txt")
	if err := durable.WriteFile(path, []byte("old")); err != nil {
		t.Fatal(err)
	}
	if err := durable.Replace(path, func(w io.Writer) error {
		return w.(io.Closer).Close()
	}); !errors.Is(err, os.ErrClosed) {
		t.Errorf("error %v, want that the file is closed", err)
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "old" {
		t.Errorf("%q, %v, want what was there", got, err)
	}
}

// Several goroutines, like several processes, write the same file at once: each
// leaves a whole one.
func TestReplaceAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.txt")
	var group sync.WaitGroup
	for i := range 8 {
		text := strings.Repeat(string(rune('a'+i)), 1000*(i+1))
		group.Go(func() {
			for range 20 {
				if err := durable.Replace(path, func(w io.Writer) error {
					_, err := io.WriteString(w, text)
					return err
				}); err != nil {
					t.Error(err)
				}
				got, err := os.ReadFile(path)
				if err != nil || len(got) == 0 {
					t.Errorf("%d bytes, %v", len(got), err)
					return
				}
				if n := 1000 * (int(got[0]-'a') + 1); err != nil || len(got) != n ||
					strings.Trim(string(got), string(got[0])) != "" {
					t.Errorf("a torn file of %d bytes, %v", len(got), err)
				}
			}
		})
	}
	group.Wait()
	if files, _ := os.ReadDir(filepath.Dir(path)); len(files) != 1 {
		t.Errorf("left behind: %v", files)
	}
}

// A folder is no file, and what a killed process left goes.
func TestReplaceOddities(t *testing.T) {
	dir := t.TempDir()
	nothing := func(io.Writer) error { return nil }
	if err := durable.Replace(dir, nothing); err == nil || !strings.Contains(err.Error(), "is a folder") {
		t.Errorf("replacing a folder: %v", err)
	}
	stale := filepath.Join(dir, ".c.txt.77-0.new")
	other := filepath.Join(dir, "c.txt.new")
	for _, path := range []string{stale, other} {
		if err := os.WriteFile(path, []byte("x"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := durable.Replace(filepath.Join(dir, "c.txt"), nothing); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(stale); err == nil {
		t.Error("the file of a killed process is still there")
	}
	if _, err := os.Stat(other); err != nil {
		t.Error("somebody's own file is gone")
	}
}
