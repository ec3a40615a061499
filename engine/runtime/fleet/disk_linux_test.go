package fleet_test

import (
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/outflank/outflank/engine/runtime/fleet"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// TestDiskFull: a server whose disk others have filled, which breaks its streams, goes on as soon as
// there is room, without being started again by hand.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=12m"); err != nil {
		t.Skip("a small disk cannot be made:", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	queue, filler := filepath.Join(dir, "queue"), filepath.Join(dir, "filler")
	if err := os.Mkdir(queue, 0o700); err != nil {
		t.Fatal(err)
	}
	s := serve(t, queue)
	kinds := map[string]parallel.Opener{"long": func([]byte, parallel.File) (parallel.Do, func(), error) {
		return func(_ context.Context, in []byte) ([]byte, error) {
			return append(make([]byte, 40<<10), in...), nil
		}, nil, nil
	}}
	work(t, dial(t, s), fleet.Worker{Name: "w", Build: "b1", Threads: 2, Kinds: kinds})
	w := open(t, dial(t, s), fleet.Set{Set: parallel.Set{Kind: "long"}, Build: "b1"})
	if err := os.WriteFile(filler, make([]byte, 10<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	c := dial(t, s)
	go func() { // room is made when the disk is full
		for full := false; !full && t.Context().Err() == nil; time.Sleep(10 * time.Millisecond) {
			full, _ = c.Full(t.Context())
		}
		_ = os.Remove(filler)
	}()
	n := 0
	do := func(ctx context.Context, n int) ([]byte, error) { return w.Do(ctx, []byte{byte(n)}) }
	for out, err := range parallel.Map(t.Context(), 20, 20, parallel.Numbers(0, 100), do) {
		if err != nil || out[len(out)-1] != byte(n) {
			t.Fatalf("answer %d: %d bytes, %v", n, len(out), err)
		}
		n++
	}
	if _, err := os.Stat(filler); !os.IsNotExist(err) {
		t.Error("the disk was never full")
	}
}
