package store_test

import (
	"bytes"
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
	"github.com/outflank/outflank/wthor"
)

func mustExport(t testing.TB, g *store.Games, dir string) transfer.ExportSummary {
	t.Helper()
	sum, err := transfer.ExportWthor(g, dir, transfer.ExportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

// sameFiles checks that two directories hold the same files, but for those in skip.
func sameFiles(t *testing.T, want, got string, skip ...string) {
	t.Helper()
	for _, name := range ls(t, want) {
		if !slices.Contains(skip, name) && !bytes.Equal(content(t, want, name), content(t, got, name)) {
			t.Errorf("%s differs", name)
		}
	}
	if len(ls(t, got)) != len(ls(t, want))-len(skip) {
		t.Errorf("files %v, want %v", ls(t, got), ls(t, want))
	}
}

// Every file of the database, games and names, comes out as it was.
func TestRealExport(t *testing.T) {
	for _, folder := range []string{"wthor", "wthor-2001-2015"} {
		t.Run(folder, func(t *testing.T) {
			src, g, out := realSources(t, folder), realTables(t, folder), t.TempDir()
			sum := mustExport(t, g, out)
			if sum.Identical != len(src.Files)+2 || sum.RefusedCount != 0 || sum.Games != src.Count() {
				t.Errorf("%d identical files, %d refused games %v", sum.Identical, sum.RefusedCount, sum.Refused)
			}
			sameFiles(t, realPath(t, folder), out, "reference.json")
		})
	}
}

// newGames are games that came from no file.
func newGames(t testing.TB) []dataset.Game {
	a, b, c := played(t, wipeout), played(t, "f5d6c3"), played(t, "c4e3f6e6")
	a.Year, a.Black, a.White, a.Tournament = 2024, "Ann", "Édith", "Arena"
	b.Year, b.Black, b.White, b.TheoryEmpties, b.Theory = 2024, "Outflank (me)", "Ann", 20, -6
	c.Year, c.Score = 2023, 30
	return []dataset.Game{a, b, c}
}

// New games get files, ids and names of their own, and begin with f5.
func TestExportNew(t *testing.T) {
	dir, out := t.TempDir(), t.TempDir()
	write(t, dir, store.Options{}, newGames(t)...)
	sum := mustExport(t, mustOpen(t, dir), out)
	want := transfer.ExportSummary{
		Games: 3, Refused: []*transfer.RefusedGame{}, Notes: []string{},
		Files: []transfer.ExportedFile{
			{Name: "WTH_2024.wtb", Kind: "games", Records: 2, New: 2}, {Name: "WTH_2023.wtb", Kind: "games", Records: 1, New: 1},
			{Name: "WTHOR.JOU", Kind: "players", Records: 4, New: 3}, {Name: "WTHOR.TRN", Kind: "tournaments", Records: 2, New: 1},
		},
	}
	if diff := cmp.Diff(want, sum); diff != "" {
		t.Error(diff)
	}
	r, err := wthor.NewReader(bytes.NewReader(content(t, out, "WTH_2024.wtb")))
	if err != nil {
		t.Fatal(err)
	}
	var got []wthor.Game
	for g, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, g)
	}
	if got[0].Moves[0] != 56 || // e6 turned to f5
		got[0].Tournament != 1 || got[0].Black != 1 || got[0].White != 2 || got[0].Score != 64 ||
		got[0].Theory != 64 {
		t.Errorf("first game %+v", got[0])
	}
	if got[1].Tournament != 0 || got[1].Black != 3 || got[1].White != 1 || got[1].Theory != 29 ||
		r.Header().P3 != 20 {
		t.Errorf("second game %+v, header %+v", got[1], r.Header())
	}
	names, err := wthor.ReadPlayers(bytes.NewReader(content(t, out, "WTHOR.JOU")))
	if err != nil || !slices.Equal(names.Labels, []string{"???", "Ann", "Édith", "Outflank (me)"}) {
		t.Errorf("players %q, %v", names.Labels, err)
	}
}

// Import, export and import again is a fixed point, for new games too.
func TestExportFixedPoint(t *testing.T) {
	dir, out, dir2, out2 := t.TempDir(), t.TempDir(), t.TempDir(), t.TempDir()
	write(t, dir, store.Options{}, newGames(t)...)
	mustExport(t, mustOpen(t, dir), out)
	mustImport(t, find(t, out), dir2, transfer.ImportOptions{})
	if sum := mustExport(t, mustOpen(t, dir2), out2); sum.Identical != 4 {
		t.Errorf("%+v", sum)
	}
	sameFiles(t, out, out2)
}

// New games beside imported ones go behind them, under the ids that are there.
func TestExportAppends(t *testing.T) {
	folder, dir, mixed, out := sampleFolder(t), t.TempDir(), t.TempDir(), t.TempDir()
	mustImport(t, find(t, folder), dir, transfer.ImportOptions{})
	old := mustOpen(t, dir)
	w, err := store.Create(mixed, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	fresh := played(t, "f5d6")
	fresh.Year, fresh.Black, fresh.White, fresh.Tournament = 1998, "Bob", "Cid", "Diverses"
	edited := all(t, old)[0]
	edited.Black, edited.BlackID, edited.Score = "Dan", -1, 30
	for _, g := range append(all(t, old), fresh, edited) {
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
	}
	for _, s := range old.Manifest().Sources {
		w.AddSource(s)
	}
	if err := errors.Join(w.AddPlayers("WTHOR.JOU", []string{"???", "Ann", "Bob"}),
		w.AddTournaments("WTHOR.TRN", []string{"Diverses", "Championnat de Suède"})); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	sum, err := transfer.ExportWthor(mustOpen(t, mixed), out, transfer.ExportOptions{Date: [3]int{2025, 6, 7}})
	if err != nil {
		t.Fatal(err)
	}
	want := []transfer.ExportedFile{
		{Name: "WTH_1998.wtb", Kind: "games", Records: 4, New: 1}, {Name: "WTH_1999.wtb", Kind: "games", Records: 2, New: 0},
		{Name: "WTHOR.JOU", Kind: "players", Records: 5, New: 2}, {Name: "WTHOR.TRN", Kind: "tournaments", Records: 2, New: 0, Identical: true},
	}
	if diff := cmp.Diff(want, sum.Files); diff != "" {
		t.Error(diff)
	}
	if len(sum.Notes) != 1 || !strings.Contains(sum.Notes[0], "WTH_1999.wtb lacks 3 bad games") {
		t.Errorf("notes %q", sum.Notes)
	}
	b := content(t, out, "WTH_1998.wtb")
	if !bytes.Equal(b[:4], []byte{20, 25, 6, 7}) ||
		!bytes.Equal(b[16:16+2*68], content(t, folder, "WTH_1998.wtb")[16:]) {
		t.Errorf("header % x, or the old records differ", b[:16])
	}
	if rec := b[16+2*68:]; rec[2] != 2 || rec[4] != 3 || rec[68+2] != 4 || rec[68+4] != 2 || rec[68+6] != 47 {
		t.Errorf("new records % x", rec)
	}
}

func TestExportRefuses(t *testing.T) {
	for _, test := range []struct {
		name, want string
		change     func(*dataset.Game)
	}{
		{"long player", `black player "Abcdefghij Klmnopqrst": the format wants at most 19 bytes`, func(g *dataset.Game) { g.Black = "Abcdefghij Klmnopqrst" }},
		{"not Latin-1", `white player "Ĥ": the format wants characters of ISO-8859-1`, func(g *dataset.Game) { g.White = "Ĥ" }},
		{"long tournament", `tournament "` + strings.Repeat("é", 26) + `": the format wants at most 25 bytes`, func(g *dataset.Game) { g.Tournament = strings.Repeat("é", 26) }},
		{"year", "year is -1", func(g *dataset.Game) { g.Year = -1 }},
		{"illegal", "move 2: a1 by white is illegal", func(g *dataset.Game) { g.Moves = played(t, "f5a1").Moves }},
		{"odd", "score is +3", func(g *dataset.Game) { g.Score = 3 }},
		{"start", "start position", func(g *dataset.Game) {
			g.Start, g.Moves = engine.Position{Board: g.Start.Board.Play(g.Moves[0]), Color: engine.White}, nil
		}},
		{"depth", "theoretical score is one at 61 empty squares", func(g *dataset.Game) { g.TheoryEmpties = 61 }},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir, out := t.TempDir(), t.TempDir()
			good, bad := newGames(t)[0], played(t, wipeout)
			test.change(&bad)
			write(t, dir, store.Options{}, bad, good)
			sum := mustExport(t, mustOpen(t, dir), out)
			if sum.Games != 1 || sum.RefusedCount != 1 || !strings.Contains(sum.Refused[0].Error(), test.want) ||
				len(ls(t, out)) != 3 {
				t.Errorf("%+v %v, want %q", sum, sum.Refused, test.want)
			}
			// Nothing of a refused game is left, no label of a player either.
			if names, err := wthor.ReadPlayers(bytes.NewReader(content(t, out, "WTHOR.JOU"))); err != nil ||
				len(names.Labels) != 3 {
				t.Errorf("players %q, %v", names.Labels, err)
			}
			strict := t.TempDir()
			_, err := transfer.ExportWthor(mustOpen(t, dir), strict, transfer.ExportOptions{Strict: true})
			if _, ok := errors.AsType[*transfer.RefusedGame](err); !ok || len(ls(t, strict)) != 0 {
				t.Errorf("strict: %v, files %v", err, ls(t, strict))
			}
		})
	}
}

// What is wrong with games of an imported file.
func TestExportRefusesImported(t *testing.T) {
	for _, test := range []struct {
		name, want string
		change     func(*dataset.Game)
	}{
		{"label", `black player "Eve": its id is 1, which WTHOR.JOU calls "Ann"`, func(g *dataset.Game) { g.Black = "Eve" }},
		{"id", `its id is 3, and WTHOR.JOU has 3 names`, func(g *dataset.Game) { g.WhiteID = 3 }},
		{"year", "year is 2001, WTH_1998.wtb is of 1998", func(g *dataset.Game) { g.Year = 2001 }},
		{"depth", "one at 22 empty squares, WTH_1998.wtb has those at 24", func(g *dataset.Game) { g.TheoryEmpties = 22 }},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir, edited := t.TempDir(), t.TempDir()
			mustImport(t, find(t, sampleFolder(t)), dir, transfer.ImportOptions{})
			w, err := store.Create(edited, store.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer w.Abort()
			games := all(t, mustOpen(t, dir))
			test.change(&games[1])
			for _, g := range games {
				if err := w.Write(g); err != nil {
					t.Fatal(err)
				}
			}
			for _, s := range mustOpen(t, dir).Manifest().Sources {
				w.AddSource(s)
			}
			if err := errors.Join(w.AddPlayers("WTHOR.JOU", []string{"???", "Ann", "Bob"}),
				w.AddTournaments("WTHOR.TRN", []string{"Diverses", "Championnat de Suède"})); err != nil {
				t.Fatal(err)
			}
			if _, err := w.Commit(); err != nil {
				t.Fatal(err)
			}
			sum := mustExport(t, mustOpen(t, edited), t.TempDir())
			if sum.RefusedCount != 1 || !strings.Contains(sum.Refused[0].Error(), test.want) ||
				!strings.Contains(sum.Refused[0].Error(), "(WTH_1998.wtb, record 2)") {
				t.Errorf("%v, want %q", sum.Refused, test.want)
			}
		})
	}
}

// Files without names go in and out without names, and no names file is put beside
// them that import would take for theirs.
func TestExportWithoutNames(t *testing.T) {
	folder, dir, out := t.TempDir(), t.TempDir(), t.TempDir()
	r := record(t, wipeout)
	r.Black, r.White = 300, 65535
	writeGames(t, filepath.Join(folder, "WTH_2000.wtb"), 2000, r)
	mustImport(t, find(t, folder), dir, transfer.ImportOptions{})
	mustExport(t, mustOpen(t, dir), out)
	sameFiles(t, folder, out)

	mixed := t.TempDir()
	w, err := store.Create(mixed, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	w.AddSource(mustOpen(t, dir).Manifest().Sources[0])
	for _, g := range append(all(t, mustOpen(t, dir)), newGames(t)[1]) {
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	sum := mustExport(t, mustOpen(t, mixed), t.TempDir())
	if sum.Games != 1 || sum.RefusedCount != 1 ||
		!strings.Contains(sum.Refused[0].Reason, "no names of players") {
		t.Errorf("%+v %v", sum, sum.Refused)
	}
}

// A part of the games makes a smaller base.
func TestExportPart(t *testing.T) {
	dir, out := t.TempDir(), t.TempDir()
	mustImport(t, find(t, sampleFolder(t)), dir, transfer.ImportOptions{})
	mustExport(t, mustOpen(t, dir).Where(store.Filter{FromYear: 1999}), out)
	if got := ls(t, out); !slices.Equal(got, []string{"WTHOR.JOU", "WTHOR.TRN", "WTH_1999.wtb"}) {
		t.Errorf("files %v", got)
	}
}

// A manifest cannot make an export write outside the directory.
func TestExportStaysInside(t *testing.T) {
	dir, out := t.TempDir(), filepath.Join(t.TempDir(), "a", "b")
	w, err := store.Create(dir, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	w.AddSource(store.Source{Name: "../x.wtb", Kind: "games", SHA256: strings.Repeat("0f", 32),
		Header: strings.Repeat("00", 16)})
	g := played(t, wipeout)
	if g.Source = "../x.wtb"; w.Write(g) != nil {
		t.Fatal("a game is refused")
	}
	if _, err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	if _, err := transfer.ExportWthor(mustOpen(t, dir), out, transfer.ExportOptions{}); !errors.Is(err,
		dataset.ErrManifest) {
		t.Errorf("got %v, want ErrManifest", err)
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(out), "x.wtb")); err == nil {
		t.Error("a file was written outside")
	}
}
