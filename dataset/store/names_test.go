package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/dataset/transfer"
	"github.com/outflank/outflank/wthor"
)

// players and tournaments return the names of a table.
func players(t testing.TB, g *store.Games) []store.Name {
	t.Helper()
	list, err := g.Players()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func tournaments(t testing.TB, g *store.Games) []store.Name {
	t.Helper()
	list, err := g.Tournaments()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestNameColumns(t *testing.T) {
	var b bytes.Buffer
	for _, c := range store.NameColumns() {
		fmt.Fprintf(&b, "%s: %s, unit %s\n\t%s\n", c.Name, c.Type, c.Unit, c.Meaning)
	}
	golden(t, "names.txt", b.Bytes())
}

// Names come back from both formats, those without games too.
func TestNames(t *testing.T) {
	folder := sampleFolder(t)
	for _, f := range bothFormats {
		dir := t.TempDir()
		mustImport(t, find(t, folder), dir,
			transfer.ImportOptions{Options: store.Options{Formats: []store.Format{f}}})
		g := mustOpen(t, dir)
		if diff := cmp.Diff([]store.Name{{"WTHOR.JOU", 0, "???"}, {"WTHOR.JOU", 1, "Ann"}, {"WTHOR.JOU", 2, "Bob"}},
			players(t, g)); diff != "" {
			t.Errorf("%s: %s", f, diff)
		}
		if diff := cmp.Diff([]store.Name{{"WTHOR.TRN", 0, "Diverses"}, {"WTHOR.TRN", 1, "Championnat de Suède"}},
			tournaments(t, g)); diff != "" {
			t.Errorf("%s: %s", f, diff)
		}
		for _, s := range g.Manifest().Sources {
			if s.Kind == "games" && (s.Players != "WTHOR.JOU" || s.Tournaments != "WTHOR.TRN") {
				t.Errorf("%s has names of %q and %q", s.Name, s.Players, s.Tournaments)
			}
		}
	}
}

// TestOpenNames: names are read without the games, and compared with the manifest.
func TestOpenNames(t *testing.T) {
	dir := t.TempDir()
	mustImport(t, find(t, sampleFolder(t)), dir, transfer.ImportOptions{})
	if err := os.WriteFile(filepath.Join(dir, "games.parquet"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	g, err := store.OpenNames(dir)
	if err != nil {
		t.Fatal(err)
	}
	labels, err := g.Labels()
	want := [2]map[string][]string{{"WTHOR.JOU": {"???", "Ann", "Bob"}}, {"WTHOR.TRN": {"Diverses", "Championnat de Suède"}}}
	if diff := cmp.Diff(want, labels); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
	if err := os.WriteFile(filepath.Join(dir, "players.parquet"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := store.OpenNames(dir); !errors.Is(err, dataset.ErrChecksum) {
		t.Errorf("error %v, want that of the checksum", err)
	}
}

// Two issues of the names stay apart.
func TestNamesOfTwoFolders(t *testing.T) {
	root := t.TempDir()
	for _, issue := range []string{"old", "new"} {
		dir := filepath.Join(root, issue)
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		writeGames(t, filepath.Join(dir, "WTH_2000.wtb"), 2000, record(t, wipeout))
		writePlayers(t, filepath.Join(dir, "WTHOR.JOU"), issue)
	}
	dir := t.TempDir()
	t.Chdir(root)
	mustImport(t, find(t, "old", filepath.Join(root, "new"), filepath.Join(root, "old", "WTH_2000.wtb")), dir,
		transfer.ImportOptions{})
	g := mustOpen(t, dir)
	if diff := cmp.Diff([]store.Name{{"new/WTHOR.JOU", 0, "new"}, {"old/WTHOR.JOU", 0, "old"}},
		players(t, g)); diff != "" {
		t.Error(diff)
	}
	for _, s := range g.Manifest().Sources {
		if s.Kind == "games" && s.Players != s.Name[:3]+"/WTHOR.JOU" {
			t.Errorf("%s has players of %q", s.Name, s.Players)
		}
	}
}

func TestAddNamesRefuses(t *testing.T) {
	w, err := store.Create(t.TempDir(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	if err := w.AddPlayers("a", []string{"Ann", "Gr\xe9goire"}); err == nil ||
		!strings.Contains(err.Error(), "label 1") {
		t.Errorf("got %v, want that label 1 is not UTF-8", err)
	}
	if err := w.AddTournaments("b", []string{"x"}); err != nil {
		t.Error(err)
	}
	if err := w.AddTournaments("b", []string{"x"}); err == nil {
		t.Error("the same source twice gives no error")
	}
}

// Tables of version 1 can be read; they have no names.
func TestOpenVersion1(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, store.Options{Formats: bothFormats}, played(t, wipeout), played(t, "f5"))
	text := string(content(t, dir, "manifest.json"))
	text = strings.Replace(text, `"schema_version": 4`, `"schema_version": 1`, 1)
	text = strings.Replace(text, "  \"next_id\": 2,\n", "", 1)
	text = regexp.MustCompile(`(?m)^ {6}"rows": 2,\n`).ReplaceAllString(text, "")
	if strings.Contains(text, "next_id") || strings.Count(text, `"rows"`) != 1 {
		t.Fatalf("not a manifest of version 1:\n%s", text)
	}
	if err := os.WriteFile(filepath.Join(dir, "manifest.json"), sign(text), 0o666); err != nil {
		t.Fatal(err)
	}
	g := mustOpen(t, dir)
	if n := len(all(t, g)); n != 2 || g.Rows() != 2 {
		t.Errorf("%d games of %d, want 2", n, g.Rows())
	}
	if list := players(t, g); len(list) != 0 {
		t.Errorf("players %v", list)
	}
}

// The names files of the database can be written again from the tables.
func TestRealNames(t *testing.T) {
	g := realTables(t, "wthor-2001-2015")
	for file, list := range map[string][]store.Name{"WTHOR.JOU": players(t, g), "WTHOR.TRN": tournaments(t, g)} {
		var labels []string
		for _, n := range list {
			labels = append(labels, n.Label)
		}
		read := wthor.ReadPlayers
		if file == "WTHOR.TRN" {
			read = wthor.ReadTournaments
		}
		want, err := read(bytes.NewReader(content(t, realPath(t, "wthor-2001-2015/"+file))))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want.Labels, labels); diff != "" {
			t.Errorf("%s: %s", file, diff)
		}
	}
}

// A names table that does not count its ids from 0 is not one that was written here.
func TestNamesOutOfOrder(t *testing.T) {
	dir := t.TempDir()
	w, err := store.Create(dir, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	store.AddName(w, store.Name{Source: "a", ID: 1, Label: "x"})
	if _, err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	if _, err := mustOpen(t, dir).Players(); !errors.Is(err, dataset.ErrSchema) ||
		!strings.Contains(err.Error(), "players.parquet") {
		t.Errorf("got %v, want ErrSchema", err)
	}
}
