package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/dataset/transfer"
	"github.com/outflank/outflank/engine/notation"
)

// A game that stops early has a result only if its source records one.
func TestNoResult(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       any // nil = none
	}{
		{"a.txt", "f5d6c3\n", nil},
		{"a.txt", "f5d6c3\t*\tA\tB\n", nil},
		{"a.txt", "f5d6c3\t0-1\tA\tB\n", -2},
		{"a.txt", "f5d6c3\t+10\tA\tB\n", 10},
		{"a.txt", wipeout + "\n", 64},
		{"a.txt", wipeout + "\t*\n", 64},
		{"a.pgn", "[Result \"*\"]\n\n1. f5 d6 2. c3 *\n", nil},
		{"a.pgn", "[Result \"0-1\"]\n\n1. f5 d6 2. c3 0-1\n", -2},
		{"a.pgn", "[Black \"A\"]\n\n1. f5 d6 2. c3\n", nil},
		{"a.sgf", "(;GM[2]FF[4];B[f5];W[d6];B[c3])\n", nil},
		{"a.sgf", "(;GM[2]FF[4]RE[?];B[f5];W[d6];B[c3])\n", nil},
		{"a.sgf", "(;GM[2]FF[4]RE[Void];B[f5];W[d6];B[c3])\n", nil},
		{"a.sgf", "(;GM[2]FF[4]RE[W+R];B[f5];W[d6];B[c3])\n", -2},
		{"a.ggf", "(;GM[Othello]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5]W[d6]B[c3];)\n", nil},
		{"a.ggf", "(;GM[Othello]TY[8]RE[?]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5]W[d6]B[c3];)\n", nil},
		{"a.ggf", "(;GM[Othello]TY[8]RE[-64.000:t]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5]W[d6]B[c3];)\n", -64},
		{"a.csv", "moves\nf5d6c3\n", nil},
		{"a.csv", "moves,score\nf5d6c3,\n", nil},
		{"a.csv", "moves,score\nf5d6c3,-8\n", -8},
		{"a.csv", "moves\n" + wipeout + "\n", 64},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, test.name)
		if err := os.WriteFile(path, []byte(test.text), 0o666); err != nil {
			t.Fatal(err)
		}
		// Both tables keep it, and an export as CSV.
		for _, format := range bothFormats {
			out := filepath.Join(dir, string(format))
			sum := mustImport(t, find(t, path), out,
				transfer.ImportOptions{Options: store.Options{Formats: []store.Format{format}}})
			g := all(t, mustOpen(t, out))[0]
			if got := resultOf(&g); got != test.want {
				t.Errorf("%s %q: result %v, want %v", test.name, test.text, got, test.want)
			}
			if unknown := sum.NoResult == 1; unknown != (test.want == nil) ||
				sum.BlackWins+sum.Draws+sum.WhiteWins+sum.NoResult != 1 {
				t.Errorf("%q: %+v", test.text, sum)
			}
		}
	}
}

func resultOf(g *dataset.Game) any {
	if r := g.Result(); r != nil {
		return *r
	}
	return nil
}

// unknown returns a game that stops early, with a score that means nothing.
func unknown(t testing.TB) dataset.Game {
	g := played(t, "f5d6c3")
	g.NoResult, g.Score = true, 0
	return g
}

// Every format that can say so says that a result is unknown; those that cannot refuse
// the game.
func TestWriteNoResult(t *testing.T) {
	g := unknown(t)
	if _, err := g.Wthor(); err == nil || !strings.Contains(err.Error(), "result is unknown") {
		t.Errorf("WTHOR: %v", err)
	}
	for _, f := range notation.Formats() {
		if f.Write == nil {
			continue
		}
		var text strings.Builder
		err := f.Write(&text, g.TextRecord())
		if _, refused := errors.AsType[*notation.UnsupportedError](err); refused && f.Name == "logbook" {
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
		for r, err := range f.Read(strings.NewReader(text.String())) {
			if back := dataset.FromRecord(r, "", 0); err != nil || !back.NoResult {
				t.Errorf("%s: %q comes back with the result %+d, %v", f.Name, text.String(), back.Score, err)
			}
		}
	}
	var text strings.Builder
	w := store.NewCSVWriter(&text)
	if err := errors.Join(w.Write(&g), w.Close()); err != nil {
		t.Fatal(err)
	}
	for back, err := range store.ReadCSV(strings.NewReader(text.String())) {
		if err != nil || !back.NoResult {
			t.Errorf("CSV: %q comes back with the result %+d, %v", text.String(), back.Score, err)
		}
	}
}

// WTHOR files take the games with a result and count the others.
func TestExportNoResult(t *testing.T) {
	dir := t.TempDir()
	known := played(t, wipeout)
	known.Year = 2000
	write(t, dir, store.Options{}, unknown(t), known)
	sum, err := transfer.ExportWthor(mustOpen(t, dir), t.TempDir(), transfer.ExportOptions{})
	if err != nil || sum.Games != 1 || sum.RefusedCount != 1 ||
		!strings.Contains(sum.Refused[0].Reason, "result is unknown") {
		t.Errorf("%+v, %v", sum, err)
	}
}

// Positions of a game without a result have no outcome and are passed over.
func TestPositionsNoResult(t *testing.T) {
	games := func(yield func(dataset.Game, error) bool) {
		_ = yield(unknown(t), nil) && yield(played(t, wipeout), nil)
	}
	n := 0
	for p, err := range dataset.Positions(games) {
		if n++; err != nil || p.Game.NoResult {
			t.Errorf("position %d: %+v, %v", n, p, err)
		}
	}
	rows := int64(0)
	for r, err := range store.WritePositions(t.Context(), &strings.Builder{}, games, store.PositionOptions{}) {
		if rows = r; err != nil {
			t.Fatal(err)
		}
	}
	if n != 9 || rows != 9 {
		t.Errorf("%d positions and %d rows, want 9", n, rows)
	}
}

// An update sees that a result has become known.
func TestUpdateNoResult(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	for _, text := range []string{"f5d6c3\n", "f5d6c3\t1/2-1/2\n"} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		sum := mustImport(t, find(t, path), filepath.Join(dir, "g"), transfer.ImportOptions{Update: true})
		if c := sum.Changes; c != nil {
			if diff := cmp.Diff([]transfer.Change{{Kind: "changed", Source: "a.txt", Fields: []string{"score"}}},
				c.List); diff != "" {
				t.Error(diff)
			}
		} else if sum.NoResult != 1 {
			t.Errorf("%+v", sum)
		}
	}
}

// Tables of version 2, whose score is never null, are read as they are when they were
// made of WTHOR files. Those made of text are refused with what to do: their scores may
// be results or not.
func TestOpenVersion2(t *testing.T) {
	for _, format := range bothFormats {
		g := mustOpen(t, filepath.Join("testdata", "version2", string(format)))
		list := all(t, g)
		if len(list) != 2 || g.Manifest().Schema != 2 {
			t.Fatalf("%s: %d games of version %d", format, len(list), g.Manifest().Schema)
		}
		for _, game := range list {
			if r := resultOf(&game); r != 0 { // both files record 32 discs each
				t.Errorf("%s: result %v, want 0", format, r)
			}
		}
	}

	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	if err := os.WriteFile(path, []byte("f5d6c3\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	mustImport(t, find(t, path), dir, transfer.ImportOptions{})
	text := strings.Replace(string(content(t, dir, "manifest.json")), `"schema_version": 4`,
		`"schema_version": 2`, 1)
	if err := os.WriteFile(filepath.Join(dir, "manifest.json"), sign(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Open(dir); !errors.Is(err, dataset.ErrSchema) ||
		!strings.Contains(err.Error(), "import the files again") {
		t.Errorf("from a transcript: %v", err)
	}
}

// Tables of version 3 are read as the new ones are, in both formats, and an update writes the new version.
func TestOpenVersion3(t *testing.T) {
	source := filepath.Join("testdata", "version3", "old.pgn")
	fresh := t.TempDir()
	mustImport(t, find(t, source), fresh, transfer.ImportOptions{})
	want := all(t, mustOpen(t, fresh))
	for _, format := range bothFormats {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "version3", string(format)))); err != nil {
			t.Fatal(err)
		}
		g := mustOpen(t, dir)
		if diff := cmp.Diff(want, all(t, g)); diff != "" || g.Manifest().Schema != 3 {
			t.Errorf("%s, version %d: %s", format, g.Manifest().Schema, diff)
		}
		part := g.Where(store.Filter{Player: "engine", Status: []dataset.Status{dataset.Unfinished}})
		if list := all(t, part); len(list) != 1 || list[0].ID != 2 {
			t.Errorf("%s: the filter selects %v", format, list)
		}
		sum := mustImport(t, find(t, source), dir, transfer.ImportOptions{Update: true})
		g = mustOpen(t, dir)
		if diff := cmp.Diff(want, all(t, g)); diff != "" || g.Manifest().Schema != 4 || len(sum.Changes.List) > 0 ||
			!slices.Equal(store.FormatsOf(dir), []store.Format{format}) {
			t.Errorf("%s after an update, version %d, changes %v: %s", format, g.Manifest().Schema, sum.Changes, diff)
		}
	}
}
