package download_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/outflank/outflank/dataset/download"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// pipes is a listener without a network: inside the bubble of synctest, time only
// stands still for what it knows all about.
type pipes struct {
	conns chan net.Conn
	done  chan struct{}
}

func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipes"} }
func (p *pipes) Close() error   { close(p.done); return nil }

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

func (p *pipes) dial(context.Context, string, string) (net.Conn, error) {
	client, server := net.Pipe()
	p.conns <- server
	return client, nil
}

// inBubble runs test with a Config, the default one but for its client, that
// reaches the handler and nothing else.
func inBubble(t *testing.T, h http.HandlerFunc, test func(t *testing.T, c download.Config)) {
	synctest.Test(t, func(t *testing.T) {
		p := &pipes{make(chan net.Conn), make(chan struct{})}
		server := &http.Server{Handler: h}
		go func() { _ = server.Serve(p) }()
		transport := &http.Transport{DialContext: p.dial}
		c := download.Default
		c.Base, c.Client = "http://test/", &http.Client{Transport: transport}
		test(t, c)
		transport.CloseIdleConnections()
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
}

// TestPauses grow, and are those that the server asks for where it does.
func TestPauses(t *testing.T) {
	for retryAfter, want := range map[string][]time.Duration{
		"":                              {1, 2, 4, 8, 16, 32, 60, 60},
		"5":                             {5, 5, 5, 8, 16, 32, 60, 60},
		"90":                            {90, 90, 90, 90, 90, 90, 90, 90},
		"-1":                            {1, 2, 4, 8, 16, 32, 60, 60},
		"Fri, 31 Dec 1999 23:59:59 GMT": {1, 2, 4, 8, 16, 32, 60, 60},
		"99999999":                      slices.Repeat([]time.Duration{3600}, 8),
	} {
		var last time.Time
		var pauses []time.Duration
		busy := func(w http.ResponseWriter, _ *http.Request) {
			if !last.IsZero() {
				pauses = append(pauses, time.Since(last)/time.Second)
			}
			last = time.Now()
			w.Header().Set("Retry-After", retryAfter)
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		inBubble(t, busy, func(t *testing.T, c download.Config) {
			c.Retries = 8
			var said []time.Duration
			for p := range c.Fetch(t.Context(), t.TempDir(), []string{file}) {
				if p.State == download.Retrying {
					said = append(said, p.Wait/time.Second)
				}
			}
			if !slices.Equal(pauses, want) || !slices.Equal(said, want) {
				t.Errorf("Retry-After %q: pauses are %d s, said %d s, want %d s", retryAfter, pauses, said, want)
			}
		})
	}
}

// TestLongPause: a first pause over a minute is kept.
func TestLongPause(t *testing.T) {
	inBubble(t, status(500), func(t *testing.T, c download.Config) {
		begin := time.Now()
		c.Retries, c.Pause = 2, 2*time.Minute
		fetch(t, c, t.TempDir(), file)
		if took := time.Since(begin); took != 4*time.Minute {
			t.Errorf("took %v", took)
		}
	})
}

// silent answers nothing until the client goes away.
func silent(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

// stalls sends the first bytes of data and no more.
func stalls(data []byte, n int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", fmt.Sprint(len(data)))
		w.Header().Set("ETag", `"1"`)
		_, _ = w.Write(data[:n])
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	}
}

// TestStall: a server that is silent, before its answer or in the middle of it, is
// given up after the time for that, and what had come is not asked for again.
func TestStall(t *testing.T) {
	data := gameFile(t, 2001, 10, 1)
	for what, h := range map[string]http.HandlerFunc{"no answer": silent, "half an answer": stalls(data, 300)} {
		var ranges []string
		handler := func(w http.ResponseWriter, r *http.Request) {
			ranges = append(ranges, r.Header.Get("Range"))
			h(w, r)
		}
		inBubble(t, handler, func(t *testing.T, c download.Config) {
			begin := time.Now()
			c.Retries = 1
			o := fetch(t, c, t.TempDir(), file)
			if took, want := time.Since(begin), 2*c.Stall+c.Pause; took != want {
				t.Errorf("%s: gave up after %v, want %v", what, took, want)
			}
			if !errors.Is(o.err, download.ErrStalled) || fault.IsBadInput(o.err) ||
				!strings.HasSuffix(o.err.Error(), "nothing more arrived for 30s, in 2 tries") {
				t.Errorf("%s: %v", what, o.err)
			}
		})
		want := []string{"", ""}
		if what == "half an answer" {
			want[1] = "bytes=300-"
		}
		if !slices.Equal(ranges, want) {
			t.Errorf("%s: asked for %q, want %q", what, ranges, want)
		}
	}
}

// TestSlow: a server that sends something now and then is not given up, however
// long it takes, nor one behind a caller who takes his time.
func TestSlow(t *testing.T) {
	data := gameFile(t, 2001, 10, 1)
	slow := func(w http.ResponseWriter, _ *http.Request) {
		for i := range 10 {
			_, _ = w.Write(data[i*len(data)/10 : (i+1)*len(data)/10])
			_ = http.NewResponseController(w).Flush()
			time.Sleep(20 * time.Second)
		}
	}
	inBubble(t, slow, func(t *testing.T, c download.Config) {
		for p, err := range c.Fetch(t.Context(), t.TempDir(), []string{file}) {
			if err != nil || p.State == download.Retrying {
				t.Errorf("%+v, %v", p, err)
			}
			time.Sleep(time.Hour)
		}
	})
}

// TestNoStallTimeout: 0 waits for ever, that is until ctx ends.
func TestNoStallTimeout(t *testing.T) {
	inBubble(t, silent, func(t *testing.T, c download.Config) {
		begin := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), 1000*time.Hour)
		defer cancel()
		c.Stall = 0
		if o := collect(t, ctx, c, t.TempDir(), []string{file}); o.err != context.DeadlineExceeded {
			t.Errorf("ended with %v", o.err)
		}
		if took := time.Since(begin); took != 1000*time.Hour {
			t.Errorf("took %v", took)
		}
	})
}

// TestCancel ends a transfer, or the pause after one, at once; the part stays.
func TestCancel(t *testing.T) {
	data := gameFile(t, 2001, 10, 1)
	for what, h := range map[string]http.HandlerFunc{"transfer": stalls(data, 300), "pause": status(500)} {
		inBubble(t, h, func(t *testing.T, c download.Config) {
			begin, dir := time.Now(), t.TempDir()
			ctx, cancel := context.WithTimeout(t.Context(), time.Second/2)
			defer cancel()
			o := collect(t, ctx, c, dir, []string{file})
			if took := time.Since(begin); o.err != context.DeadlineExceeded || took != time.Second/2 {
				t.Errorf("%s: ended with %v after %v", what, o.err, took)
			}
			if what == "transfer" {
				checkFolder(t, dir, map[string][]byte{file + ".part": data[:300]})
			}
		})
	}
}

// TestStallThenRest through a real connection.
func TestStallThenRest(t *testing.T) {
	s, dir := newSite(t), t.TempDir()
	c := s.config(t)
	c.Stall = 50 * time.Millisecond
	s.misbehave(file, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", s.files[file].etag)
		w.Header().Set("Content-Length", fmt.Sprint(len(s.data(file))))
		_, _ = io.Copy(w, strings.NewReader(string(s.data(file)[:300])))
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	o := fetch(t, c, dir, file)
	if o.err != nil || !slices.Equal(o.said, []string{"retrying: nothing more arrived for 50ms"}) {
		t.Errorf("%v after %q", o.err, o.said)
	}
	checkFolder(t, dir, map[string][]byte{filepath.Base(file): s.data(file)})
}
