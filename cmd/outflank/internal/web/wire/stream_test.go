package wire

import (
	"context"
	"errors"
	"io"
	"iter"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/outflank/outflank/engine/runtime/fault"
)

// events returns the route of a stream.
func events[A any](seq func(ctx context.Context) iter.Seq2[A, error]) Route {
	return Events("/", "", func(ctx context.Context, _ None) (iter.Seq2[A, error], error) {
		return seq(ctx), nil
	})
}

// listen returns all that a stream says until it ends.
func listen(t *testing.T, r Route) string {
	w := httptest.NewRecorder()
	r.Handler.ServeHTTP(w, httptest.NewRequest("GET", "/", nil).WithContext(t.Context()))
	if w.Header().Get("Content-Type") != "text/event-stream" || w.Header().Get("Cache-Control") != "no-store" ||
		!w.Flushed {
		t.Errorf("%v", w.Header())
	}
	return w.Body.String()
}

func TestStreams(t *testing.T) {
	const begin, end, internal = ": stream\n\n", "event: end\ndata: {}\n\n", "event: problem\ndata: " +
		"{\"title\":\"Internal Server Error\",\"status\":500,\"detail\":\"see the server's log for the cause\"}\n\n"
	for _, tt := range []struct {
		name string
		seq  iter.Seq2[any, error]
		want string
	}{
		{"nothing", func(func(any, error) bool) {}, begin + end},
		{"values", func(yield func(any, error) bool) { _ = yield(said{"a\nb"}, nil) && yield(said{"<c>"}, nil) },
			begin + "data: {\"text\":\"a\\nb\"}\n\ndata: {\"text\":\"\\u003cc\\u003e\"}\n\n" + end},
		{"an error", func(yield func(any, error) bool) {
			_ = yield(1, nil) && yield(nil, fault.Misuse(errors.New("no move"))) && yield(2, nil)
		}, begin + "data: 1\n\nevent: problem\ndata: {\"title\":\"Bad Request\",\"status\":400,\"detail\":\"no " +
			"move\"}\n\n"},
		{"an internal error", func(yield func(any, error) bool) { yield(nil, errors.New("/home/secret")) }, begin + internal},
		{"a panic", func(yield func(any, error) bool) { yield(1, nil); panic("/home/secret") }, begin + "data: 1\n\n" + internal},
		{"what JSON cannot say", func(yield func(any, error) bool) { _ = yield(math.Inf(1), nil) && yield(2, nil) }, begin + internal},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := listen(t, events(func(context.Context) iter.Seq2[any, error] {
				return tt.seq
			})); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func TestStreamRefused(t *testing.T) {
	r := Events("/", "", func(context.Context, None) (iter.Seq2[int, error], error) {
		return nil, fault.Misuse(errors.New("no such game"))
	})
	if p := problemIn(t, call(t, []Route{r}, "GET", "/", "", 400)); p.Detail != "no such game" {
		t.Errorf("%+v", p)
	}
}

// TestHeartbeat: a stream that has nothing to say shows that it lives; proxies cut others.
func TestHeartbeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		got := listen(t, events(func(context.Context) iter.Seq2[int, error] {
			return func(yield func(int, error) bool) {
				time.Sleep(2*heartbeat + time.Second)
				yield(1, nil)
			}
		}))
		if want := ": stream\n\n: alive\n\n: alive\n\ndata: 1\n\nevent: end\ndata: {}\n\n"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

// A deaf client takes nothing after the beginning of an answer.
type deaf struct{ *httptest.ResponseRecorder }

func (d deaf) Write(p []byte) (int, error) {
	if d.Body.Len() > 0 {
		return 0, errors.New("the time is over")
	}
	return d.ResponseRecorder.Write(p)
}

func (d deaf) Unwrap() http.ResponseWriter { return d.ResponseRecorder }

// TestStreamEnds: work ends soon after its client is gone, or takes nothing more, also while there is nothing
// to say yet.
func TestStreamEnds(t *testing.T) {
	// work says something after a minute, unless its context has ended.
	work := func(ended *time.Duration) Route {
		return events(func(ctx context.Context) iter.Seq2[int, error] {
			return func(yield func(int, error) bool) {
				begin := time.Now()
				defer func() { *ended = time.Since(begin) }()
				select {
				case <-ctx.Done():
				case <-time.After(time.Minute):
					yield(1, nil)
				}
			}
		})
	}
	for _, tt := range []struct {
		name string
		w    http.ResponseWriter
		gone time.Duration // after which the client is gone
		want time.Duration
	}{
		{"gone", httptest.NewRecorder(), time.Second, time.Second},
		{"deaf", deaf{httptest.NewRecorder()}, time.Hour, heartbeat},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), tt.gone)
				defer cancel()
				var ended time.Duration
				work(&ended).Handler.ServeHTTP(tt.w, httptest.NewRequest("GET", "/", nil).WithContext(ctx))
				if ended != tt.want {
					t.Errorf("ended after %v, want %v", ended, tt.want)
				}
			})
		})
	}
}

// TestStreamOverTCP: events arrive one by one, not when the stream ends.
func TestStreamOverTCP(t *testing.T) {
	next := make(chan bool)
	left := make(chan bool)
	s := httptest.NewServer(events(func(ctx context.Context) iter.Seq2[int, error] {
		return func(yield func(int, error) bool) {
			defer close(left)
			for i := 0; ; i++ {
				select {
				case <-next:
					if !yield(i, nil) {
						return
					}
				case <-ctx.Done():
					return
				}
			}
		}
	}).Handler)
	defer s.Close()
	answer, err := s.Client().Get(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	read := func(want string) {
		t.Helper()
		got := make([]byte, len(want))
		if _, err := io.ReadFull(answer.Body, got); err != nil || string(got) != want {
			t.Fatalf("%q, want %q: %v", got, want, err)
		}
	}
	read(": stream\n\n")
	for _, want := range strings.Fields("0 1 2") {
		next <- true
		read("data: " + want + "\n\n")
	}
	answer.Body.Close()
	<-left
}
