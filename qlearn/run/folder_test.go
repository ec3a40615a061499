package run

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/outflank/outflank/engine/runtime/fault"
)

// What a killed process left of a run is removed when it begins again, and nothing else.
func TestSweepPending(t *testing.T) {
	cfg, err := Read("run.toml", "[model]\nfeatures = \"report\"\n")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range []string{".one.0123456789abcdef.pending", ".two.0123456789abcdef.pending"} {
		if err := os.MkdirAll(filepath.Join(dir, name, "inside"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Begin(t.Context(), filepath.Join(dir, "one"), cfg, Options{})
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	left, _ := filepath.Glob(filepath.Join(dir, ".*"))
	if len(left) != 1 || filepath.Base(left[0]) != ".two.0123456789abcdef.pending" {
		t.Errorf("%v are left, want that of run two", left)
	}
}

// Of several that begin the same run at once one does, and the others say why they do not.
func TestBeginAtOnce(t *testing.T) {
	for range 5 {
		path := filepath.Join(t.TempDir(), "run")
		var mu sync.Mutex
		begun := 0
		var group sync.WaitGroup
		for range 8 {
			group.Go(func() {
				f, err := createFolder(path, newInfo(Config{}, "test"), "")
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					begun++
					f.unlock()
				} else if !errors.Is(err, ErrExists) || !fault.IsMisuse(err) {
					t.Error(err)
				}
			})
		}
		group.Wait()
		if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*")); begun != 1 || len(left) > 0 {
			t.Errorf("%d began the run, want one; %v is left", begun, left)
		}
	}
}
