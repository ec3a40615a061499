package fleet_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/outflank/outflank/engine/runtime/fleet"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// lengths has the kind "length": a job is the name of a file or of shared data, and its answer how long that
// is.
func lengths() map[string]parallel.Opener {
	return map[string]parallel.Opener{"length": func(_ []byte, file parallel.File) (parallel.Do, func(), error) {
		return func(_ context.Context, in []byte) ([]byte, error) {
			path, err := file(string(in))
			if err != nil {
				return nil, err
			}
			data, err := os.ReadFile(path)
			return fmt.Append(nil, len(data)), err
		}, nil, nil
	}}
}

// TestFilesAreBounded: a worker keeps the files of sets up to a number of bytes, those of open sets
// besides, removes them when it ends, and leaves what it did not make.
func TestFilesAreBounded(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "mine"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	worker := fleet.Worker{Name: "w", Build: "b1", Dir: dir, Kinds: lengths(), MaxFiles: 100_000}
	client := dial(t, s)
	go func() {
		defer close(ended)
		for range worker.Work(ctx, client) {
		}
	}()
	c := dial(t, s)
	file := filepath.Join(t.TempDir(), "file")
	for i := range 20 {
		if err := os.WriteFile(file, fmt.Appendf(nil, "%d%40000d", i, 0), 0o600); err != nil {
			t.Fatal(err)
		}
		set := parallel.Set{Kind: "length", Settings: fmt.Append(nil, i), Files: map[string]string{"0": file}}
		w := open(t, c, fleet.Set{Set: set, Build: "b1"})
		out, err := w.Do(t.Context(), []byte("0"))
		if want := fmt.Sprint(40_000 + len(fmt.Sprint(i))); err != nil || string(out) != want {
			t.Fatalf("file %d has %s bytes (%v), want %s", i, out, err, want)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if n := eventually(func() int { return bytesIn(t, dir) }, 100_000); n > 100_000 || n < 40_000 {
		t.Errorf("%d bytes are kept, want those of one or two of 20 files", n)
	}
	cancel()
	<-ended
	if list, err := os.ReadDir(dir); err != nil || len(list) != 1 || list[0].Name() != "mine" {
		t.Errorf("%v is left (%v)", list, err)
	}
}

// TestSharedIsLetGo: what was shared before takes no room for long.
func TestSharedIsLetGo(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	dir := t.TempDir()
	worker := fleet.Worker{Name: "w", Build: "b1", Dir: dir, Kinds: lengths(), MaxFiles: 100_000}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	client := dial(t, s)
	go func() {
		defer close(ended)
		for range worker.Work(ctx, client) {
		}
	}()
	defer func() { cancel(); <-ended }()
	w := open(t, dial(t, s), fleet.Set{Set: parallel.Set{Kind: "length"}, Build: "b1"})
	for i := range 10 {
		name, err := w.Share(t.Context(), make([]byte, 40_000+i))
		if err != nil {
			t.Fatal(err)
		}
		if out, err := w.Do(t.Context(), []byte(name)); err != nil || string(out) != fmt.Sprint(40_000+i) {
			t.Fatalf("round %d: %s bytes (%v)", i, out, err)
		}
	}
	if n := bytesIn(t, dir); n > 100_000 {
		t.Errorf("%d bytes are kept", n)
	}
}

// eventually returns f as soon as it is at most most, or what it is after a minute: workers leave
// closed sets when they hear of it.
func eventually(f func() int, most int) (n int) {
	for range 3000 {
		if n = f(); n <= most {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	return n
}

// bytesIn returns how many bytes the files of a folder have.
func bytesIn(t *testing.T, dir string) (n int) {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		info, err := e.Info()
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		if err == nil {
			n += int(info.Size())
		}
	}
	return n
}
