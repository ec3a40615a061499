package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
)

func TestLabelColumns(t *testing.T) {
	var b bytes.Buffer
	for _, c := range store.LabelColumns() {
		fmt.Fprintf(&b, "%s: %s or null, unit %s\n\t%s\n", c.Name, c.Type, c.Unit, c.Meaning)
		if !c.Nullable {
			t.Errorf("%s cannot be null", c.Name)
		}
	}
	golden(t, "labels.txt", b.Bytes())
}

// positionFile writes the positions of games to a file.
func positionFile(t testing.TB, games iter.Seq2[dataset.Game, error]) string {
	path := filepath.Join(t.TempDir(), "positions.parquet")
	if err := os.WriteFile(path, writePositions(t, games, store.PositionOptions{}), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func openPositions(t testing.TB, path string) *store.PositionTable {
	t.Helper()
	table, err := store.OpenPositions(path)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func positionRowsOf(t testing.TB, table *store.PositionTable) (rows []store.PositionRow) {
	t.Helper()
	for r, err := range table.All() {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r)
	}
	return rows
}

// The rows of a table are the positions of its games, in order and over several batches.
func TestOpenPositions(t *testing.T) {
	const games = 4500
	table := openPositions(t, positionFile(t, manyPlayed(games)))
	var want []store.PositionRow
	for p, err := range dataset.Positions(manyPlayed(games)) {
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, store.PositionRow{Game: p.Game.ID, Ply: p.Index, Board: p.Position.Board, Move: p.Move,
			Outcome: p.Outcome})
	}
	if table.Rows() != int64(len(want)) {
		t.Errorf("%d rows, want %d", table.Rows(), len(want))
	}
	sameRows(t, want, positionRowsOf(t, table))
}

// sameRows compares row by row: cmp takes its time for a quarter of a million.
func sameRows(t *testing.T, want, got []store.PositionRow) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d rows, want %d", len(got), len(want))
	}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("row %d: %s", i, cmp.Diff(want[i], got[i]))
		}
	}
}

// labelOf is some label for the i-th row, none for every third.
func labelOf(i int) store.Label {
	if i%3 == 0 {
		return store.Label{}
	}
	l := store.Label{Known: true, Score: i%129 - 64, Depth: i % 60, Confidence: 73, Best: engine.Square(i % 65),
		Nodes: uint64(i) << 40}
	if l.Best > engine.None {
		l.Best = engine.None
	}
	return l
}

func labels(n int, of func(int) store.Label) iter.Seq2[store.Label, error] {
	return func(yield func(store.Label, error) bool) {
		for i := range n {
			if !yield(of(i), nil) {
				return
			}
		}
	}
}

func label(t testing.TB, table *store.PositionTable, seq iter.Seq2[store.Label, error]) string {
	t.Helper()
	var b bytes.Buffer
	rows := int64(0)
	for n, err := range table.WriteLabelled(t.Context(), &b, seq, map[string]string{"exact": "16"}) {
		if err != nil {
			t.Fatal(err)
		}
		rows = n
	}
	if rows != table.Rows() {
		t.Errorf("%d rows were written, want %d", rows, table.Rows())
	}
	path := filepath.Join(t.TempDir(), "labelled.parquet")
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// What is written with labels is read with them, the rows as they were; a second time
// new labels replace old ones where they say something.
func TestWriteLabelled(t *testing.T) {
	plain := openPositions(t, positionFile(t, manyPlayed(4500)))
	want, n := positionRowsOf(t, plain), int(plain.Rows())
	first := openPositions(t, label(t, plain, labels(n, labelOf)))
	for i := range want {
		want[i].Label = labelOf(i)
	}
	sameRows(t, want, positionRowsOf(t, first))
	again := func(i int) store.Label { return labelOf(i + 1) }
	second := openPositions(t, label(t, first, labels(n, again)))
	for i := range want {
		if l := again(i); l.Known {
			want[i].Label = l
		}
	}
	sameRows(t, want, positionRowsOf(t, second))
}

// Errors end the writing.
func TestWriteLabelledErrors(t *testing.T) {
	table := openPositions(t, positionFile(t, manyPlayed(10)))
	n, bad := int(table.Rows()), errors.New("bad")
	last := func(w io.Writer, seq iter.Seq2[store.Label, error]) (err error) {
		for _, err = range table.WriteLabelled(t.Context(), w, seq, nil) {
		}
		return err
	}
	if err := last(io.Discard, labels(n-1, labelOf)); err == nil {
		t.Error("too few labels give no error")
	}
	failing := func(yield func(store.Label, error) bool) { yield(store.Label{}, bad) }
	if err := last(io.Discard, failing); !errors.Is(err, bad) {
		t.Errorf("got %v, want the error of the labels", err)
	}
	if err := last(full{}, labels(n, labelOf)); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("got %v, want the error of the writer", err)
	}
}

// A file that is no positions table is refused; so are positions of other boards.
func TestOpenPositionsErrors(t *testing.T) {
	dir := t.TempDir()
	w, err := store.Create(dir, store.Options{})
	if err == nil {
		err = w.Write(played(t, wipeout))
	}
	if err == nil {
		_, err = w.Commit()
	}
	if err != nil {
		t.Fatal(err)
	}
	none := filepath.Join(dir, "none.parquet")
	if err := os.WriteFile(none, []byte("none"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{filepath.Join(dir, "games.parquet"), none} {
		if _, err := store.OpenPositions(path); !errors.Is(err, dataset.ErrPositions) || !fault.IsBadInput(err) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := store.OpenPositions(filepath.Join(dir, "missing")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	small := played(t, "")
	small.Start, _ = engine.Shape.Start(mustShape(t, "6x6"))
	small.Moves = []engine.Square{small.Start.Board.Moves().First()}
	for _, err = range openPositions(t, positionFile(t, sequence(small))).All() {
	}
	if !errors.Is(err, dataset.ErrPositions) {
		t.Errorf("a 6x6 board: %v", err)
	}
}

func mustShape(t testing.TB, name string) engine.Shape {
	sh, err := engine.ParseShape(name)
	if err != nil {
		t.Fatal(err)
	}
	return sh
}

// Law: damage to a positions table is an error or other rows, and ends no process.
func TestOpenDamagedPositions(t *testing.T) {
	good, err := os.ReadFile(label(t, openPositions(t, positionFile(t, sequence(positionGames(t)[0]))),
		labels(9, labelOf)))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "damaged.parquet")
	mutations(good, manyMutations(), func(damaged []byte) {
		if err := os.WriteFile(path, damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		if table, err := store.OpenPositions(path); err == nil {
			for range table.All() {
			}
		}
	})
}
