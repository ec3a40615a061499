package store_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/dataset/transfer"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// writeZip makes a zip file of members, given as pairs of name and content.
func writeZip(t *testing.T, path string, members ...string) {
	t.Helper()
	makeZip(t, path, func(z *zip.Writer) error {
		for ; len(members) > 0; members = members[2:] {
			w, err := z.Create(members[0])
			if err != nil {
				return err
			}
			if _, err := w.Write([]byte(members[1])); err != nil {
				return err
			}
		}
		return nil
	})
}

func makeZip(t *testing.T, path string, fill func(*zip.Writer) error) {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	err := fill(z)
	if err == nil {
		err = z.Close()
	}
	if err == nil {
		err = os.WriteFile(path, b.Bytes(), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A zip file gives the tables that its folder gives, but for the names of sources.
func TestImportZip(t *testing.T) {
	dir := t.TempDir()
	wtb, jou := filepath.Join(dir, "WTH_2001.wtb"), filepath.Join(dir, "WTHOR.JOU")
	writeGames(t, wtb, 2001, record(t, wipeout), record(t, "f5d6"))
	writePlayers(t, jou, "Ada")
	file := filepath.Join(dir, "base.zip")
	writeZip(t, file,
		"base/", "", "base/readme.txt", "f5d6", "base/._WTH_2001.wtb", "x",
		"base/WTHOR.JOU", string(content(t, dir, "WTHOR.JOU")),
		`base\2001\WTH_2001.wtb`, string(content(t, dir, "WTH_2001.wtb")),
		"more/x.PGN", "[Black \"X\"]\n\n1. f5 d6 *\n")
	src, err := transfer.FindSources(file, filepath.Join(dir, ".", "base.zip"))
	if err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	for _, opt := range []transfer.ImportOptions{{}, {Update: true}} { // sources can be read again
		if sum := mustImport(t, src, out, opt); sum.Games != 3 || sum.Files != 2 || sum.BadCount != 0 {
			t.Errorf("%+v", sum)
		}
	}
	// So does standard input, which may be named twice.
	piped, err := transfer.FindSourcesIn(bytes.NewReader(content(t, dir, "base.zip")), "-", "-")
	if err != nil {
		t.Fatal(err)
	}
	mustImport(t, piped, dir, transfer.ImportOptions{})
	if diff := cmp.Diff(content(t, out, "games.parquet"), content(t, dir, "games.parquet")); diff != "" {
		t.Error("standard input gives other tables")
	}
	var got []string
	for _, g := range all(t, mustOpen(t, out)) {
		got = append(got, strings.Join([]string{g.Source, g.Black, g.Game.String()}, " "))
	}
	if diff := cmp.Diff([]string{"WTH_2001.wtb Ada " + wipeout, "WTH_2001.wtb Ada f5d6", "x.PGN X f5d6"},
		got); diff != "" {
		t.Error(diff)
	}
	if src.Files[1].Format != "pgn" || src.Count() != 2 {
		t.Errorf("%+v", src.Files)
	}
}

// Zip files that are damaged or too large inside are refused before they are unpacked.
func TestBadZip(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	makeZip(t, path("many.zip"), func(z *zip.Writer) (err error) {
		for i := 0; i <= 10_000 && err == nil; i++ {
			_, err = z.Create(fmt.Sprintf("%d.wtb", i))
		}
		return err
	})
	raw := func(name string, size uint64, packed []byte) {
		makeZip(t, path(name), func(z *zip.Writer) error {
			w, err := z.CreateRaw(&zip.FileHeader{Name: "a.wtb", Method: zip.Deflate, UncompressedSize64: size,
				CompressedSize64: uint64(len(packed))})
			if err == nil {
				_, err = w.Write(packed)
			}
			return err
		})
	}
	raw("large.zip", 1<<30+1, nil)
	raw("huge.zip", 1<<63, nil)
	writeZip(t, path("outside.zip"), "../a.wtb", "x")
	writeZip(t, path("twice.zip"), "a.wtb", "x", "b/../a.wtb", "y")
	writeZip(t, path("none.zip"), "a.txt", "x")
	writeZip(t, path("empty.zip"))
	if err := os.WriteFile(path("cut.zip"), content(t, dir, "none.zip")[:40], 0o666); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"many.zip": "10001 members, want at most 10000", "large.zip": "more than 1073741824 bytes",
		"huge.zip":    "more than",
		"outside.zip": "is not inside", "twice.zip": "two members", "cut.zip": "not a valid zip file",
		"none.zip": "no game files", "empty.zip": "no game files",
	} {
		_, err := transfer.FindSources(path(name))
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), name) ||
			!fault.IsBadInput(err) {
			t.Errorf("%s: got %v, want %q", name, err, want)
		}
	}

	// One that holds more than it says stops there.
	var bomb bytes.Buffer
	w, err := flate.NewWriter(&bomb, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	writeGames(t, path("a.wtb"), 2001, record(t, wipeout))
	if _, err := w.Write(append(content(t, dir, "a.wtb"), make([]byte, 1<<20)...)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	raw("bomb.zip", 16+68, bomb.Bytes())
	src, err := transfer.FindSources(path("bomb.zip"))
	if err != nil {
		t.Fatal(err)
	}
	for _, err = range transfer.Import(context.Background(), src, t.TempDir(), transfer.ImportOptions{}) {
		if err != nil {
			break
		}
	}
	if !errors.Is(err, transfer.ErrArchive) || !strings.Contains(err.Error(), "bomb.zip") ||
		!fault.IsBadInput(err) {
		t.Errorf("got %v", err)
	}
}

// twoGames is f5d6c3d3c4f4c5b3c2 and f5f6e6f4, a game per line, compressed with bzip2.
const twoGames = "QlpoOTFBWSZTWZksiAwAAAzJAAAQHwAfACAAMQDTTQNTxQ08o1meVBBCNkphbDofxdyRThQkJksiAwA="

// A compressed file gives the games of the file in it, whatever its name; a cut one is an error that names it.
func TestImportCompressed(t *testing.T) {
	dir := t.TempDir()
	writeGames(t, filepath.Join(dir, "a.wtb"), 2001, record(t, wipeout), record(t, "f5d6"))
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write(content(t, dir, "a.wtb")); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	two, err := base64.StdEncoding.DecodeString(twoGames)
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"WTH_2001.wtb.gz": packed.Bytes(), "w/games": packed.Bytes(), "cut.wtb.gz": packed.Bytes()[:packed.Len()-9],
		"b/two.pgn.bz2": two, "two.txt.bz2": two, "cut.bz2": two[:40], "head.gz": packed.Bytes()[:5],
		"double.bz2": append(bytes.Clone(two), two...),
	} {
		file := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, data, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		"WTH_2001.wtb.gz": "9 2", "w/games": "9 2", "two.txt.bz2": "9 4", "double.bz2": "9 4 9 4",
		"b": "9 4", "cut.wtb.gz": "cut.wtb.gz: bad compressed file: unexpected EOF",
		"cut.bz2": "cut.bz2: bad compressed file: unexpected EOF", "head.gz": "head.gz: bad compressed file: ",
	} {
		src, err := transfer.FindSources(filepath.Join(dir, name))
		var got []string
		if err == nil {
			for g, e := range src.Games(context.Background()) {
				if err = e; err != nil {
					break
				}
				got = append(got, fmt.Sprint(len(g.Moves)))
			}
		}
		if err != nil {
			if !strings.Contains(err.Error(), want) || !errors.Is(err, transfer.ErrArchive) || !fault.IsBadInput(err) {
				t.Errorf("%s: got %v, want %q", name, err, want)
			}
			continue
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: games of %q moves, want %q", name, got, want)
		}
	}
}
