package store_test

import (
	"bytes"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// tables makes a directory with a few dozen games and names, in both formats.
func tables(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	var games []dataset.Game
	for i := range 40 {
		g := played(t, wipeout[:2*(i%10)])
		g.Black, g.Year = strings.Repeat("x", i), 1970+i
		games = append(games, g)
	}
	w, err := store.Create(dir, store.Options{Formats: bothFormats})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	for _, g := range games {
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.AddPlayers("WTHOR.JOU", []string{"???", "Ann"}),
		w.AddTournaments("WTHOR.TRN", []string{"Diverses"})); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// mutations calls f with damaged copies of b: a bit flipped, cut short, a run
// overwritten, emptied, lengthened.
func mutations(b []byte, n int, f func(damaged []byte)) {
	rng := rand.New(rand.NewPCG(1, 2))
	f(nil)
	f(append(bytes.Clone(b), 0))
	f(append(bytes.Clone(b), b...))
	for range n {
		d := bytes.Clone(b)
		switch i := rng.IntN(len(d)); rng.IntN(4) {
		case 0:
			d = d[:i]
		case 1:
			for j := i; j < min(len(d), i+rng.IntN(16)+1); j++ {
				d[j] = byte(rng.Uint32())
			}
		default:
			d[i] ^= 1 << rng.IntN(8)
		}
		if !bytes.Equal(d, b) {
			f(d)
		}
	}
}

// manyMutations is how often a file is damaged in a test, more often with OUTFLANK_LONG=1.
func manyMutations() int {
	if os.Getenv("OUTFLANK_LONG") != "" {
		return 2000
	}
	return 80
}

// Law: Open refuses every damaged file, says which, and calls it bad input.
func TestOpenDamaged(t *testing.T) {
	dir := tables(t)
	for name, kind := range map[string]error{
		"manifest.json": dataset.ErrManifest, "games.parquet": dataset.ErrChecksum,
		"games.arrow":     dataset.ErrChecksum,
		"players.parquet": dataset.ErrChecksum, "players.arrow": dataset.ErrChecksum,
		"tournaments.parquet": dataset.ErrChecksum,
	} {
		path := filepath.Join(dir, name)
		good := content(t, path)
		n := 0
		mutations(good, manyMutations(), func(damaged []byte) {
			n++
			if err := os.WriteFile(path, damaged, 0o666); err != nil {
				t.Fatal(err)
			}
			_, err := store.Open(dir)
			if !errors.Is(err, kind) || !strings.Contains(err.Error(), name) || !fault.IsBadInput(err) {
				t.Fatalf("%s, mutation %d: got %v, want %v", name, n, err, kind)
			}
		})
		if err := os.WriteFile(path, good, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	mustOpen(t, dir)
}

func TestOpenMissing(t *testing.T) {
	for _, name := range []string{"manifest.json", "games.parquet", "games.arrow", "players.parquet",
		"tournaments.arrow"} {
		dir := tables(t)
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		_, err := store.Open(dir)
		if !errors.Is(err, fs.ErrNotExist) || !fault.IsBadInput(err) || !strings.Contains(err.Error(), name) {
			t.Errorf("without %s: got %v", name, err)
		}
	}
	if _, err := store.Open(filepath.Join(t.TempDir(), "none")); !errors.Is(err, dataset.ErrManifest) {
		t.Errorf("without directory: got %v", err)
	}
}

// Law: the Parquet reader, which files without a manifest will meet as well, turns
// any damage into an error or other rows, and never ends the process.
func TestReadDamagedParquet(t *testing.T) {
	good := content(t, tables(t), "games.parquet")
	failed, n := 0, 0
	mutations(good, 3*manyMutations(), func(damaged []byte) {
		n++
		for rec, err := range store.ReadParquet(bytes.NewReader(damaged), int64(len(damaged))) {
			if err != nil {
				failed++
				if strings.Contains(err.Error(), "runtime error") {
					t.Fatalf("mutation %d: the error is about the inside of a library: %v", n, err)
				}
				continue
			}
			rec.Release()
		}
	})
	// Much of a small file is metadata that the reader does not look at.
	if failed < n/4 {
		t.Errorf("only %d of %d damaged files gave an error", failed, n)
	}
}

// Law: a Parquet file of anything is read or refused.
func FuzzReadParquet(f *testing.F) {
	dir := f.TempDir() // of one game: small seeds are minimised soon
	write(f, dir, store.Options{}, played(f, "f5d6c3"))
	f.Add(content(f, dir, "games.parquet"))
	f.Add([]byte("PAR1"))
	f.Fuzz(func(t *testing.T, b []byte) {
		for rec, err := range store.ReadParquet(bytes.NewReader(b), int64(len(b))) {
			if err == nil {
				rec.Release()
			}
		}
	})
}

// Tables with right checksums that are not games tables.
func TestOpenForeign(t *testing.T) {
	for _, name := range []string{"games.parquet", "games.arrow"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, dir, store.Options{Formats: bothFormats}, played(t, wipeout))
			// Each format in the other's file, vouched for by the manifest.
			text := string(content(t, dir, "manifest.json"))
			other := map[string]string{"games.parquet": "games.arrow", "games.arrow": "games.parquet"}[name]
			m := mustOpen(t, dir).Manifest()
			for _, e := range m.Tables {
				if e.Name == name {
					text = keepTable(text, e, other)
				}
			}
			if err := os.WriteFile(filepath.Join(dir, "manifest.json"), sign(text), 0o666); err != nil {
				t.Fatal(err)
			}
			if err := os.Rename(filepath.Join(dir, name), filepath.Join(dir, other)); err != nil {
				t.Fatal(err)
			}
			n := 0
			for _, err := range mustOpen(t, dir).All() {
				n++
				if !errors.Is(err, dataset.ErrSchema) || !strings.Contains(err.Error(), other) {
					t.Errorf("got %v, want ErrSchema", err)
				}
			}
			if n != 1 {
				t.Errorf("%d yields, want one error", n)
			}
		})
	}
}

// keepTable returns a manifest whose only table is e under another name.
func keepTable(text string, e store.TableFile, name string) string {
	before, rest, _ := strings.Cut(text, `"tables": [`)
	_, after, _ := strings.Cut(rest, "]")
	entry := `{"name": "` + name + `", "bytes": ` + itoa(e.Bytes) + `, "sha256": "` + e.SHA256 + `"}`
	return before + `"tables": [` + entry + "]" + after
}
