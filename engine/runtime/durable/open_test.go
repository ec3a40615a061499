//go:build unix

package durable_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// A FIFO and a device are no files, whether there is a writer or not; a pipe that this process has open is read.
func TestOpen(t *testing.T) {
	dir := t.TempDir()
	file, fifo := filepath.Join(dir, "file"), filepath.Join(dir, "fifo")
	if err := os.WriteFile(file, []byte("text"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	held, err := os.OpenFile(fifo, os.O_RDWR, 0) // so that a mistake does not wait for a writer
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	if _, err := held.WriteString("text and more"); err != nil {
		t.Fatal(err)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, err := w.WriteString("text"); err != nil {
		t.Fatal(err)
	}
	w.Close()
	pipe := fmt.Sprintf("/dev/fd/%d", r.Fd())
	read := map[string]func(string) ([]byte, error){
		"Open": func(path string) ([]byte, error) {
			f, err := durable.Open(path)
			if err != nil {
				return nil, err
			}
			defer f.Close()
			return io.ReadAll(io.LimitReader(f, 10))
		},
		"ReadFile": durable.ReadFile,
	}
	for _, c := range []struct{ how, path, want string }{
		{"Open", file, "text"}, {"ReadFile", file, "text"}, {"Open", pipe, "text"},
		{"Open", fifo, ""}, {"ReadFile", pipe, ""}, {"Open", "/dev/zero", ""}, {"ReadFile", os.DevNull, ""},
	} {
		got, err := read[c.how](c.path)
		if c.want != "" && (err != nil || string(got) != c.want) {
			t.Errorf("%s %s: %q (%v)", c.how, c.path, got, err)
		}
		if c.want == "" && (!fault.IsBadInput(err) || !strings.Contains(err.Error(), c.path+": want a regular file")) {
			t.Errorf("%s %s: %q (%v), want bad input", c.how, c.path, got, err)
		}
	}
	if _, err := durable.Open(filepath.Join(dir, "none")); !os.IsNotExist(err) {
		t.Errorf("a missing file: %v", err)
	}
}
