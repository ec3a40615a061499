package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/dataset/transfer"
	"github.com/outflank/outflank/wthor"
)

// numbered returns a record that no other number has: n passes through the players.
func numbered(t testing.TB, transcript string, n int) wthor.Game {
	t.Helper()
	r := record(t, transcript)
	r.Black = uint16(n)
	return r
}

func update(t testing.TB, dir string, folder string) *transfer.Changes {
	t.Helper()
	sum := mustImport(t, find(t, folder), dir, transfer.ImportOptions{Update: true})
	return sum.Changes
}

// ids lists the games of a table as source#record=id.
func ids(t testing.TB, dir string) (list []string) {
	t.Helper()
	for _, g := range all(t, mustOpen(t, dir)) {
		list = append(list, fmt.Sprintf("%s#%d=%d", g.Source, g.Record, g.ID))
	}
	return list
}

func TestUpdate(t *testing.T) {
	old, dir := t.TempDir(), t.TempDir()
	games := []wthor.Game{numbered(t, "f5d6", 0), numbered(t, "f5d6", 1), numbered(t, "f5f4", 2),
		numbered(t, "f5d6", 0), numbered(t, "f5f6", 4)}
	writeGames(t, filepath.Join(old, "WTH_2000.wtb"), 2000, games[0])
	writeGames(t, filepath.Join(old, "WTH_2001.wtb"), 2001, games...)
	writeGames(t, filepath.Join(old, "WTH_2003.wtb"), 2003, games[2])
	writePlayers(t, filepath.Join(old, "WTHOR.JOU"), "???", "Ann", "Bob", "Cid", "Dan")
	mustImport(t, find(t, old), dir, transfer.ImportOptions{Options: store.Options{Formats: bothFormats}})

	fresh := t.TempDir()
	scored := games[1]
	scored.Score = 40
	writeGames(t, filepath.Join(fresh, "WTH_2001.wtb"), 2001,
		numbered(t, "f5d6c3", 3), // added
		games[0],                 // the first of two equal ones
		scored,                   // changed: score
		numbered(t, "f5f4d3", 2), // changed: moves
		games[0],                 // the second
	) // and the last one is removed
	writeGames(t, filepath.Join(fresh, "WTH_2002.wtb"), 2002, games[0])
	writePlayers(t, filepath.Join(fresh, "WTHOR.JOU"), "???", "Ann", "Robert", "Cid", "Dan", "Eve")
	got := update(t, dir, fresh)

	want := &transfer.Changes{
		Kept: 2, Same: 2, Changed: 2, Added: 2, Removed: 1, Relabelled: 1,
		List: []transfer.Change{
			{Kind: "removed", ID: 5, Source: "WTH_2001.wtb", Record: 4},
			{Kind: "added", ID: 7, Source: "WTH_2001.wtb", Record: 0},
			{Kind: "changed", ID: 2, Source: "WTH_2001.wtb", Record: 2, Fields: []string{"score"}},
			{Kind: "changed", ID: 3, Source: "WTH_2001.wtb", Record: 3, Fields: []string{"moves"}},
			{Kind: "added", ID: 8, Source: "WTH_2002.wtb", Record: 0},
		},
		NewLabels: 1, ChangedLabels: 1, Labels: []transfer.LabelChange{{Source: "WTHOR.JOU", ID: 2, Old: "Bob",
			New: "Robert"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	wantIDs := []string{"WTH_2000.wtb#0=0", "WTH_2001.wtb#0=7", "WTH_2001.wtb#1=1", "WTH_2001.wtb#2=2",
		"WTH_2001.wtb#3=3", "WTH_2001.wtb#4=4", "WTH_2002.wtb#0=8", "WTH_2003.wtb#0=6"}
	if diff := cmp.Diff(wantIDs, ids(t, dir)); diff != "" {
		t.Error(diff)
	}
	g := mustOpen(t, dir)
	m := g.Manifest()
	if m.NextID != 9 || m.Rows != 8 || len(m.Tables) != 4 || len(m.Sources) != 5 || len(players(t, g)) != 6 {
		t.Errorf("manifest %+v, %d players", m, len(players(t, g)))
	}
	if last := all(t, g)[7]; last.Black != "Robert" {
		t.Errorf("black of a game that was kept is %q, want Robert", last.Black)
	}

	// A second time nothing changes, not a byte.
	before := content(t, dir, "manifest.json")
	if c := update(t, dir, fresh); c.Same != 6 || c.Kept != 2 || c.Added+c.Changed+c.Removed+c.Relabelled != 0 ||
		len(c.List) != 0 {
		t.Errorf("the same again changes %+v", c)
	}
	if !bytes.Equal(before, content(t, dir, "manifest.json")) {
		t.Error("the same again gives other tables")
	}

	// The id of a removed game is not used again, also if it was the last.
	writeGames(t, filepath.Join(fresh, "WTH_2002.wtb"), 2002)
	update(t, dir, fresh)
	writeGames(t, filepath.Join(fresh, "WTH_2002.wtb"), 2002, games[4])
	update(t, dir, fresh)
	if list := ids(t, dir); list[6] != "WTH_2002.wtb#0=9" {
		t.Errorf("ids %v, want 9 for the game of 2002", list)
	}
	// What the updated tables hold can be exported.
	out := t.TempDir()
	if sum := mustExport(t, mustOpen(t, dir), out); sum.RefusedCount != 0 || sum.Identical != 5 {
		t.Errorf("%+v", sum)
	}
}

// Without tables an update is an import.
func TestUpdateOfNothing(t *testing.T) {
	folder, a, b := sampleFolder(t), t.TempDir(), t.TempDir()
	mustImport(t, find(t, folder), a, transfer.ImportOptions{})
	if c := update(t, b, folder); c != nil {
		t.Errorf("changes %+v", c)
	}
	sameFiles(t, a, b)
	// And an update with all files over an import of them changes nothing.
	update(t, b, folder)
	sameFiles(t, a, b)
}

// Games that came from no file stay, in front.
func TestUpdateKeepsPlayedGames(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, store.Options{}, played(t, wipeout), played(t, "f5"))
	c := update(t, dir, sampleFolder(t))
	want := []string{"#0=0", "#0=1", "WTH_1998.wtb#0=2", "WTH_1998.wtb#1=3", "WTH_1999.wtb#0=4",
		"WTH_1999.wtb#4=5"}
	if diff := cmp.Diff(want, ids(t, dir)); diff != "" || c.Kept != 2 || c.Added != 4 {
		t.Errorf("%+v %s", c, diff)
	}
}

// An update that fails leaves all as it was.
func TestUpdateErrors(t *testing.T) {
	dir := t.TempDir()
	unsorted := []dataset.Game{played(t, "f5"), played(t, "f5")}
	unsorted[0].Source = "z.wtb"
	before := write(t, dir, store.Options{}, unsorted...)
	check := func(dir, want string, kind error) {
		t.Helper()
		var last error
		for _, err := range transfer.Import(t.Context(), find(t, sampleFolder(t)), dir,
			transfer.ImportOptions{Update: true}) {
			last = err
		}
		if last == nil || !strings.Contains(last.Error(), want) || kind != nil && !errors.Is(last, kind) {
			t.Errorf("got %v, want %q", last, want)
		}
	}
	check(dir, "in the order of their sources", nil)
	mustHold(t, dir, before)

	if err := os.WriteFile(filepath.Join(dir, "games.parquet"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	check(dir, "games.parquet", dataset.ErrChecksum)
}

// A change of a real file is found, and ids stay.
func TestRealUpdate(t *testing.T) {
	realSources(t, "wthor-2001-2015") // or skip
	folder, dir := t.TempDir(), t.TempDir()
	for _, name := range []string{"WTH_2001.wtb", "WTH_2002.wtb", "WTHOR.JOU", "WTHOR.TRN"} {
		if err := os.WriteFile(filepath.Join(folder, name), content(t, realPath(t, "wthor-2001-2015/"+name)),
			0o666); err != nil {
			t.Fatal(err)
		}
	}
	mustImport(t, find(t, folder), dir, transfer.ImportOptions{})
	before := all(t, mustOpen(t, dir))
	b := content(t, folder, "WTH_2001.wtb")
	r, err := wthor.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	var records []wthor.Game
	for g, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, g)
	}
	records[100].Theory ^= 1
	records[7].White = 5
	fresh := records[9]
	fresh.SetSquares([]uint8{37, 43})
	fresh.Black, fresh.White = 11, 12
	writeGames(t, filepath.Join(folder, "WTH_2001.wtb"), 2001, append([]wthor.Game{fresh}, records[:5000]...)...)
	c := update(t, dir, folder)
	if c.Added != 1 || c.Changed != 2 || c.Removed != len(records)-5000 ||
		c.Same != 4998+len(before)-len(records) {
		t.Errorf("%d added, %d changed, %d removed, %d same", c.Added, c.Changed, c.Removed, c.Same)
	}
	for _, g := range all(t, mustOpen(t, dir)) {
		if g.ID < int64(len(before)) && g.Source != before[g.ID].Source || g.ID >= int64(len(before)) &&
			g.Record != 0 {
			t.Fatalf("game %d is record %d of %s", g.ID, g.Record, g.Source)
		}
	}
	if len(c.List) > 300 {
		t.Errorf("%d changes listed", len(c.List))
	}
}
