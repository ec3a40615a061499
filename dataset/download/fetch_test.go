package download_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/dataset/download"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
)

var both = download.Names(2001, 2002)

func TestNames(t *testing.T) {
	want := []string{"WTHOR.JOU", "WTHOR.TRN", "WTH_2001.wtb", "WTH_2002.wtb"}
	if !slices.Equal(both, want) {
		t.Errorf("names are %v, want %v", both, want)
	}
}

// all returns the same state for all files.
func all(s download.State) map[string]download.State {
	return map[string]download.State{"WTHOR.JOU": s, "WTHOR.TRN": s, "WTH_2001.wtb": s, "WTH_2002.wtb": s}
}

// TestFetch: everything is new, then nothing is sent, then what changed only.
func TestFetch(t *testing.T) {
	s, dir := newSite(t), filepath.Join(t.TempDir(), "a", "b")
	c := s.config(t)
	o := fetch(t, c, dir, both...)
	if diff := cmp.Diff(all(download.New), o.final); diff != "" || o.err != nil {
		t.Errorf("%v %s", o.err, diff)
	}
	checkFolder(t, dir, s.whole(both...))
	if n := o.bytes["WTH_2002.wtb"]; n != int64(len(s.data("WTH_2002.wtb"))) {
		t.Errorf("%d bytes received", n)
	}
	s.requests()

	o = fetch(t, c, dir, both...)
	if diff := cmp.Diff(all(download.Unchanged), o.final); diff != "" || o.err != nil {
		t.Errorf("%v %s", o.err, diff)
	}
	for name, n := range o.bytes {
		if n != 0 {
			t.Errorf("%s was sent again", name)
		}
	}
	want := `GET WTHOR.JOU, If-None-Match "38", If-Modified-Since Tue, 24 Feb 2026 12:00:00 GMT`
	if got := s.requests(); len(got) != 4 || got[0] != want {
		t.Errorf("requests are %q, want 4, the first %q", got, want)
	}

	s.put("WTH_2001.wtb", gameFile(t, 2001, 11, 2))
	o = fetch(t, c, dir, both...)
	changed := all(download.Unchanged)
	changed["WTH_2001.wtb"] = download.Updated
	if diff := cmp.Diff(changed, o.final); diff != "" || o.err != nil {
		t.Errorf("%v %s", o.err, diff)
	}
	checkFolder(t, dir, s.whole(both...))
}

// TestCacheIsNotTrusted: whatever happened to the folder, it ends with what the
// server has.
func TestCacheIsNotTrusted(t *testing.T) {
	const name = "WTH_2001.wtb"
	write := func(file, text string) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	remove := func(file string) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) {
			if err := os.Remove(filepath.Join(dir, file)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for what, test := range map[string]struct {
		harm func(t *testing.T, dir string)
		want download.State
	}{
		"no cache":        {remove("download.json"), download.Unchanged},
		"damaged cache":   {write("download.json", `{"version": 1, "files": {"WTH`), download.Unchanged},
		"empty cache":     {write("download.json", `{}`), download.Unchanged},
		"later cache":     {write("download.json", `{"version": 2, "files": {}}`), download.Unchanged},
		"file changed":    {write(name, "something else"), download.Updated},
		"file removed":    {remove(name), download.New},
		"stray part":      {write(name+".part", "something"), download.Unchanged},
		"stray temporary": {write(name+".new", ""), download.Unchanged},
	} {
		t.Run(what, func(t *testing.T) {
			s, dir := newSite(t), t.TempDir()
			c := s.config(t)
			fetch(t, c, dir, name)
			test.harm(t, dir)
			if o := fetch(t, c, dir, name); o.final[name] != test.want || o.err != nil {
				t.Errorf("%s (%v), want %s", o.final[name], o.err, test.want)
			}
			if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != string(s.data(name)) {
				t.Errorf("the file is not the server's: %v", err)
			}
		})
	}
}

// TestOtherMirror: the versions of one server say nothing about another's.
func TestOtherMirror(t *testing.T) {
	const name = "WTH_2001.wtb"
	one, two, dir := newSite(t), newSite(t), t.TempDir()
	fetch(t, one.config(t), dir, name)
	o := fetch(t, two.config(t), dir, name)
	if got := two.requests(); !slices.Equal(got, []string{"GET " + name}) ||
		o.final[name] != download.Unchanged {
		t.Errorf("requests are %q and the file is %s", got, o.final[name])
	}
}

// TestBaseURL: with or without a slash at its end, in a folder of the server.
func TestBaseURL(t *testing.T) {
	s := newSite(t)
	s.files["wthor/base/WTHOR.JOU"] = s.files["WTHOR.JOU"]
	for _, base := range []string{"/wthor/base", "/wthor/base/"} {
		c := s.config(t)
		c.Base += base
		if o := fetch(t, c, t.TempDir(), "WTHOR.JOU"); o.err != nil {
			t.Errorf("%s: %v", base, o.err)
		}
	}
}

// TestOtherLetters: a file that lies there in capitals is that file.
func TestOtherLetters(t *testing.T) {
	s, dir := newSite(t), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "wth_2001.WTB"), gameFile(t, 2001, 3, 0), 0o666); err != nil {
		t.Fatal(err)
	}
	if o := fetch(t, s.config(t), dir, "WTH_2001.wtb"); o.final["WTH_2001.wtb"] != download.Updated ||
		o.err != nil {
		t.Errorf("%s, %v", o.final["WTH_2001.wtb"], o.err)
	}
	checkFolder(t, dir, map[string][]byte{"wth_2001.WTB": s.data("WTH_2001.wtb")})
}

func TestMissing(t *testing.T) {
	for what, test := range map[string]struct {
		gone, names []string
		want        string // "" = no error
	}{
		"a year of several":     {[]string{"WTH_2002.wtb"}, both, ""},
		"the only year":         {[]string{"WTH_2002.wtb"}, []string{"WTH_2002.wtb"}, "no game file: WTH_2002.wtb: not on the server"},
		"all years":             {both[2:], both, "no game file: WTH_2001.wtb and 1 more: not on the server"},
		"players":               {both[:1], both, "/WTHOR.JOU: not on the server"},
		"players, not asked":    {both[:1], both[1:], ""},
		"tournaments and games": {both[1:], both, "/WTHOR.TRN: not on the server"},
	} {
		t.Run(what, func(t *testing.T) {
			s, dir := newSite(t), t.TempDir()
			here := map[string][]byte{}
			for _, name := range test.names {
				here[name] = s.data(name)
			}
			for _, name := range test.gone {
				delete(s.files, name)
				delete(here, name)
			}
			o := fetch(t, s.config(t), dir, test.names...)
			if test.want == "" && o.err != nil || test.want != "" && (!errors.Is(o.err, download.ErrMissing) ||
				!fault.IsBadInput(o.err) || !strings.Contains(o.err.Error(), test.want)) {
				t.Errorf("error is %v, want %q", o.err, test.want)
			}
			for _, name := range test.names {
				if (o.final[name] == download.Missing) != (here[name] == nil) {
					t.Errorf("%s is %s", name, o.final[name])
				}
			}
			if len(here) > 0 {
				checkFolder(t, dir, here)
			}
		})
	}
}

// TestMissingStays: a file that the server no longer has stays in the folder.
func TestMissingStays(t *testing.T) {
	s, dir := newSite(t), t.TempDir()
	fetch(t, s.config(t), dir, both...)
	want := s.whole(both...)
	delete(s.files, "WTH_2001.wtb")
	if o := fetch(t, s.config(t), dir, both...); o.err != nil || o.final["WTH_2001.wtb"] != download.Missing {
		t.Errorf("%v %v", o.final, o.err)
	}
	checkFolder(t, dir, want)
}

// TestMisuse: neither a name nor a URL leads out of the folder or the web.
func TestMisuse(t *testing.T) {
	s, dir := newSite(t), t.TempDir()
	for _, name := range []string{"", "x", "../WTH_2001.wtb", "/WTH_2001.wtb", `a\WTH_2001.wtb`,
		"c:WTH_2001.wtb", "WTHOR.EXE", "download.json"} {
		if o := fetch(t, s.config(t), dir, name); o.err == nil ||
			!strings.Contains(o.err.Error(), "is not the name of") {
			t.Errorf("%q: %v", name, o.err)
		}
	}
	for _, base := range []string{"", "wthor", "file:///etc/", "ftp://127.0.0.1/", "http://", "http://%zz",
		"//127.0.0.1/"} {
		c := s.config(t)
		c.Base = base
		if o := fetch(t, c, dir, both...); !errors.Is(o.err, download.ErrBase) {
			t.Errorf("base %q: %v", base, o.err)
		}
	}
	if got := s.requests(); got != nil {
		t.Errorf("requests: %q", got)
	}
}

// TestBusy: a folder into which another one fetches is left alone, and that one continues.
func TestBusy(t *testing.T) {
	s, dir := newSite(t), filepath.Join(t.TempDir(), "new")
	s.put("WTH_2001.wtb", gameFile(t, 2001, 1, 1))
	for _, err := range s.config(t).Fetch(t.Context(), dir, []string{"WTH_2001.wtb"}) {
		if err != nil {
			t.Fatal(err)
		}
		if o := fetch(t, s.config(t), dir, "WTH_2001.wtb"); !errors.Is(o.err, durable.ErrBusy) ||
			!strings.Contains(o.err.Error(), dir) {
			t.Errorf("the second gets %v, want ErrBusy", o.err)
		}
	}
	checkFolder(t, dir, s.whole("WTH_2001.wtb"))
	if o := fetch(t, s.config(t), dir, "WTH_2001.wtb"); o.err != nil {
		t.Error(o.err)
	}
}

// TestNothingCame: a folder that was made for nothing is gone again; one that was there stays.
func TestNothingCame(t *testing.T) {
	s, there := newSite(t), t.TempDir()
	fresh := filepath.Join(there, "new")
	for _, dir := range []string{fresh, there} {
		if o := fetch(t, s.config(t), dir, "WTH_1999.wtb"); o.err == nil {
			t.Errorf("%s: no error", dir)
		}
	}
	if _, err := os.Stat(fresh); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s: %v", fresh, err)
	}
	if _, err := os.Stat(there); err != nil {
		t.Error(err)
	}
}

// TestInterrupted: however a fetch ends in the middle of a file, the next one asks
// for the rest.
func TestInterrupted(t *testing.T) {
	const name = "WTH_2001.wtb"
	errEnough := errors.New("enough")
	for what, end := range map[string]func(cancel func()) error{
		"cancel": func(cancel func()) error { cancel(); return nil },
		"break":  func(func()) error { return errEnough },
	} {
		t.Run(what, func(t *testing.T) {
			s, dir := newSite(t), t.TempDir()
			s.put(name, gameFile(t, 2001, 3000, 1)) // several reads
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var got error
			for p, err := range s.config(t).Fetch(ctx, dir, []string{name}) {
				if got = err; err == nil && p.Bytes > 0 {
					got = end(cancel)
				}
				if got == errEnough {
					break
				}
			}
			if got != errEnough && !errors.Is(got, context.Canceled) {
				t.Fatalf("ended with %v", got)
			}
			s.requests()
			o := fetch(t, s.config(t), dir, name)
			if asked := s.requests(); len(asked) != 1 || !strings.Contains(asked[0], ", Range bytes=") {
				t.Errorf("then asked %q", asked)
			}
			if n := o.bytes[name]; n == 0 || n >= int64(len(s.data(name))) {
				t.Errorf("%d of %d bytes were received", n, len(s.data(name)))
			}
			checkFolder(t, dir, s.whole(name))
		})
	}
}
