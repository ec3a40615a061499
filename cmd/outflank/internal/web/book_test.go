package web

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDamagedBook: a server does not begin without the book that it is to show.
func TestDamagedBook(t *testing.T) {
	path := filepath.Join(t.TempDir(), "my.book")
	if err := os.WriteFile(path, []byte("no book"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, complaint := room.Want(t, 3, "web", "--book", path, "--addr",
		"127.0.0.1:0"); !strings.Contains(complaint, path) {
		t.Errorf("%q", complaint)
	}
}
