//go:build unix

package durable_test

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/outflank/outflank/engine/runtime/durable"
)

// A link stays a link, also one to a file that is missing, and the file behind it is replaced.
func TestReplaceBehindLink(t *testing.T) {
	dir := t.TempDir()
	file, link, second := filepath.Join(dir, "real", "file"), filepath.Join(dir, "link"),
		filepath.Join(dir, "second")
	for path, to := range map[string]string{link: filepath.Join("real", "file"), second: link} {
		if err := os.Symlink(to, path); err != nil {
			t.Fatal(err)
		}
	}
	for _, text := range []string{"new", "newer"} {
		if err := durable.WriteFile(second, []byte(text)); err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{link, second} {
			if info, err := os.Lstat(path); err != nil || info.Mode()&fs.ModeSymlink == 0 {
				t.Errorf("%s is %v (%v), want a link", path, info.Mode(), err)
			}
		}
		if got, err := os.ReadFile(file); string(got) != text || err != nil {
			t.Errorf("the file holds %q (%v), want %q", got, err, text)
		}
	}
	if err := os.Symlink("loop", filepath.Join(dir, "loop")); err != nil {
		t.Fatal(err)
	}
	if err := durable.WriteFile(filepath.Join(dir, "loop"), nil); err == nil {
		t.Error("a link to itself was written to")
	}
}

// What is no ordinary file is written to and stays what it is.
func TestReplaceStream(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := unix.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	read := make(chan string)
	go func() {
		text, err := os.ReadFile(fifo)
		if err != nil {
			t.Error(err)
		}
		read <- string(text)
	}()
	if err := durable.WriteFile(fifo, []byte("text")); err != nil {
		t.Fatal(err)
	}
	if got := <-read; got != "text" {
		t.Errorf("the FIFO gave %q", got)
	}
	for path, mode := range map[string]fs.FileMode{fifo: fs.ModeNamedPipe, os.DevNull: fs.ModeDevice} {
		if path == os.DevNull {
			if err := durable.WriteFile(path, []byte("text")); err != nil {
				t.Error(err)
			}
		}
		if info, err := os.Lstat(path); err != nil || info.Mode()&mode == 0 {
			t.Errorf("%s is %v (%v) now", path, info.Mode(), err)
		}
	}
}

// The file of a descriptor is not replaced: what else goes there would be lost.
func TestReplaceDescriptor(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := io.WriteString(f, "before, "); err != nil {
		t.Fatal(err)
	}
	number, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(number)
	if err := durable.WriteFile(filepath.Join("/dev/fd", strconv.Itoa(number)), []byte("text")); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(f, ", after"); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(f.Name()); string(got) != "before, text, after" {
		t.Errorf("the file holds %q", got)
	}
}

// A journal is read again, so it is an ordinary file.
func TestJournalNeedsFile(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := unix.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{fifo, os.DevNull, t.TempDir()} {
		if j, err := durable.CreateJournal(path, durable.Format{Name: "test", Version: 1}, nil); err == nil {
			t.Errorf("%s: a journal was begun: %v", path, j)
		}
		if _, err := durable.OpenJournal(path, durable.Format{Name: "test", Version: 1}); err == nil {
			t.Errorf("%s: a journal was opened", path)
		}
	}
}
