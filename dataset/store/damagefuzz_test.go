package store_test

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/dataset/transfer"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// Law: a zip file of anything is refused as bad input that is named, or its games are
// read twice as the same ones, and nothing outside of it is.
func FuzzZipSources(f *testing.F) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, member := range [][2]string{{"x/a.txt", "-"}, {"x/b.PGN", "[Black \"X\"]\n\n1. f5 d6 *\n"},
		{"c.ggf", "(;GM[Othello]"}, {"w.wtb", strings.Repeat("\x00", 84)}} {
		w, err := z.Create(member[0])
		if err != nil {
			f.Fatal(err)
		}
		if _, err := w.Write([]byte(member[1])); err != nil {
			f.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add(bytes.ReplaceAll(b.Bytes(), []byte("x/b.PGN"), []byte("../.PGN")))
	f.Add(b.Bytes()[:b.Len()/2])
	f.Add([]byte("PK\x05\x06" + strings.Repeat("\x00", 18)))
	// one file, as to make and remove a folder each time takes longer than the rest
	path := filepath.Join(f.TempDir(), "a.zip")
	f.Fuzz(func(t *testing.T, b []byte) {
		if err := os.WriteFile(path, b, 0o666); err != nil {
			t.Fatal(err)
		}
		src, err := transfer.FindSources(path)
		if err != nil {
			if !fault.IsBadInput(err) || !strings.Contains(err.Error(), "a.zip") {
				t.Fatalf("%v is not called bad input of a.zip", err)
			}
			return
		}
		for _, file := range src.Files {
			if !strings.HasPrefix(file.Path, path) {
				t.Fatalf("%s is outside", file.Path)
			}
		}
		if once, twice := gamesAndErrors(t, src), gamesAndErrors(t, src); !slices.Equal(once, twice) {
			t.Fatal(cmp.Diff(once, twice))
		}
	})
}

// gamesAndErrors returns what reading sources yields, as text.
func gamesAndErrors(t *testing.T, src transfer.Sources) (list []string) {
	for g, err := range src.Games(t.Context()) {
		if err != nil {
			if !fault.IsBadInput(err) {
				t.Fatalf("%v is not called bad input", err)
			}
			list = append(list, err.Error())
			continue
		}
		list = append(list, g.Source+" "+g.Black+" "+g.Game.String())
	}
	return list
}

// Law: a manifest with the right sum is refused or can be written again as the same one.
func FuzzSealedManifest(f *testing.F) {
	f.Add(string(manifestText(f)))
	f.Add(`{"format": "outflank games", "schema_version": 1, "rows": 9, "tables": [{"name": "games.arrow"}], "meta": {"a": "b"}`)
	f.Add(`{"format": "outflank games", "schema_version": 2, "rows": -9, "tables": [{"name": "../x"}]`)
	f.Fuzz(func(t *testing.T, text string) {
		m, err := store.DecodeManifest(sign(text))
		if err != nil {
			if !fault.IsBadInput(err) {
				t.Fatalf("%v is not called bad input", err)
			}
			return
		}
		again, err := store.EncodeManifest(&m)
		if err != nil {
			t.Fatal(err)
		}
		back, err := store.DecodeManifest(again)
		if diff := cmp.Diff(m, back); diff != "" || err != nil {
			t.Fatalf("%v %s", err, diff)
		}
	})
}
