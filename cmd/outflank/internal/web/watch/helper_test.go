package watch

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/outflank/outflank/qlearn/workspace"
)

// watching returns a watcher of a folder.
func watching(t testing.TB, dir string) *Watcher {
	t.Helper()
	files, err := workspace.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { files.Close() })
	return New(files)
}

// handler returns what serves the routes.
func handler(w *Watcher) http.Handler {
	mux := http.NewServeMux()
	for _, r := range Routes(w) {
		mux.Handle(r.Pattern(), r.Handler)
	}
	return mux
}

// get asks a handler and returns the answer as JSON.
func get[A any](t testing.TB, h http.Handler, at string) (a A) {
	t.Helper()
	r := httptest.NewRecorder()
	h.ServeHTTP(r, httptest.NewRequest("GET", at, nil))
	if r.Code != 200 {
		t.Fatalf("%s: %d %s", at, r.Code, r.Body)
	}
	if err := json.Unmarshal(r.Body.Bytes(), &a); err != nil {
		t.Fatal(err)
	}
	return a
}

// A listener keeps what a stream yields.
type listener[A any] struct {
	mu    sync.Mutex
	all   []A
	err   error
	ended chan bool
}

// listen listens to a stream that a route returned.
func listen[A any](seq iter.Seq2[A, error]) *listener[A] {
	l := &listener[A]{ended: make(chan bool)}
	go func() {
		defer close(l.ended)
		for a, err := range seq {
			l.mu.Lock()
			if l.err = err; err == nil {
				l.all = append(l.all, a)
			}
			l.mu.Unlock()
		}
	}()
	return l
}

// heard returns what came since it was asked last.
func (l *listener[A]) heard() []A {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := l.all
	l.all = nil
	return all
}

// stream opens a stream of a route.
func stream[Q, A any](t *testing.T, ctx context.Context,
	open func(context.Context, Q) (iter.Seq2[A, error], error), q Q) *listener[A] {
	t.Helper()
	seq, err := open(ctx, q)
	if err != nil {
		t.Fatal(err)
	}
	return listen(seq)
}
