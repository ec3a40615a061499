//go:build unix && !aix && !solaris

package durable

import (
	"path/filepath"
	"syscall"
	"testing"
)

// A journal that is closed is not locked, even if a child process that was forked in the meantime still has its file
// open. A duplicate of the file stands for the child's.
func TestCloseUnlocks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "steps.ndjson")
	format := Format{Name: "steps", Version: 1}
	j, err := CreateJournal(path, format, 7)
	if err != nil {
		t.Fatal(err)
	}
	child, err := syscall.Dup(int(j.file.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(child)
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := OpenJournal(path, format)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
}
