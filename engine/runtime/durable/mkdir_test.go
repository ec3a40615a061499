package durable_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/outflank/outflank/engine/runtime/durable"
)

// TestMkdirAll: what was made is taken back, but neither what was there nor what holds something.
func TestMkdirAll(t *testing.T) {
	top := t.TempDir()
	deep := filepath.Join(top, "a", "b", "c")
	if err := os.Mkdir(filepath.Join(top, "a"), 0o777); err != nil {
		t.Fatal(err)
	}
	undo, err := durable.MkdirAll(deep)
	if err != nil || !isDir(deep) {
		t.Fatal(err)
	}
	again, err := durable.MkdirAll(deep)
	if err != nil {
		t.Fatal(err)
	}
	if again(); !isDir(deep) {
		t.Error("a directory that was there is gone")
	}
	kept := filepath.Join(top, "a", "b", "kept")
	if err := os.WriteFile(kept, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if undo(); isDir(deep) || !isDir(filepath.Dir(deep)) {
		t.Error("want c removed, and b, which holds a file, kept")
	}
	if err := os.Remove(kept); err != nil {
		t.Fatal(err)
	}
	if undo, err = durable.MkdirAll(deep); err != nil {
		t.Fatal(err)
	}
	if undo(); isDir(deep) || !isDir(filepath.Dir(deep)) {
		t.Error("want c removed, and b, which was there, kept")
	}
	if _, err := durable.MkdirAll(filepath.Join(os.DevNull, "x")); err == nil {
		t.Error("a directory in a file")
	}
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
