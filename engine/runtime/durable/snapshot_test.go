package durable_test

import (
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/outflank/outflank/engine/runtime/durable"
)

// TestSnapshot: files that grew, were replaced, removed or made since are what they were, those outside stay.
func TestSnapshot(t *testing.T) {
	dir := t.TempDir()
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	t.Setenv("TMP", temporary) // on Windows
	write := func(text string, names ...string) {
		for _, name := range names {
			path := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	read := func() map[string]string {
		files := map[string]string{}
		for _, pattern := range []string{"*", "*/*", "*/*/*", ".*"} {
			list, _ := filepath.Glob(filepath.Join(dir, pattern))
			for _, path := range list {
				name, _ := filepath.Rel(dir, path)
				text, err := os.ReadFile(path)
				if err != nil {
					text = []byte("a folder")
				}
				files[name] = string(text)
			}
		}
		return files
	}
	write("old", "file", "removed", "run/a", "run/deep/b", "run/gone", "other/x")
	before := read()
	path := func(name string) string { return filepath.Join(dir, name) }
	s, err := durable.TakeSnapshot(path("file"), path("removed"), path("run"), path("new"), path("newrun"), os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	write("changed", "file", "run/a", "run/deep/b", "run/c", "new", "newrun/d", "other/x")
	if err := os.Remove(path("removed")); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path("run/gone")); err != nil {
		t.Fatal(err)
	}
	if err := s.Restore(); err != nil {
		t.Fatal(err)
	}
	before["other/x"] = "changed"
	if got := read(); !maps.Equal(got, before) {
		t.Errorf("the files are\n%v\nwant\n%v", got, before)
	}
	if err := s.Remove(); err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(temporary); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
	if _, err := os.Stat(os.DevNull); err != nil {
		t.Error(err)
	}
}
