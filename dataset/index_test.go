package dataset_test

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
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/fault"
)

// indexed makes tables of games and their index.
func indexed(t testing.TB, games ...dataset.Game) (*dataset.Games, []byte) {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, dataset.Options{}, games...)
	g := mustOpen(t, dir)
	return g, mustIndex(t, g, 0)
}

// mustIndex builds an index; in passes of most entries unless most is 0.
func mustIndex(t testing.TB, g *dataset.Games, most int) []byte {
	t.Helper()
	var b bytes.Buffer
	build := dataset.BuildIndex(t.Context(), g, &b)
	if most > 0 {
		build = dataset.BuildIndexIn(t.Context(), g, &b, most)
	}
	var last dataset.IndexProgress
	for p, err := range build {
		if err != nil {
			t.Fatal(err)
		}
		last = p
	}
	if last.Done != last.Total || last.Bytes != int64(b.Len()) || last.Games != g.Rows() {
		t.Errorf("the building ended with %+v after %d bytes", last, b.Len())
	}
	return b.Bytes()
}

func openIndex(b []byte) (*dataset.Index, error) {
	return dataset.OpenIndex(bytes.NewReader(b), int64(len(b)))
}

// reached returns by the long way which games reach each position, by hash.
func reached(games []dataset.Game) (boards map[uint64]engine.Board, hits map[uint64][]dataset.Hit) {
	boards, hits = map[uint64]engine.Board{}, map[uint64][]dataset.Hit{}
	for i := range games {
		for n := range len(games[i].Moves) + 1 {
			part := games[i].Game
			part.Moves = part.Moves[:n]
			p, err := part.End()
			if err != nil {
				break
			}
			h := dataset.PositionHash(p.Board)
			boards[h] = p.Board
			hits[h] = append(hits[h], dataset.Hit{Game: games[i].ID, Ply: n})
		}
	}
	return boards, hits
}

// indexGames are games of all kinds with many common positions.
func indexGames(t testing.TB, n int) (games []dataset.Game) {
	games = positionGames(t)
	for g := range manyPlayed(n) {
		games = append(games, g)
	}
	for i := range games {
		games[i].ID = int64(i)
	}
	return games
}

// Law: for every position of every game, in any orientation, the index finds all
// games that reach it, and for others none; in one pass or several.
func TestIndex(t *testing.T) {
	games := indexGames(t, 300)
	g, one := indexed(t, games...)
	if several := mustIndex(t, g, 2000); !bytes.Equal(one, several) {
		t.Error("several passes give other bytes")
	}
	x, err := openIndex(one)
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
		t.Errorf("%d games, %d positions, %d entries; want %d, %d, %d", x.Games(), x.Positions(), x.Entries(), len(games), len(boards), entries)
	}
	if err := errors.Join(x.Verify(), x.Check(g)); err != nil {
		t.Error(err)
	}
	other, _ := indexed(t, games[:3]...)
	if err := x.Check(other); !errors.Is(err, dataset.ErrIndex) {
		t.Errorf("other tables: %v, want ErrIndex", err)
	}
}

func TestIndexOfNothing(t *testing.T) {
	_, b := indexed(t)
	x, err := openIndex(b)
	if err != nil {
		t.Fatal(err)
	}
	hits, err := x.Lookup(engine.Standard())
	if len(hits) != 0 || err != nil || x.Verify() != nil || x.Games() != 0 {
		t.Errorf("%v, %v", hits, err)
	}
}

// Ids that an update made need not be in the order of the rows.
func TestIndexOrdersIDs(t *testing.T) {
	folder, dir := t.TempDir(), t.TempDir()
	writeGames(t, filepath.Join(folder, "b.wtb"), 2000, record(t, "f5d6"))
	mustImport(t, find(t, folder), dir, dataset.ImportOptions{})
	writeGames(t, filepath.Join(folder, "a.wtb"), 1999, record(t, "f5d6"))
	update(t, dir, folder)
	x, err := openIndex(mustIndex(t, mustOpen(t, dir), 0))
	if err != nil {
		t.Fatal(err)
	}
	hits, err := x.Lookup(engine.Standard())
	if diff := cmp.Diff([]dataset.Hit{{Game: 0}, {Game: 1}}, hits); diff != "" || err != nil {
		t.Error(err, diff)
	}
}

// Law: of a damaged index either Open or Verify says so, and each look-up gives the
// right answer or an error.
func TestIndexDamaged(t *testing.T) {
	games := indexGames(t, 12)
	_, good := indexed(t, games...)
	boards, want := reached(games)
	unnoticed := 0
	mutations(good, manyMutations(), func(damaged []byte) {
		x, err := openIndex(damaged)
		if err != nil {
			if !errors.Is(err, dataset.ErrIndex) || !fault.IsBadInput(err) {
				t.Fatalf("got %v, want ErrIndex", err)
			}
			return
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
	})
	if unnoticed > 0 {
		t.Errorf("%d damaged files pass Verify", unnoticed)
	}
}

// Law: anything can be opened and asked.
func FuzzOpenIndex(f *testing.F) {
	_, good := indexed(f, indexGames(f, 3)...)
	f.Add(good)
	f.Add([]byte("OFLINDX1"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if x, err := openIndex(b); err == nil {
			_, _ = x.Lookup(engine.Standard())
			_ = x.Verify()
		}
	})
}

func TestIndexErrors(t *testing.T) {
	g, good := indexed(t, indexGames(t, 3)...)
	for range dataset.BuildIndex(t.Context(), g, io.Discard) {
		break
	}
	var last error
	for _, last = range dataset.BuildIndex(t.Context(), g, full{}) {
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
	x, err := dataset.OpenIndex(f, int64(len(good)))
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	if _, err := x.Lookup(engine.Standard()); !errors.Is(err, os.ErrClosed) || errors.Is(err, dataset.ErrIndex) {
		t.Errorf("a closed file gives %v", err)
	}
}
