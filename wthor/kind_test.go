package wthor_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"github.com/outflank/outflank/wthor"
)

// header returns the first 16 bytes of a file of the year 2015.
func header(n1, n2, year uint16, p1, p2 byte) []byte {
	return []byte{
		20, 15, 12, 7, byte(n1), byte(n1 >> 8), 0, 0, byte(n2), byte(n2 >> 8),
		byte(year), byte(year >> 8), p1, p2, 0, 0,
	}
}

// An extension of the format decides where nothing contradicts it.
func TestKindOfNames(t *testing.T) {
	for name, want := range map[string]wthor.Kind{
		"WTH_1999.wtb":              wthor.KindGames,
		"WTH_1999.WTB":              wthor.KindGames,
		"logbook.Wtb":               wthor.KindGames,
		"WTH_2005.WTD":              wthor.KindGames10,
		"WTHOR.JOU":                 wthor.KindPlayers,
		"WTH.JOU":                   wthor.KindPlayers,
		"wthor.jou":                 wthor.KindPlayers,
		"WTHOR.TRN":                 wthor.KindTournaments,
		"base/2015/WTH.trn":         wthor.KindTournaments,
		`base\WTH.TRN`:              wthor.KindTournaments,
		"Solitaires_12.pzz":         wthor.KindPuzzles,
		"SOLITAIRES_12.PZZ":         wthor.KindPuzzles,
		".wtb":                      wthor.KindGames,
		"":                          wthor.KindUnknown,
		"-":                         wthor.KindUnknown,
		"wtb":                       wthor.KindUnknown,
		"WTH_1999.wtb.zip":          wthor.KindUnknown,
		"WTH_1999.wtb/readme":       wthor.KindUnknown,
		"x.":                        wthor.KindUnknown,
		"x.wtbb":                    wthor.KindUnknown,
		"._WTH_1999.wtb":            wthor.KindUnknown,
		"__MACOSX/base/._WTHOR.JOU": wthor.KindUnknown,
		"base._/WTHOR.JOU":          wthor.KindPlayers,
	} {
		for _, size := range []int64{-1, 0, 1000} {
			if got := wthor.KindOf(name, nil, size); got != want {
				t.Errorf("%q of size %d is %v, want %v", name, size, got, want)
			}
		}
		junk := bytes.Repeat([]byte{0xFF}, 600)
		if got := wthor.KindOf(name, junk, 600); got != want {
			t.Errorf("%q full of 255 is %v, want %v", name, got, want)
		}
	}
}

// Files are known by their contents, whatever their size is known to be.
func TestKindOfContents(t *testing.T) {
	for _, test := range []struct {
		file []byte
		want wthor.Kind
	}{
		{tinyGames, wthor.KindGames}, {tinyGames10, wthor.KindGames10},
		{tinyPlayers, wthor.KindPlayers}, {tinyTournaments, wthor.KindTournaments}, {tinyPuzzles, wthor.KindPuzzles},
	} {
		if got := wthor.KindOf("", test.file, int64(len(test.file))); got != test.want {
			t.Errorf("with all bytes and the size: %v, want %v", got, test.want)
		}
		if got := wthor.KindOf("-", test.file, -1); got != test.want {
			t.Errorf("with all bytes: %v, want %v", got, test.want)
		}
		if got := wthor.KindOf("data.bin", test.file[:16], int64(len(test.file))); got != test.want {
			t.Errorf("with the header and the size: %v, want %v", got, test.want)
		}
		if got := wthor.KindOf("", test.file[:15], int64(len(test.file))); got != wthor.KindUnknown {
			t.Errorf("with half a header: %v, want unknown", got)
		}
		if got := wthor.KindOf("", test.file, int64(len(test.file)+1)); got != wthor.KindUnknown {
			t.Errorf("with a wrong size: %v, want unknown", got)
		}
	}
}

func TestKindOfHeaders(t *testing.T) {
	oldPuzzles := with(tinyPuzzles, map[int]byte{12: 0, 13: 0})
	for name, test := range map[string]struct {
		head []byte
		size int64
		want wthor.Kind
	}{
		"games":                     {header(3, 0, 2015, 8, 0), -1, wthor.KindGames},
		"games on board 0":          {header(3, 0, 2015, 0, 0), -1, wthor.KindGames},
		"games with N1 in N2":       {header(8, 8, 2015, 8, 0), 560, wthor.KindGames},
		"no games":                  {header(0, 0, 2015, 8, 0), 16, wthor.KindGames},
		"no games on board 0":       {header(0, 0, 2015, 0, 0), -1, wthor.KindGames},
		"no 10x10 games":            {header(0, 0, 0, 10, 0), 16, wthor.KindGames10},
		"10x10 games":               {header(3, 0, 2015, 10, 0), -1, wthor.KindGames10},
		"board 124":                 {header(3, 0, 2015, 124, 0), -1, wthor.KindUnknown},
		"puzzles":                   {header(3, 12, 0, 8, 1), -1, wthor.KindPuzzles},
		"no puzzles":                {header(0, 12, 0, 8, 1), 272, wthor.KindPuzzles},
		"old puzzles":               {oldPuzzles, -1, wthor.KindPuzzles},
		"old puzzles with size":     {oldPuzzles, 344, wthor.KindPuzzles},
		"old puzzles, header alone": {oldPuzzles[:16], 344, wthor.KindUnknown},
		"puzzles with wrong count":  {with(tinyPuzzles, map[int]byte{20: 1}), 344, wthor.KindUnknown},
		"puzzles with 65 empty":     {header(3, 65, 0, 8, 1), -1, wthor.KindUnknown},
		"names":                     {header(0, 500, 0, 0, 0), -1, wthor.KindUnknown},
		"players":                   {header(0, 500, 0, 0, 0), 10016, wthor.KindPlayers},
		"tournaments":               {header(0, 500, 0, 0, 0), 13016, wthor.KindTournaments},
		"tournaments with board":    {header(0, 500, 0, 124, 0), 13016, wthor.KindTournaments},
		"tournaments with flag":     {header(0, 500, 0, 0, 1), 13016, wthor.KindTournaments},
		"nothing":                   {make([]byte, 16), 16, wthor.KindUnknown},
		"zero date":                 {append(make([]byte, 4), header(3, 0, 2015, 8, 0)[4:]...), -1, wthor.KindGames},
		"month 13":                  {with(header(3, 0, 2015, 8, 0), map[int]byte{2: 13}), 220, wthor.KindUnknown},
		"zip":                       {[]byte("PK\x03\x04\x14\x00\x08\x00\x08\x00\x00\x00\x00\x00\x00\x00\x00"), -1, wthor.KindUnknown},
		"text":                      {[]byte("f5d6c3d3c4f4f6f3\n"), -1, wthor.KindUnknown},
		"Parquet":                   {[]byte("PAR1\x00\x00\x00\x00\x05\x00\x00\x00\x00\x00\x00\x00"), -1, wthor.KindUnknown},
	} {
		if got := wthor.KindOf("", test.head, test.size); got != test.want {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}

// A name that header and size contradict gives way only to a file that fits exactly.
func TestKindOfContradictions(t *testing.T) {
	for name, test := range map[string]struct {
		file string
		head []byte
		size int64
		want wthor.Kind
	}{
		"10x10 games as games":        {"WTH_2005.wtb", tinyGames10, 224, wthor.KindGames10},
		"10x10 games of unknown size": {"WTH_2005.wtb", tinyGames10, -1, wthor.KindGames},
		"10x10 games cut short":       {"WTH_2005.wtb", tinyGames10, 200, wthor.KindGames},
		"tournaments as players":      {"WTHOR.JOU", tinyTournaments, 68, wthor.KindTournaments},
		"players as tournaments":      {"WTHOR.TRN", tinyPlayers[:16], 76, wthor.KindPlayers},
		"players damaged":             {"WTHOR.JOU", with(tinyPlayers, map[int]byte{35: 'x'}), 76, wthor.KindPlayers},
		"no names":                    {"WTHOR.TRN", make([]byte, 16), 16, wthor.KindTournaments},
		"games as puzzles":            {"Solitaires_1.pzz", tinyGames, 220, wthor.KindGames},
		"puzzles with wrong count":    {"Solitaires_1.pzz", with(tinyPuzzles, map[int]byte{20: 1}), 344, wthor.KindPuzzles},
		"old puzzles":                 {"Solitaires_1.pzz", with(tinyPuzzles, map[int]byte{13: 0})[:16], 344, wthor.KindPuzzles},
		"games too long":              {"WTH_2015.wtb", tinyGames, 221, wthor.KindGames},
		"text":                        {"WTH_2015.wtb", []byte("<!DOCTYPE html>\n<html>"), 22, wthor.KindGames},
	} {
		if got := wthor.KindOf(test.file, test.head, test.size); got != test.want {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}

func TestKindStrings(t *testing.T) {
	for k, want := range map[wthor.Kind][2]string{
		wthor.KindUnknown: {"unknown", ""}, wthor.KindGames: {"games", ".wtb"}, wthor.KindGames10: {"10x10 games", ".wtd"},
		wthor.KindPlayers: {"player names", ".jou"}, wthor.KindTournaments: {"tournament names", ".trn"},
		wthor.KindPuzzles: {"puzzles", ".pzz"}, 6: {"unknown", ""}, 255: {"unknown", ""},
	} {
		if k.String() != want[0] || k.Extension() != want[1] {
			t.Errorf("kind %d is %q %q, want %q", uint8(k), k, k.Extension(), want)
		}
	}
}

// Every real file is known by its name alone and without it.
func TestRealKinds(t *testing.T) {
	for _, set := range dataSets {
		t.Run(set, func(t *testing.T) {
			folder := dataFolder(t, set)
			for _, want := range []wthor.Kind{wthor.KindGames, wthor.KindPlayers, wthor.KindTournaments} {
				files := filesIn(t, folder, want.Extension())
				if len(files) == 0 {
					t.Errorf("no %v", want)
				}
				for name, file := range files {
					head := file[:min(len(file), 512)]
					got := []wthor.Kind{
						wthor.KindOf(filepath.Join(folder, name), nil, -1), wthor.KindOf(name, head, int64(len(file))),
						wthor.KindOf("", head, -1), wthor.KindOf("", head[:16], int64(len(file))),
					}
					if slices.ContainsFunc(got, func(k wthor.Kind) bool { return k != want }) {
						t.Errorf("%s is %v, want %v", name, got, want)
					}
				}
			}
		})
	}
}

// Each kind is read from a zip archive, entry by entry.
func TestReadersFromZip(t *testing.T) {
	var archive bytes.Buffer
	zw := zip.NewWriter(&archive)
	for name, file := range map[string][]byte{
		"base/WTH_2015.WTB": tinyGames, "base/wth_2005.wtd": tinyGames10, "base/WTH.JOU": tinyPlayers,
		"base/WTHOR.TRN": tinyTournaments, "Solitaires_60.pzz": tinyPuzzles,
	} {
		w, err := zw.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(file); err != nil {
			t.Fatal(err)
		}
	}
	if err := zw.Close(); err != nil {
		t.Fatal(err)
	}
	zr, err := zip.NewReader(bytes.NewReader(archive.Bytes()), int64(archive.Len()))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[wthor.Kind]int{}
	for _, entry := range zr.File {
		f, err := entry.Open()
		if err != nil {
			t.Fatal(err)
		}
		kind := wthor.KindOf(entry.Name, nil, int64(entry.UncompressedSize64))
		n, err := countRecords(kind, f)
		if err != nil {
			t.Errorf("%s: %v", entry.Name, err)
		}
		seen[kind] = n
	}
	want := map[wthor.Kind]int{
		wthor.KindGames: 3, wthor.KindGames10: 2, wthor.KindPlayers: 3, wthor.KindTournaments: 2,
		wthor.KindPuzzles: 2,
	}
	if !maps.Equal(seen, want) {
		t.Errorf("records are %v, want %v", seen, want)
	}
}

// countRecords reads a file of a known kind and returns the number of its records and
// the error that ended it early.
func countRecords(kind wthor.Kind, r io.Reader) (n int, err error) {
	var names wthor.Names
	switch kind {
	case wthor.KindPlayers:
		names, err = wthor.ReadPlayers(r)
		return len(names.Labels), fatal(err)
	case wthor.KindTournaments:
		names, err = wthor.ReadTournaments(r)
		return len(names.Labels), fatal(err)
	case wthor.KindGames:
		return countIn(wthor.NewReader(r))
	case wthor.KindGames10:
		return countIn(wthor.NewReader10(r))
	case wthor.KindPuzzles:
		return countIn(wthor.NewPuzzleReader(r))
	}
	return 0, errors.New("unknown kind")
}

func countIn[R file[T], T any](r R, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	_, errs := records[T](r)
	if len(errs) > 0 {
		if err := fatal(errs[len(errs)-1]); err != nil {
			return len(errs) - 1, err
		}
	}
	return len(errs), nil
}

// fatal returns err if it ended the file and nil if it is one of a record.
func fatal(err error) error {
	if isFatal(err) {
		return err
	}
	return nil
}
