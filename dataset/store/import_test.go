package store_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/dataset/transfer"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/wthor"
)

// sampleFolder makes a folder with two game files, one with bad games, and names.
func sampleFolder(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	win := record(t, wipeout)
	win.Black, win.White, win.Tournament, win.Score, win.Theory = 1, 2, 1, 64, 50
	wrong := win
	wrong.Score = 30 // lost by 4 in the record, won in the replay
	writeGames(t, filepath.Join(dir, "WTH_1998.wtb"), 1998, win, wrong)

	illegal := record(t, "f5d6a1")
	outside := win
	outside.White = 9
	path := filepath.Join(dir, "WTH_1999.wtb")
	writeGames(t, path, 1999, win, win, illegal, outside, record(t, "f5d6"))
	b := content(t, path)
	b[16+68+8+3] = 99 // move 4 of record 1
	if err := os.WriteFile(path, b, 0o666); err != nil {
		t.Fatal(err)
	}
	writePlayers(t, filepath.Join(dir, "WTHOR.JOU"), "???", "Ann", "Bob")
	writeTournaments(t, filepath.Join(dir, "WTHOR.TRN"), "Diverses", "Championnat de Suède")
	return dir
}

func find(t testing.TB, paths ...string) transfer.Sources {
	t.Helper()
	src, err := transfer.FindSources(paths...)
	if err != nil {
		t.Fatal(err)
	}
	return src
}

func TestImport(t *testing.T) {
	folder, dir := sampleFolder(t), t.TempDir()
	sum := mustImport(t, find(t, folder), dir, transfer.ImportOptions{})
	text, err := json.MarshalIndent(sum, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "summary.json", append(text, '\n'))

	g := mustOpen(t, dir)
	var rows bytes.Buffer
	for _, r := range all(t, g) {
		fmt.Fprintf(&rows, "%d %s#%d %d %q %q-%q %+d %+d %+d@%d %v %d passes %d empties %s\n", r.ID, r.Source,
			r.Record, r.Year, r.Tournament,
			r.Black, r.White, r.Score, r.Replayed, r.Theory, r.TheoryEmpties, r.Status, r.Passes, r.Empties, r)
	}
	golden(t, "import.txt", rows.Bytes())

	var sources bytes.Buffer
	for _, s := range g.Manifest().Sources {
		fmt.Fprintf(&sources, "%s: %s, %d bytes, %d records, %d bad, header %s\n", s.Name, s.Kind, s.Bytes,
			s.Records, s.Bad, s.Header)
		if got := sha(content(t, folder, s.Name)); got != s.SHA256 {
			t.Errorf("%s: sha256 %s, want %s", s.Name, s.SHA256, got)
		}
	}
	golden(t, "sources.txt", sources.Bytes())
}

// Without names files the ids stand for the names, and the summary says so.
func TestImportWithoutNames(t *testing.T) {
	folder, dir := t.TempDir(), t.TempDir()
	r := record(t, wipeout)
	r.Black, r.White, r.Tournament = 65535, 0, 123
	writeGames(t, filepath.Join(folder, "a.wtb"), 2000, r)
	sum := mustImport(t, find(t, folder), dir, transfer.ImportOptions{})
	g := all(t, mustOpen(t, dir))[0]
	if g.Black != "#65535" || g.White != "#0" || g.Tournament != "#123" || g.BlackID != 65535 ||
		g.TournamentID != 123 {
		t.Errorf("got %q-%q, %q, ids %d and %d", g.Black, g.White, g.Tournament, g.BlackID, g.TournamentID)
	}
	want := []string{
		"no names of players (*.jou) beside a.wtb: ids are shown as #123",
		"no names of tournaments (*.trn) beside a.wtb: ids are shown as #123",
	}
	if !slices.Equal(sum.Notes, want) {
		t.Errorf("notes %q, want %q", sum.Notes, want)
	}
}

// The errors of bad games can be looked into.
func TestGameError(t *testing.T) {
	var bad []*dataset.GameError
	games := 0
	for _, err := range find(t, sampleFolder(t)).Games(t.Context()) {
		if err == nil {
			games++
			continue
		}
		e, ok := errors.AsType[*dataset.GameError](err)
		if !ok || !fault.IsBadInput(err) {
			t.Fatalf("got %v, want a *GameError", err)
		}
		bad = append(bad, e)
	}
	if games != 4 || len(bad) != 3 {
		t.Fatalf("%d games and %d bad ones, want 4 and 3", games, len(bad))
	}
	if !errors.Is(bad[0], wthor.ErrMove) || !errors.Is(bad[2], wthor.ErrID) || bad[1].Ply != 3 {
		t.Errorf("got %v", bad)
	}
	if got, want := bad[0].Error(), "dataset: WTH_1999.wtb: record 2 (byte 95): move 4 is 99, expected "+
		"10*row+column, each 1 to 8, or 0"; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// Games straight from the files are those of the table.
func TestSourcesGames(t *testing.T) {
	src, dir := find(t, sampleFolder(t)), t.TempDir()
	mustImport(t, src, dir, transfer.ImportOptions{})
	var direct []dataset.Game
	for g, err := range src.Games(t.Context()) {
		if err == nil {
			direct = append(direct, g)
		}
	}
	if diff := cmp.Diff(all(t, mustOpen(t, dir)), direct); diff != "" {
		t.Error(diff)
	}
}

// importError runs an import that must fail and leave the tables that were there.
func importError(t *testing.T, src transfer.Sources, opt transfer.ImportOptions) error {
	t.Helper()
	dir := t.TempDir()
	want := write(t, dir, store.Options{}, played(t, wipeout))
	var last error
	for _, err := range transfer.Import(t.Context(), src, dir, opt) {
		if last != nil {
			t.Error("the import continues after an error")
		}
		last = err
	}
	mustHold(t, dir, want)
	if left := ls(t, dir); len(left) != 2 {
		t.Errorf("left over: %v", left)
	}
	if last == nil {
		t.Fatal("no error")
	}
	return last
}

func TestStrict(t *testing.T) {
	err := importError(t, find(t, sampleFolder(t)), transfer.ImportOptions{Strict: true})
	e, ok := errors.AsType[*dataset.GameError](err)
	if !ok || e.File != "WTH_1999.wtb" || e.Record != 1 {
		t.Errorf("got %v, want the first bad game", err)
	}
}

func TestBadFiles(t *testing.T) {
	for _, test := range []struct {
		name   string
		file   string
		damage func(b []byte) []byte
		kind   error
		want   string
	}{
		{"empty", "WTH_1999.wtb", func(b []byte) []byte { return nil }, wthor.ErrSize, "at least 16 bytes"},
		{"cut in the header", "WTH_1999.wtb", func(b []byte) []byte { return b[:9] }, wthor.ErrSize, "at least 16 bytes"},
		{"cut in a record", "WTH_1999.wtb", func(b []byte) []byte { return b[:100] }, wthor.ErrSize, "expected 356 bytes for N1 of 5"},
		{"longer", "WTH_1998.wtb", func(b []byte) []byte { return append(b, 0) }, wthor.ErrSize, "expected 152 bytes for N1 of 2"},
		{"huge count", "WTH_1998.wtb", func(b []byte) []byte { b[7] = 0xFF; return b }, wthor.ErrSize, "N1 of"},
		{"10x10", "WTH_1998.wtb", func(b []byte) []byte { b[12] = 10; return b }, wthor.ErrHeader, "P1 is 10"},
		{"cut players", "WTHOR.JOU", func(b []byte) []byte { return b[:len(b)-1] }, wthor.ErrSize, "N2 of 3"},
		{"damaged tournaments", "WTHOR.TRN", func(b []byte) []byte { b[16+25] = 'x'; return b }, wthor.ErrName, "record 1 (byte 41)"},
		{"names are games", "WTHOR.TRN", func(b []byte) []byte { b[4] = 1; return b }, wthor.ErrHeader, "N1 is 1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			folder := sampleFolder(t)
			path := filepath.Join(folder, test.file)
			if err := os.WriteFile(path, test.damage(content(t, path)), 0o666); err != nil {
				t.Fatal(err)
			}
			err := importError(t, find(t, folder), transfer.ImportOptions{})
			if !errors.Is(err, test.kind) || !strings.Contains(err.Error(), test.want) ||
				!strings.Contains(err.Error(), path) {
				t.Errorf("got %v, want %v with %s and %q", err, test.kind, path, test.want)
			}
			if !fault.IsBadInput(err) {
				t.Errorf("%v is not called bad input", err)
			}
		})
	}
}

func TestFileVanishes(t *testing.T) {
	folder := sampleFolder(t)
	src := find(t, folder)
	if err := os.Remove(filepath.Join(folder, "WTH_1999.wtb")); err != nil {
		t.Fatal(err)
	}
	if err := importError(t, src, transfer.ImportOptions{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v, want one that a file does not exist", err)
	}
}

// manyGames makes a folder of some thousand games, every 97th of them illegal.
func manyGames(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	for year := 2000; year < 2004; year++ {
		var games []wthor.Game
		for i := range 1500 {
			r := record(t, wipeout[:2*(i%10)])
			if i%97 == 0 {
				r = record(t, "a1")
			}
			r.Black, r.White, r.Score = uint16(i), uint16(year), uint8(i%65)
			games = append(games, r)
		}
		writeGames(t, filepath.Join(dir, fmt.Sprintf("WTH_%d.wtb", year)), year, games...)
	}
	return dir
}

func TestWorkersDoNotMatter(t *testing.T) {
	src := find(t, manyGames(t))
	var first map[string]string
	var firstSum transfer.Summary
	for _, workers := range []int{1, 2, 3, 8} {
		dir := t.TempDir()
		sum := mustImport(t, src, dir, transfer.ImportOptions{Workers: workers,
			Options: store.Options{Formats: bothFormats}})
		files := map[string]string{}
		for _, name := range ls(t, dir) {
			files[name] = sha(content(t, dir, name))
		}
		if first == nil {
			first, firstSum = files, sum
		}
		if diff := cmp.Diff(first, files); diff != "" {
			t.Errorf("%d workers: %s", workers, diff)
		}
		if sum.Games != firstSum.Games || sum.BadCount != 64 || len(sum.Bad) != 64 || sum.Illegal != 64 {
			t.Errorf("%d workers: %+v", workers, sum)
		}
	}
	if firstSum.Records != 6000 || firstSum.Files != 4 || len(firstSum.Notes) != 2 {
		t.Errorf("%d records, %d files, notes %q", firstSum.Records, firstSum.Files, firstSum.Notes)
	}
}

func TestBadListIsCapped(t *testing.T) {
	dir := t.TempDir()
	writeGames(t, filepath.Join(dir, "a.wtb"), 2000,
		append(slices.Repeat([]wthor.Game{record(t, "a1")}, 250), record(t, "f5"))...)
	sum := mustImport(t, find(t, dir), t.TempDir(), transfer.ImportOptions{})
	if sum.BadCount != 250 || sum.Illegal != 250 || len(sum.Bad) != 100 || sum.Games != 1 {
		t.Errorf("%d bad, %d named, %d games; want 250, 100, 1", sum.BadCount, len(sum.Bad), sum.Games)
	}
}

// An import that leaves no game leaves the tables that were there.
func TestImportOfNothing(t *testing.T) {
	good, bad, none, out := t.TempDir(), t.TempDir(), t.TempDir(), t.TempDir()
	writeGames(t, filepath.Join(good, "a.wtb"), 2000, record(t, "f5"))
	writeGames(t, filepath.Join(bad, "a.wtb"), 2000, record(t, "a1"))
	writeGames(t, filepath.Join(none, "a.wtb"), 2000)
	mustImport(t, find(t, good), out, transfer.ImportOptions{})
	for name, dir := range map[string]string{"bad games": bad, "no games": none} {
		var last error
		for _, last = range transfer.Import(t.Context(), find(t, dir), out, transfer.ImportOptions{}) {
		}
		if !errors.Is(last, dataset.ErrNoGames) || !fault.IsBadInput(last) {
			t.Errorf("%s: %v, want ErrNoGames", name, last)
		}
	}
	if games, err := store.Open(out); err != nil || games.Rows() != 1 {
		t.Errorf("the old tables: %v", err)
	}
}

// Who stops early or cancels gets nothing written and leaves no goroutine.
func TestImportStops(t *testing.T) {
	src := find(t, manyGames(t))
	dir := t.TempDir()
	for range transfer.Import(t.Context(), src, dir, transfer.ImportOptions{}) {
		break
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var last error
	for _, last = range transfer.Import(ctx, src, dir, transfer.ImportOptions{}) {
		cancel()
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("a cancelled import ends with %v", last)
	}
	for range src.Games(t.Context()) {
		break
	}
	for _, last = range src.Games(ctx) {
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("cancelled games end with %v", last)
	}
	if left := ls(t, dir); len(left) != 0 {
		t.Errorf("left over: %v", left)
	}
}

// The summary grows during the import, for a progress bar.
func TestImportProgress(t *testing.T) {
	last, steps := -1, 0
	src := find(t, manyGames(t))
	for sum, err := range transfer.Import(t.Context(), src, t.TempDir(), transfer.ImportOptions{}) {
		if err != nil {
			t.Fatal(err)
		}
		if sum.Records < last {
			t.Errorf("from %d records back to %d", last, sum.Records)
		}
		last = sum.Records
		steps++
	}
	if last != src.Count() || steps < 10 {
		t.Errorf("%d records of %d in %d steps", last, src.Count(), steps)
	}
}
