package explore_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/dataset/transfer"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// Law: for every position of every game, in any orientation, the index finds all
// games that reach it, and for others none; in one pass or several.
func TestLookup(t *testing.T) {
	games := fileGames(t, 300)
	g, one := indexed(t, games...)
	if several := built(t, g, 2000); !bytes.Equal(one, several) {
		t.Error("several passes give other bytes")
	}
	x, err := open(one)
	if err != nil {
		t.Fatal(err)
	}
	boards, want := reached(games)
	entries := 0
	for h, b := range boards {
		entries += len(want[h])
		got, err := x.Lookup(b.Transform(engine.Symmetry(h % 4)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want[h], got); diff != "" {
			t.Fatalf("%v: %s", b, diff)
		}
		b.Mine, b.Theirs = b.Theirs, b.Mine
		if _, ok := want[dataset.PositionHash(b)]; !ok {
			if got, err := x.Lookup(b); len(got) != 0 || err != nil {
				t.Errorf("%v, which no game reached: %v, %v", b, got, err)
			}
		}
	}
	if x.Games() != len(games) || x.Positions() != len(boards) || x.Entries() != entries {
		t.Errorf("%d games, %d positions, %d entries; want %d, %d, %d", x.Games(), x.Positions(), x.Entries(),
			len(games), len(boards), entries)
	}
	if err := errors.Join(x.Verify(), x.Check(g)); err != nil {
		t.Error(err)
	}
	other, _ := indexed(t, games[:3]...)
	if err := x.Check(other); !errors.Is(err, explore.ErrDamaged) {
		t.Errorf("other tables: %v, want ErrDamaged", err)
	}
}

func TestNothing(t *testing.T) {
	_, b := indexed(t)
	x, err := open(b)
	if err != nil {
		t.Fatal(err)
	}
	hits, err := x.Lookup(engine.Standard())
	if len(hits) != 0 || err != nil || x.Verify() != nil || x.Games() != 0 {
		t.Errorf("%v, %v", hits, err)
	}
}

// Ids that an update made need not be in the order of the rows.
func TestOrder(t *testing.T) {
	from, dir := t.TempDir(), t.TempDir()
	for _, name := range []string{"b.pgn", "a.pgn"} {
		if err := os.WriteFile(filepath.Join(from, name), []byte("[Black \"Ann\"]\n\n1. f5 d6 *\n"),
			0o666); err != nil {
			t.Fatal(err)
		}
		sources, err := transfer.FindSources(from)
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range transfer.Import(t.Context(), sources, dir, transfer.ImportOptions{Update: true}) {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	g, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	var rows []int64
	for game, err := range g.All() {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, game.ID)
	}
	x, err := open(built(t, g, 0))
	if err != nil {
		t.Fatal(err)
	}
	hits, err := x.Lookup(engine.Standard())
	if diff := cmp.Diff([]explore.Ref{{ID: 0}, {ID: 1}}, hits); diff != "" || err != nil ||
		!slices.Equal(rows, []int64{1, 0}) {
		t.Error(rows, err, diff)
	}
}

// Law: of a damaged index either Open or Verify says so, and each look-up gives the
// right answer or an error.
func TestDamaged(t *testing.T) {
	games := fileGames(t, 12)
	_, good := indexed(t, games...)
	boards, want := reached(games)
	unnoticed := 0
	for bad := range damages(good, 300) {
		x, err := open(bad)
		if err != nil {
			if !errors.Is(err, explore.ErrDamaged) || !fault.IsBadInput(err) {
				t.Fatalf("got %v, want ErrDamaged", err)
			}
			continue
		}
		if x.Verify() == nil {
			unnoticed++
		}
		for h, b := range boards {
			hits, err := x.Lookup(b)
			if err == nil && !slices.Equal(hits, want[h]) {
				t.Fatalf("%v: %v without an error, want %v", b, hits, want[h])
			}
		}
	}
	if unnoticed > 0 {
		t.Errorf("%d damaged files pass Verify", unnoticed)
	}
}

// Law: anything can be opened and asked.
func FuzzOpen(f *testing.F) {
	_, good := indexed(f, fileGames(f, 3)...)
	f.Add(good)
	f.Add([]byte("OFLINDX1"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if x, err := open(b); err == nil {
			_, _ = x.Lookup(engine.Standard())
			_ = x.Verify()
		}
	})
}

func TestErrors(t *testing.T) {
	g, good := indexed(t, fileGames(t, 3)...)
	for range explore.Write(t.Context(), g, io.Discard) {
		break
	}
	var last error
	for _, last = range explore.Write(t.Context(), g, full{}) {
	}
	if !errors.Is(last, io.ErrShortWrite) {
		t.Errorf("a full disk gives %v", last)
	}
	// A file that is gone is not called damaged.
	path := filepath.Join(t.TempDir(), "index")
	if err := os.WriteFile(path, good, 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	x, err := explore.Open(f, int64(len(good)))
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	if _, err := x.Lookup(engine.Standard()); !errors.Is(err, os.ErrClosed) ||
		errors.Is(err, explore.ErrDamaged) {
		t.Errorf("a closed file gives %v", err)
	}
}
