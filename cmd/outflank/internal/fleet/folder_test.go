package fleet

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestOwnFolder: workers do not share a folder; it goes with a worker, or with the next one after it
// was killed, and nothing else in the folder above does.
func TestOwnFolder(t *testing.T) {
	dir := t.TempDir()
	killed, mine := filepath.Join(dir, ownPrefix+"killed"), filepath.Join(dir, "mine")
	for _, path := range []string{killed, mine} {
		if err := os.Mkdir(path, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	has := func(path string) bool { _, err := os.Stat(path); return err == nil }
	a, endA, err := ownFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(a, "file"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if !has(killed) {
		t.Error("a folder that is new was removed")
	}
	long := time.Now().Add(-time.Hour)
	for _, path := range []string{killed, mine, a} {
		if err := os.Chtimes(path, long, long); err != nil {
			t.Fatal(err)
		}
	}
	b, endB, err := ownFolder(dir)
	if err != nil || a == b {
		t.Fatalf("two workers share %s (%v)", b, err)
	}
	if has(killed) || !has(a) || !has(mine) {
		t.Errorf("left of one that was killed: %v; there: that of a living one %v, another one %v", has(killed),
			has(a), has(mine))
	}
	endA()
	endB()
	if has(a) || has(b) {
		t.Error("a folder of a worker that has ended is left")
	}
}
