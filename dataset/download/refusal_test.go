package download_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/dataset/download"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/wthor"
)

// TestTroubleThatStays: what was in the folder is still there, and the error says
// what is wrong.
func TestTroubleThatStays(t *testing.T) {
	const html = "<!DOCTYPE html><html><head><title>Not here</title></head><body>but 200</body></html>"
	good := gameFile(t, 2001, 10, 9)
	damaged := bytes.Clone(good)
	damaged[16+68+8] = 99
	page := func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, html) }
	for what, test := range map[string]struct {
		trouble http.HandlerFunc
		kind    error // nil = none of the package's
		bad     bool  // a fault of the file, others continue
		tries   int
		want    string
	}{
		"web page":         {page, wthor.ErrHeader, true, 1, "wthor: header (byte 12): P1 is 109, expected 0 or 8 (the server calls it text/html; charset=utf-8)"},
		"nothing":          {func(http.ResponseWriter, *http.Request) {}, wthor.ErrSize, true, 1, "wthor: file (byte 0): size is 0 bytes, expected at least 16 bytes"},
		"length too short": {raw(answer(300, "", good)), wthor.ErrSize, true, 1, "wthor: file (byte 300): size is 300 bytes, expected 696 bytes for N1 of 10"},
		"length too long":  {raw(answer(len(good)+10, "", good)), io.ErrUnexpectedEOF, false, 3, "unexpected EOF, in 3 tries"},
		"always cut off":   {raw(answer(len(good), "", good[:300])), io.ErrUnexpectedEOF, false, 3, "unexpected EOF, in 3 tries"},
		"no length, short": {raw(answer(-1, "", good[:300])), wthor.ErrSize, true, 3, "size is 300 bytes, expected 696 bytes for N1 of 10, in 3 tries"},
		"one byte more":    {raw(answer(len(good)+1, "", append(good, 0))), wthor.ErrSize, true, 1, "wthor: file (byte 696): size is over 696 bytes"},
		"bad move":         {raw(answer(len(good), "", damaged)), wthor.ErrMove, true, 1, "wthor: record 2 (byte 92): move 1 is 99, expected 10*row+column"},
		"another year":     {raw(answer(len(good), "", gameFile(t, 2002, 10, 9))), wthor.ErrHeader, true, 1, "wthor: header (byte 10): year is 2002, expected 2001 as in the file's name"},
		"compressed":       {raw(answer(8, "Content-Encoding: gzip\r\n", []byte("\x1f\x8b\x08zzzzz"))), wthor.ErrSize, true, 1, "size is 8 bytes"},
		"too large":        {raw(answer(5001, "", nil)), download.ErrTooLarge, true, 1, "too large: the server announces 5001 bytes, want at most 5000"},
		"endless":          {raw(answer(-1, "", make([]byte, 6000))), download.ErrTooLarge, true, 1, "too large: over 5000 bytes"},
		"always 500":       {status(500), download.ErrStatus, false, 3, "unexpected answer: 500 Internal Server Error, in 3 tries"},
		"forbidden":        {status(403), download.ErrStatus, false, 1, "unexpected answer: 403 Forbidden"},
		"not implemented":  {status(501), download.ErrStatus, false, 1, "unexpected answer: 501 Not Implemented"},
		"304 unasked":      {status(304), download.ErrStatus, false, 1, "unexpected answer: 304 Not Modified"},
		"206 unasked":      {status(206), download.ErrStatus, false, 1, "unexpected answer: 206 Partial Content"},
		"not HTTP":         {raw("hello\r\n\r\n"), nil, false, 3, "malformed HTTP"},
	} {
		t.Run(what, func(t *testing.T) {
			s, dir := newSite(t), t.TempDir()
			old := s.data(file)
			if err := os.WriteFile(filepath.Join(dir, file), old, 0o666); err != nil {
				t.Fatal(err)
			}
			s.always(file, test.trouble)
			c := s.config(t)
			c.Retries, c.Limit = 2, 5000
			o := fetch(t, c, dir, file, "WTH_2002.wtb")
			fe, ok := errors.AsType[*download.FileError](o.err)
			if !ok || fe.Name != file || fe.URL != s.URL+"/"+file || !strings.Contains(o.err.Error(), test.want) ||
				test.kind != nil && !errors.Is(o.err, test.kind) {
				t.Errorf("error is %v, want %v: %s", o.err, test.kind, test.want)
			}
			if fault.IsBadInput(o.err) != test.bad || (o.final[file] == download.Refused) != test.bad ||
				(o.final["WTH_2002.wtb"] == download.New) != test.bad {
				t.Errorf("states are %v, BadInput is %t", o.final, fault.IsBadInput(o.err))
			}
			asked := slices.DeleteFunc(s.requests(), func(line string) bool { return line == "GET WTH_2002.wtb" })
			if len(asked) != test.tries {
				t.Errorf("requests are %q, want %d", asked, test.tries)
			}
			if got, err := os.ReadFile(filepath.Join(dir, file)); err != nil || !bytes.Equal(got, old) {
				t.Errorf("the old file is not there: %v", err)
			}
			if _, err := os.Stat(filepath.Join(dir, file+".part")); test.bad && err == nil {
				t.Error("the part of a refused file is there")
			}
		})
	}
}

// TestNamesFilesAreChecked as names files, each kind as its own.
func TestNamesFilesAreChecked(t *testing.T) {
	s := newSite(t)
	s.put("WTHOR.JOU", s.data("WTHOR.TRN"))
	s.put("WTHOR.TRN", s.data("WTH_2001.wtb"))
	o := fetch(t, s.config(t), t.TempDir(), both...)
	for _, want := range []string{
		"/WTHOR.JOU: wthor: file (byte 36): size is over 36 bytes, expected 36 bytes for N2 of 1",
		"/WTHOR.TRN: wthor: header (byte 4): N1 is 10, expected 0 in a names file",
	} {
		if o.err == nil || !strings.Contains(o.err.Error(), want) {
			t.Errorf("error is %v, want %s", o.err, want)
		}
	}
	if o.final["WTH_2002.wtb"] != download.New {
		t.Errorf("states are %v", o.final)
	}
}

func TestRedirections(t *testing.T) {
	s := newSite(t)
	s.always(file, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/"+file, http.StatusFound)
	})
	c := s.config(t)
	c.Client = nil // the package's own
	if o := fetch(t, c, t.TempDir(), file); o.err == nil ||
		!strings.Contains(o.err.Error(), "redirection not followed: it is the 10th") || len(o.said) > 0 {
		t.Errorf("%v after %q", o.err, o.said)
	}
	if n := len(s.requests()); n != 10 {
		t.Errorf("%d requests", n)
	}
}

// TestNoServer: nobody listens. That may pass.
func TestNoServer(t *testing.T) {
	s := newSite(t)
	c := s.config(t)
	s.Close()
	c.Retries = 2
	o := fetch(t, c, t.TempDir(), file)
	if o.err == nil || fault.IsBadInput(o.err) || len(o.said) != 2 ||
		!strings.HasSuffix(o.err.Error(), ", in 3 tries") {
		t.Errorf("%v after %q", o.err, o.said)
	}
}

// TestNoPassword: errors and download.json do not show the password of a URL.
func TestNoPassword(t *testing.T) {
	s, dir := newSite(t), t.TempDir()
	c := s.config(t)
	c.Base = strings.Replace(c.Base, "http://", "http://me:secret@", 1)
	o := fetch(t, c, dir, file, "WTHOR.EXE.jou")
	text, err := os.ReadFile(filepath.Join(dir, "download.json"))
	if err != nil || o.err == nil || strings.Contains(string(text)+o.err.Error(), "secret") {
		t.Errorf("%v, %v\n%s", err, o.err, text)
	}
}

// TestFolderTrouble: errors of the file system end it, with the path.
func TestFolderTrouble(t *testing.T) {
	s, dir := newSite(t), t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, file), 0o777); err != nil {
		t.Fatal(err)
	}
	if o := fetch(t, s.config(t), dir, both...); o.err == nil ||
		!strings.Contains(o.err.Error(), filepath.Join(dir, file)) || o.final["WTH_2002.wtb"] != "" {
		t.Errorf("a folder in the place of the file: %v, %v", o.err, o.final)
	}
	if o := fetch(t, s.config(t), filepath.Join(dir, "WTHOR.JOU"), file); o.err == nil {
		t.Error("a file in the place of the folder is no error")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if o := collect(t, ctx, s.config(t), dir, both); !errors.Is(o.err, context.Canceled) {
		t.Errorf("canceled before it begins: %v", o.err)
	}
}
