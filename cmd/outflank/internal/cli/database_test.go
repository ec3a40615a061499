package cli

import (
	"io"
	"testing"

	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/dataset/transfer"
)

// TestKnownCount: progress counts the games that pass the filter, in files and in tables, and is silent about it.
func TestKnownCount(t *testing.T) {
	wthor, tables := t.TempDir(), t.TempDir()
	if err := UnpackDemoGames(wthor); err != nil {
		t.Fatal(err)
	}
	sources, err := transfer.FindSources(wthor)
	if err != nil {
		t.Fatal(err)
	}
	a := &App{Out: io.Discard, Err: io.Discard}
	if _, err := a.Import(t.Context(), sources, tables, transfer.ImportOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		filter store.Filter
		count  int // that is known before games are read
	}{
		{store.Filter{}, 1980},
		{store.Filter{Player: "greedy"}, 0},
	} {
		for _, path := range []string{wthor, tables} {
			db, err := a.OpenDatabase(t.Context(), []string{path}, c.filter)
			if err != nil {
				t.Fatal(err)
			}
			known, n := db.Known(), 0
			for range db.Games {
				n++
			}
			if db.Count != c.count || known != n || (n == 1980) != (c.count > 0) {
				t.Errorf("%+v: count %d, known %d, %d games", c.filter, db.Count, known, n)
			}
		}
	}
}
