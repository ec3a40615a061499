package store_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/transfer"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// touch makes empty files; a name that ends with a slash is a directory.
func touch(t *testing.T, dir string, names ...string) {
	t.Helper()
	for _, name := range names {
		path := filepath.Join(dir, filepath.FromSlash(name))
		err := os.MkdirAll(filepath.Dir(path), 0o777)
		if strings.HasSuffix(name, "/") {
			err = os.MkdirAll(path, 0o777)
		} else if err == nil {
			err = os.WriteFile(path, make([]byte, 16+2*68), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestFindSources(t *testing.T) {
	for _, test := range []struct {
		name  string
		files []string
		paths []string
		want  []string // name: players, tournaments
		notes int
	}{
		{
			"folder in any case", []string{"d/WTH_2001.WTB", "d/wth_1999.wtb", "d/WTHOR.JOU", "d/Wthor.trn",
				"d/readme.txt", "d/X.wtb/"},
			[]string{"d"},
			[]string{"wth_1999.wtb: WTHOR.JOU, Wthor.trn", "WTH_2001.WTB: WTHOR.JOU, Wthor.trn"}, 0,
		},
		{
			"one file, other names", []string{"d/WTH_2001.wtb", "d/WTH.JOU", "d/WTH.TRN"},
			[]string{"d/WTH_2001.wtb"},
			[]string{"WTH_2001.wtb: WTH.JOU, WTH.TRN"}, 0,
		},
		{
			"names of its own before WTHOR", []string{"d/PC_2001.wtb", "d/WTH_2001.wtb", "d/pc.jou", "d/WTHOR.JOU"},
			[]string{"d"},
			[]string{"PC_2001.wtb: pc.jou, ", "WTH_2001.wtb: WTHOR.JOU, "}, 1,
		},
		{
			"no names", []string{"d/a.wtb", "d/b.wtb"},
			[]string{"d"},
			[]string{"a.wtb: , ", "b.wtb: , "}, 2,
		},
		{
			"names given", []string{"d/a.wtb", "e/p.jou", "e/t.trn"},
			[]string{"d/a.wtb", "e/p.jou", "e/t.trn"},
			[]string{"a.wtb: p.jou, t.trn"}, 0,
		},
		{
			"given twice", []string{"d/a.wtb"},
			[]string{"d", "d/a.wtb", "d/../d"},
			[]string{"a.wtb: , "}, 2,
		},
		{
			"same name in two folders", []string{"d/a.wtb", "e/a.wtb", "e/b.wtb"},
			[]string{"e", "d"},
			[]string{"b.wtb: , ", "d/a.wtb: , ", "e/a.wtb: , "}, 2,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			touch(t, dir, test.files...)
			var paths []string
			for _, p := range test.paths {
				paths = append(paths, filepath.Join(dir, p))
			}
			src, err := transfer.FindSources(paths...)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range src.Files {
				got = append(got, f.Name+": "+base(f.Players)+", "+base(f.Tournaments))
				if f.Games != 2 {
					t.Errorf("%s: room for %d games, want 2", f.Name, f.Games)
				}
			}
			if !slices.Equal(got, test.want) || len(src.Notes) != test.notes {
				t.Errorf("got %q, notes %q; want %q, %d notes", got, src.Notes, test.want, test.notes)
			}
			if src.Count() != 2*len(test.want) {
				t.Errorf("Count is %d", src.Count())
			}
		})
	}
}

func base(path string) string {
	if path == "" {
		return ""
	}
	return filepath.Base(path)
}

func TestFindSourcesErrors(t *testing.T) {
	dir := t.TempDir()
	touch(t, dir, "empty/", "text/a.txt", "two/x.jou", "two/y.jou", "two/a_1999.wtb")
	for _, test := range []struct {
		path string
		kind error
		want string
	}{
		{"empty", dataset.ErrNoSources, "empty"},
		{"text/a.txt", dataset.ErrNoSources, `, a WTHOR file (.wtb) or a zip file`},
		{"none", fs.ErrNotExist, "none"},
		{"two", dataset.ErrNames, "expected one, or one called a"},
	} {
		_, err := transfer.FindSources(filepath.Join(dir, test.path))
		if !errors.Is(err, test.kind) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %v with %q", test.path, err, test.kind, test.want)
		}
		if !fault.IsBadInput(err) {
			t.Errorf("%s: %v is no bad input", test.path, err)
		}
	}
}
