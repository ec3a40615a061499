package download_test

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/outflank/outflank/dataset/download"
	"github.com/outflank/outflank/wthor"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// gameFile returns a game file of n games; another issue has other games.
func gameFile(t testing.TB, year, n, issue int) []byte {
	t.Helper()
	var file bytes.Buffer
	w, err := wthor.NewWriter(&file, wthor.Header{Century: 20, N1: uint32(n), Year: uint16(year), P1: 8, P3: 24})
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		g := wthor.Game{Black: uint16(i), White: uint16(issue), Score: uint8(i % 65)}
		if err := g.SetSquares([]uint8{37, 43, uint8(issue % 64)}); err != nil {
			t.Fatal(err)
		}
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func namesFile(t testing.TB, write func(*bytes.Buffer, wthor.Names) error, labels ...string) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := write(&file, wthor.Names{Header: wthor.Header{N2: uint16(len(labels))},
		Labels: labels}); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func players(t testing.TB, labels ...string) []byte {
	return namesFile(t, func(b *bytes.Buffer, n wthor.Names) error {
		return wthor.WritePlayers(b, n)
	}, labels...)
}

func tournaments(t testing.TB, labels ...string) []byte {
	return namesFile(t, func(b *bytes.Buffer, n wthor.Names) error {
		return wthor.WriteTournaments(b, n)
	}, labels...)
}

// A site is a server of files that behaves, except where a test tells it not to.
type site struct {
	*httptest.Server
	mu    sync.Mutex
	files map[string]siteFile
	odd   map[string]http.HandlerFunc // answers in the place of the file
	asked []string                    // method, name and what was special about the requests
}

type siteFile struct {
	data     []byte
	etag     string // "" = none
	modified time.Time
}

var modified = time.Date(2026, 2, 24, 12, 0, 0, 0, time.UTC)

// newSite has the names and the games of two years.
func newSite(t testing.TB) *site {
	s := &site{files: map[string]siteFile{}, odd: map[string]http.HandlerFunc{}}
	s.put("WTHOR.JOU", players(t, "???", "Tamenori Hideshi"))
	s.put("WTHOR.TRN", tournaments(t, "Paris"))
	s.put("WTH_2001.wtb", gameFile(t, 2001, 10, 1))
	s.put("WTH_2002.wtb", gameFile(t, 2002, 20, 1))
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

// put makes a file, or a new version of one.
func (s *site) put(name string, data []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := siteFile{data, fmt.Sprintf(`"%x"`, len(data)), modified}
	if old, ok := s.files[name]; ok {
		f.etag, f.modified = strings.TrimSuffix(old.etag, `"`)+`+"`, old.modified.Add(time.Hour)
	}
	s.files[name] = f
}

// misbehave has the handlers answer the next requests for a file, one each.
func (s *site) misbehave(name string, handlers ...http.HandlerFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.odd[name] = func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		h := handlers[0]
		if handlers = handlers[1:]; len(handlers) == 0 {
			delete(s.odd, name)
		}
		s.mu.Unlock()
		h(w, r)
	}
}

// always has a handler answer all requests for a file.
func (s *site) always(name string, h http.HandlerFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.odd[name] = h
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	s.mu.Lock()
	line := r.Method + " " + name
	for _, key := range []string{"Range", "If-Range", "If-None-Match", "If-Modified-Since"} {
		if v := r.Header.Get(key); v != "" {
			line += ", " + key + " " + v
		}
	}
	s.asked = append(s.asked, line)
	h := s.odd[name]
	s.mu.Unlock()
	if h == nil {
		h = s.serve
	}
	h(w, r)
}

// serve answers as a good server does.
func (s *site) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	f, ok := s.files[strings.TrimPrefix(r.URL.Path, "/")]
	s.mu.Unlock()
	if !ok {
		http.NotFound(w, r)
		return
	}
	if f.etag != "" {
		w.Header().Set("ETag", f.etag)
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	http.ServeContent(w, r, "", f.modified, bytes.NewReader(f.data))
}

// requests returns the requests since the last call.
func (s *site) requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	asked := s.asked
	s.asked = nil
	return asked
}

func (s *site) data(name string) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.files[name].data
}

// config fetches from the site, without pauses, and can reach nothing else.
func (s *site) config(t testing.TB) download.Config {
	var d net.Dialer
	transport := &http.Transport{DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
		if addr != s.Listener.Addr().String() {
			return nil, fmt.Errorf("%s is not the server of this test", addr)
		}
		return d.DialContext(ctx, network, addr)
	}}
	t.Cleanup(transport.CloseIdleConnections)
	c := download.Default
	c.Base, c.Pause, c.Stall = s.URL, 0, 5*time.Second
	c.Client = &http.Client{Transport: transport}
	return c
}

// outcome is what a whole Fetch said.
type outcome struct {
	final map[string]download.State
	said  []string // retries and refusals
	bytes map[string]int64
	err   error
}

func fetch(t testing.TB, c download.Config, dir string, names ...string) outcome {
	t.Helper()
	return collect(t, t.Context(), c, dir, names)
}

// collect also checks what holds of every sequence of progress.
func collect(t testing.TB, ctx context.Context, c download.Config, dir string, names []string) outcome {
	t.Helper()
	o := outcome{final: map[string]download.State{}, bytes: map[string]int64{}}
	for p, err := range c.Fetch(ctx, dir, names) {
		if o.err != nil {
			t.Errorf("%+v after the error %v", p, o.err)
		}
		if o.err = err; err != nil {
			if p != (download.Progress{}) {
				t.Errorf("%+v with the error %v", p, err)
			}
			continue
		}
		if p.Name != names[p.Index] || p.Total > 0 && p.Bytes > p.Total && p.State != download.Refused {
			t.Errorf("progress %+v", p)
		}
		if (p.Err != nil) != (p.State == download.Retrying || p.State == download.Refused) {
			t.Errorf("error of the progress %+v", p)
		}
		if p.Err != nil {
			o.said = append(o.said, fmt.Sprintf("%s: %v", p.State, p.Err))
		}
		if p.State.Final() {
			if was, ok := o.final[p.Name]; ok {
				t.Errorf("%s: %s after %s", p.Name, p.State, was)
			}
			o.final[p.Name] = p.State
			o.bytes[p.Name] = p.Received
		}
	}
	return o
}

// checkFolder wants these files and download.json in the folder, nothing else.
func checkFolder(t testing.TB, dir string, want map[string][]byte) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if e.Name() != "download.json" {
			names = append(names, e.Name())
		}
	}
	for name, data := range want {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || !bytes.Equal(got, data) {
			t.Errorf("%s has %d bytes (%v), want the %d of the server", name, len(got), err, len(data))
		}
		names = slices.DeleteFunc(names, func(n string) bool { return n == name })
	}
	if len(names) > 0 {
		t.Errorf("besides, %v are in the folder", names)
	}
}

func (s *site) whole(names ...string) map[string][]byte {
	files := map[string][]byte{}
	for _, n := range names {
		files[n] = s.data(n)
	}
	return files
}
