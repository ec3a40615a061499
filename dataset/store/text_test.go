package store_test

import (
	"bytes"
	"context"
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
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// A whole game that leaves two squares empty: 16 discs to 46, which the rules make
// 16 to 48.
const twoEmpty = "e6f6f5f4g6d7d6f7g5h6d8e7h5c5g7h4c3g8f3c8c6c4h7b5h3e3e2h8b6d2c1c7a5a6b8f8a7d3b4b3e8h2b2f2g3a2c2f1a3b1g1g4e1a8a1a4g2b7"

func TestFromRecordScore(t *testing.T) {
	for _, test := range []struct {
		moves, result string
		empties       notation.Empties
		want          int
	}{
		{twoEmpty, "*", 0, -32},
		{twoEmpty, "0-1", 0, -32},
		{twoEmpty, "1-0", 0, 2}, // what is stated is kept
		{twoEmpty, "1/2-1/2", 0, 0},
		{twoEmpty, "16-46", notation.Raw, -32},
		{twoEmpty, "16-48", notation.ToWinner, -32},
		{twoEmpty, "20-42", notation.Raw, -24}, // kept, with its two squares
		{twoEmpty, "-30", notation.Raw, -32},
		{twoEmpty, "-30", notation.EmptiesUnsaid, -32},
		{twoEmpty, "-30", notation.ToWinner, -30},
		{twoEmpty, "-28", notation.Raw, -30},
		{twoEmpty, "-28", notation.EmptiesUnsaid, -28},
		{twoEmpty, "-29.5:a", 0, -32}, // a komi
		{twoEmpty, "+64:t", 0, 64},
		{"f5d6", "*", 0, 0},
		{"f5", "0-1:r", 0, -2},
		{"f5d6", "+10:r", notation.ToWinner, 10},
		{"f5d6", "+80:r", 0, 64},
		{"f5d6", "30-20", notation.Raw, 24},
	} {
		r := notation.Record{Game: played(t, test.moves).Game}
		var err error
		if r.Result, err = notation.ParseResult(test.result); err != nil {
			t.Fatal(err)
		}
		r.Result.Empties = test.empties
		if g := dataset.FromRecord(r, "x", 3); g.Score != test.want {
			t.Errorf("%s %s (%d): score %+d, want %+d", test.moves, test.result, test.empties, g.Score, test.want)
		}
	}
}

// What text formats hold of a row comes back.
func TestTextRecord(t *testing.T) {
	want := played(t, twoEmpty)
	want.Source, want.Record, want.Year = "x.pgn", 7, 1999
	want.Tournament, want.Black, want.White = "Cup", "A", "B"
	got := dataset.FromRecord(want.TextRecord(), "x.pgn", 7)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// namedFormats are the text formats that hold the names of players.
func namedFormats() []notation.Format {
	return slices.DeleteFunc(notation.Formats(), func(f notation.Format) bool {
		return f.Write == nil || f.Name == "logbook" || f.Name == "transcript"
	})
}

// Labels come back from every format that has names, also those that look like nothing.
func TestTextLabels(t *testing.T) {
	for _, f := range namedFormats() {
		for _, label := range []string{"???", "#17", "A. B. (C) \\ \"D\"", "É", "1", "-"} {
			g := played(t, twoEmpty)
			g.Year, g.Tournament, g.Black, g.White = 1999, label, label, label
			if lost, err := f.Loses(g.TextRecord()); err != nil || len(lost) > 0 {
				t.Errorf("%s loses %v of label %q: %v", f.Name, lost, label, err)
			}
		}
	}
}

// So does every label of the database, and every year, with the result.
func TestRealTextLabels(t *testing.T) {
	seen := map[any]bool{}
	for g, err := range realTables(t, "wthor").All() {
		if err != nil {
			t.Fatal(err)
		}
		fresh := false
		for _, label := range []any{g.Black, g.White, g.Tournament, g.Year} {
			fresh = fresh || !seen[label]
			seen[label] = true
		}
		for _, f := range namedFormats() {
			if !fresh {
				break
			}
			if lost, err := f.Loses(g.TextRecord()); err != nil || len(lost) > 0 {
				t.Errorf("%s loses %v of game %d, %s - %s: %v", f.Name, lost, g.ID, g.Black, g.White, err)
			}
		}
	}
}

// Text files lie beside WTHOR files; bad games are named with their lines.
func TestImportText(t *testing.T) {
	dir := t.TempDir()
	writeGames(t, filepath.Join(dir, "WTH_2001.wtb"), 2001, record(t, wipeout))
	for name, text := range map[string]string{
		"b.PGN": "[Black \"X\"]\n[White \"Y\"]\n[Date \"2024.01.02\"]\n\n1. f5 d6 *\n\n[Black \"Z\"]\n\n1. " +
			"f5 f5 *\n\n[Black \"X\"]\n\n1. f5 f6 *\n",
		"._b.pgn":    "attributes",
		"readme.txt": "not games",
		"list":       "f5d6\nf5a1\n\nrubbish\n" + wipeout + " 64-0\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	src, err := transfer.FindSources(dir, filepath.Join(dir, "list"))
	if err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	sum := mustImport(t, src, out, transfer.ImportOptions{})
	if sum.Games != 5 || sum.Records != 8 || sum.Files != 3 || sum.BadCount != 3 || sum.Illegal != 2 {
		t.Errorf("%+v", sum)
	}
	var bad []string
	for _, e := range sum.Bad {
		bad = append(bad, e.Error())
	}
	for i, want := range []string{"b.PGN: record 2 (line 9): column 7: move 2: f5",
		"list: record 2 (line 2): column 3", "list: record 3 (line 4): column 1"} {
		if i >= len(bad) || !strings.Contains(bad[i], want) {
			t.Fatalf("got %q, want %q", bad, want)
		}
	}
	games := mustOpen(t, out)
	var got []string
	for _, g := range all(t, games) {
		got = append(got, strings.Join([]string{g.Source, g.Black, g.White, g.Game.String()}, " "))
	}
	if diff := cmp.Diff([]string{"b.PGN X Y f5d6", "b.PGN X  f5f6", "list   f5d6", "list   " + wipeout,
		"WTH_2001.wtb #0 #0 " + wipeout}, got); diff != "" {
		t.Error(diff)
	}
	if s := games.Manifest().Sources[0]; s.Kind != "games" || s.Header != "" || s.Records != 3 || s.Bad != 1 ||
		s.Bytes == 0 || len(s.SHA256) != 64 {
		t.Errorf("%+v", s)
	}
	// The same once more changes nothing.
	sum = mustImport(t, src, out, transfer.ImportOptions{Update: true})
	if sum.Games != 5 || sum.Changes == nil || len(sum.Changes.List) != 0 {
		t.Errorf("update: %+v", sum.Changes)
	}
	// Strict stops at the first.
	for _, err = range transfer.Import(context.Background(), src, t.TempDir(),
		transfer.ImportOptions{Strict: true}) {
		if err != nil {
			break
		}
	}
	if e, ok := errors.AsType[*dataset.GameError](err); !ok || e.Line != 9 || !fault.IsBadInput(err) {
		t.Errorf("strict: %v", err)
	}
}

// TestImportShapes: games on boards of other shapes come back as they were.
func TestImportShapes(t *testing.T) {
	var text bytes.Buffer
	var want []engine.Game
	for _, name := range []string{"6x6", "hex-b4", "8x8"} {
		shape, err := engine.ParseShape(name)
		if err != nil {
			t.Fatal(err)
		}
		start, err := shape.Start()
		if err != nil {
			t.Fatal(err)
		}
		g := engine.Game{Start: start, Moves: []engine.Square{start.Board.Moves().First()}}
		if err := notation.PGN.Write(&text, notation.Record{Game: g}); err != nil {
			t.Fatal(err)
		}
		want = append(want, g)
	}
	path, dir := filepath.Join(t.TempDir(), "x.pgn"), t.TempDir()
	if err := os.WriteFile(path, text.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	src, err := transfer.FindSources(path)
	if err != nil {
		t.Fatal(err)
	}
	if sum := mustImport(t, src, dir, transfer.ImportOptions{}); sum.Games != 3 || sum.BadCount != 0 {
		t.Errorf("%+v", sum)
	}
	games, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	i := 0
	for g, err := range games.All() {
		if err != nil || g.Start != want[i].Start || g.String() != want[i].String() {
			t.Errorf("game %d: %v from %v, %v, want %v from %v", i, g.String(), g.Start, err, want[i].String(),
				want[i].Start)
		}
		i++
	}
}

// Names files that are named come before those beside the games.
func TestNamedNamesFilesWin(t *testing.T) {
	dir := t.TempDir()
	touch(t, dir, "d/a.wtb", "d/WTHOR.JOU", "d/WTHOR.TRN", "e/a.wtb", "e/WTHOR.JOU", "f/my.jou")
	find := func(paths ...string) (got []string) {
		for i := range paths {
			paths[i] = filepath.Join(dir, paths[i])
		}
		src, err := transfer.FindSources(paths...)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range src.Files {
			rel, _ := filepath.Rel(dir, f.Players)
			got = append(got, filepath.ToSlash(rel)+" "+base(f.Tournaments))
		}
		return got
	}
	if diff := cmp.Diff([]string{"f/my.jou WTHOR.TRN"}, find("d/a.wtb", "f/my.jou")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"d/WTHOR.JOU WTHOR.TRN", "e/WTHOR.JOU "},
		find("d/a.wtb", "d/WTHOR.JOU", "e/a.wtb", "e/WTHOR.JOU")); diff != "" {
		t.Error(diff)
	}
}

// Every sample imports, and finished games have the result that their files state.
func TestImportSamples(t *testing.T) {
	src, err := transfer.FindSources(realPath(t, "games"))
	if err != nil {
		t.Fatal(err)
	}
	sum := mustImport(t, src, t.TempDir(), transfer.ImportOptions{})
	if sum.Files != len(src.Files) || sum.Files == 0 || sum.Games < sum.Files || sum.BadCount != 0 ||
		sum.ScoreMismatch != 0 {
		t.Errorf("%+v", sum)
	}
}
