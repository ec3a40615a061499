package store_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
)

var bothFormats = []store.Format{store.Parquet, store.Arrow}

// ls returns the names in a directory.
func ls(t testing.TB, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func content(t testing.TB, path ...string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestSameGamesSameBytes(t *testing.T) {
	opt := store.Options{Formats: bothFormats, Meta: map[string]string{"seed": "1", "agent": "random",
		"z": "<&>"}}
	a, b := t.TempDir(), t.TempDir()
	write(t, a, opt, played(t, wipeout), played(t, "f5d6"))
	slices.Reverse(opt.Formats)
	write(t, b, opt, played(t, wipeout), played(t, "f5d6"))
	for _, name := range []string{"games.parquet", "games.arrow", "manifest.json"} {
		if !bytes.Equal(content(t, a, name), content(t, b, name)) {
			t.Errorf("%s differs", name)
		}
	}
}

// What other readers need: a required root (or some take every column for nested),
// our metadata, and no word of when.
func TestParquetFooter(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, store.Options{Meta: map[string]string{"seed": "7"}}, played(t, wipeout))
	f, err := file.OpenParquetFile(filepath.Join(dir, "games.parquet"), false)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if got := f.MetaData().Schema.Root().RepetitionType(); got != parquet.Repetitions.Required {
		t.Errorf("the root is %v, want required", got)
	}
	keys := f.MetaData().KeyValueMetadata().Keys()
	if want := []string{"outflank.meta.seed", "outflank.schema_version",
		"ARROW:schema"}; !slices.Equal(keys, want) {
		t.Errorf("metadata %v, want %v", keys, want)
	}
	if v := f.MetaData().KeyValueMetadata().FindValue("outflank.meta.seed"); v == nil || *v != "7" {
		t.Errorf("seed is %v, want 7", v)
	}
}

func TestEmptyTable(t *testing.T) {
	for _, f := range bothFormats {
		dir := t.TempDir()
		m := write(t, dir, store.Options{Formats: []store.Format{f}})
		g := mustOpen(t, dir)
		if got := all(t, g); len(got) != 0 || g.Rows() != 0 || m.Rows != 0 {
			t.Errorf("%s: %d games of %d", f, len(got), g.Rows())
		}
		for rec, err := range store.Batches(g) {
			if err != nil || rec.NumRows() != 0 {
				t.Errorf("%s: batch of %d rows, %v", f, rec.NumRows(), err)
			}
		}
	}
}

func TestAbortChangesNothing(t *testing.T) {
	dir := t.TempDir()
	want := write(t, dir, store.Options{Formats: bothFormats}, played(t, wipeout))
	w, err := store.Create(dir, store.Options{Formats: bothFormats})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(played(t, "f5")); err != nil {
		t.Fatal(err)
	}
	if got := all(t, mustOpen(t, dir)); len(got) != 1 || got[0].String() != wipeout {
		t.Errorf("while the next ones are written the tables hold %v", got)
	}
	w.Abort()
	w.Abort()
	if diff := cmp.Diff(want, mustOpen(t, dir).Manifest()); diff != "" {
		t.Error(diff)
	}
	if got, want := ls(t, dir), []string{"games.arrow", "games.parquet",
		"manifest.json"}; !slices.Equal(got, want) {
		t.Errorf("left over: %v, want %v", got, want)
	}
}

func TestEndedWriter(t *testing.T) {
	w, err := store.Create(t.TempDir(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := w.Write(played(t, "")); err == nil {
		t.Error("Write after Commit gives no error")
	}
	if _, err := w.Commit(); err == nil {
		t.Error("a second Commit gives no error")
	}
	w.Abort()
}

func TestOtherFormatsReplace(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, store.Options{Formats: bothFormats}, played(t, wipeout))
	write(t, dir, store.Options{}, played(t, "f5"))
	if got, want := ls(t, dir), []string{"games.parquet", "manifest.json"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v: a table of the old games must not stay beside the new ones", got, want)
	}
}

func TestCreateErrors(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Create(path, store.Options{}); err == nil || fault.IsBadInput(err) {
		t.Errorf("a file as directory gives %v, want an error that is not about content", err)
	}
	_, err := store.Create(dir, store.Options{Formats: []store.Format{"csv"}})
	if err == nil || !strings.Contains(err.Error(), `"csv"`) {
		t.Errorf("an unknown format gives %v", err)
	}
	if got := ls(t, dir); len(got) != 1 {
		t.Errorf("left over: %v", got)
	}
}

func TestBusy(t *testing.T) {
	dir := t.TempDir()
	w, err := store.Create(dir, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	if _, err := store.Create(dir, store.Options{}); !errors.Is(err, durable.ErrBusy) ||
		!strings.Contains(err.Error(), dir) {
		t.Errorf("a second writer gets %v, want ErrBusy", err)
	}
}

// A disk that is full, or gone, is an error of Write or Commit, at which the
// Parquet library panics, and the old tables stay.
func TestWritingFails(t *testing.T) {
	for _, n := range []int{1, 100_000} {
		dir := t.TempDir()
		want := write(t, dir, store.Options{Formats: bothFormats}, played(t, wipeout))
		w, err := store.Create(dir, store.Options{Formats: bothFormats})
		if err != nil {
			t.Fatal(err)
		}
		store.CloseFiles(w)
		g := played(t, wipeout)
		for i := 0; i < n && err == nil; i++ {
			g.Black = strings.Repeat(string(rune('a'+i%26)), i%200)
			err = w.Write(g)
		}
		if n > 1 && !errors.Is(err, os.ErrClosed) {
			t.Errorf("%d games: Write gives %v, want that the file is closed", n, err)
		}
		if _, err := w.Commit(); !errors.Is(err, os.ErrClosed) {
			t.Errorf("%d games: Commit gives %v, want that the file is closed", n, err)
		}
		mustHold(t, dir, want)
		if left := ls(t, dir); len(left) != 3 {
			t.Errorf("left over: %v", left)
		}
	}
}
