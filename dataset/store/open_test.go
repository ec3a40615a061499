package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// Where narrows All and Records alike, and filters add up.
func TestWhere(t *testing.T) {
	g := mustOpen(t, tables(t)) // years 1970 to 2009, a black name of i letters
	part := g.Where(store.Filter{FromYear: 1980}).Where(store.Filter{ToYear: 1984}).
		Where(store.Filter{Black: "XXXXXXXXXXXX"})
	var years []int
	for _, game := range all(t, part) {
		years = append(years, game.Year)
	}
	if len(years) != 3 || years[0] != 1982 || years[2] != 1984 {
		t.Errorf("years %v, want 1982 to 1984", years)
	}
	if g.Rows() != 40 || part.Rows() != 40 || len(all(t, g)) != 40 {
		t.Errorf("%d rows in the table, want 40", g.Rows())
	}
}

func TestBatches(t *testing.T) {
	for _, f := range bothFormats {
		dir := t.TempDir()
		write(t, dir, store.Options{Formats: []store.Format{f}, Meta: map[string]string{"seed": "1"}},
			played(t, wipeout), played(t, ""))
		n := 0
		for rec, err := range store.Batches(mustOpen(t, dir)) {
			if err != nil {
				t.Fatal(err)
			}
			n += int(rec.NumRows())
			if !rec.Schema().Equal(store.GameSchema) {
				t.Errorf("%s: schema %v", f, rec.Schema())
			}
		}
		if n != 2 {
			t.Errorf("%s: %d rows, want 2", f, n)
		}
	}
}

// A loop that is left early leaves no goroutine behind: TestMain looks.
func TestBreak(t *testing.T) {
	g := mustOpen(t, tables(t))
	for range g.All() {
		break
	}
	for range dataset.Positions(g.All()) {
		break
	}
	for range (store.Filter{}).Apply(g.All()) {
		break
	}
}

// A Games value is about the tables that Open verified, not about what lies in
// their place later.
func TestReplacedAfterOpen(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, store.Options{}, played(t, wipeout))
	g := mustOpen(t, dir)
	write(t, dir, store.Options{}, played(t, "f5"))
	for game, err := range g.All() {
		if !errors.Is(err, dataset.ErrChecksum) {
			t.Errorf("got %v, %v, want ErrChecksum", game, err)
		}
	}
	if got := all(t, mustOpen(t, dir)); len(got) != 1 || got[0].String() != "f5" {
		t.Errorf("opened again it holds %v", got)
	}
}

// Open reads a directory that it may not write to.
func TestReadOnlyDirectory(t *testing.T) {
	dir := tables(t)
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(dir, 0o755) })
	if n := len(all(t, mustOpen(t, dir))); n != 40 {
		t.Errorf("%d games, want 40", n)
	}
	if _, err := os.Stat(filepath.Join(dir, "games.lock")); err == nil {
		t.Error("reading left a lock")
	}
}
