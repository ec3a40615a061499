package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"mime"
	"net/http"
	"reflect"

	"github.com/outflank/outflank/engine/runtime/fault"
)

// A Route is one operation of the API.
type Route struct {
	Method  string
	Path    string // a pattern of [http.ServeMux] without method
	Summary string // one line
	Handler http.Handler
	Stream  bool // answers with server-sent events

	query, body, answer reflect.Type // nil = none
	media               string       // of the answer
}

// Pattern returns the route's pattern for [http.ServeMux].
func (r Route) Pattern() string { return r.Method + " " + r.Path }

// None stands for a query or a body that there is not.
type None struct{}

// Get returns a route that reads.
func Get[Q, A any](path, summary string, do func(context.Context, Q) (A, error)) Route {
	r := describe[Q, None, A](http.MethodGet, path, summary)
	r.Handler = http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		answer(w, req, func() (A, error) {
			q, err := ReadQuery[Q](path, req)
			if err != nil {
				var none A
				return none, err
			}
			return do(req.Context(), q)
		})
	})
	return r
}

// A Text is an answer of type A that is JSON already, since it is kept.
type Text[A any] []byte

// Encode returns an answer as JSON.
func Encode[A any](a A) (Text[A], error) {
	text, err := json.Marshal(a)
	return append(text, '\n'), err
}

// Ready returns a route like that of [Get], whose answers are JSON already.
func Ready[Q, A any](path, summary string, do func(context.Context, Q) (Text[A], error)) Route {
	r := describe[Q, None, A](http.MethodGet, path, summary)
	r.Handler = http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		q, err := ReadQuery[Q](path, req)
		var text Text[A]
		if err == nil {
			text, err = do(req.Context(), q)
		}
		if err != nil {
			WriteError(w, req, err)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(text) // the client may be gone
	})
	return r
}

// Post returns a route that changes something, and takes a body.
func Post[Q, B, A any](path, summary string, do func(context.Context, Q, B) (A, error)) Route {
	return change(http.MethodPost, path, summary, do)
}

// Delete returns a route that takes something away.
func Delete[Q, A any](path, summary string, do func(context.Context, Q) (A, error)) Route {
	return change(http.MethodDelete, path, summary, func(ctx context.Context, q Q, _ None) (A, error) {
		return do(ctx, q)
	})
}

func change[Q, B, A any](method, path, summary string, do func(context.Context, Q, B) (A, error)) Route {
	r := describe[Q, B, A](method, path, summary)
	r.Handler = http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		answer(w, req, func() (a A, err error) {
			q, err := ReadQuery[Q](path, req)
			if err != nil {
				return a, err
			}
			var b B
			if r.body != nil {
				if err := readBody(req, &b); err != nil {
					return a, err
				}
			}
			return do(req.Context(), q, b)
		})
	})
	return r
}

// A File is an answer that is not JSON.
type File struct {
	Media string // such as image/svg+xml
	Name  string // offered for saving; "" = shown in the page
	Data  []byte
}

// Bytes returns a route that answers with a file; media says what kinds there are.
func Bytes[Q any](path, summary, media string, do func(context.Context, Q) (File, error)) Route {
	r := describe[Q, None, None](http.MethodGet, path, summary)
	r.media = media
	r.Handler = http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		q, err := ReadQuery[Q](path, req)
		var f File
		if err == nil {
			f, err = do(req.Context(), q)
		}
		if err != nil {
			WriteError(w, req, err)
			return
		}
		w.Header().Set("Content-Type", f.Media)
		if f.Name != "" {
			w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment",
				map[string]string{"filename": f.Name}))
		}
		_, _ = w.Write(f.Data) // the client may be gone
	})
	return r
}

// Events returns a route that answers with a stream of server-sent events: each answer as JSON, at
// the end an event "end". An error that ends it is an event "problem". do must return soon after
// its context ends, which it does when the client is gone or takes nothing more.
func Events[Q, A any](path, summary string, do func(context.Context, Q) (iter.Seq2[A, error], error)) Route {
	r := describe[Q, None, A](http.MethodGet, path, summary)
	r.Stream, r.media = true, "text/event-stream"
	r.Handler = http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		ctx, end := context.WithCancel(req.Context())
		defer end()
		req = req.WithContext(ctx)
		q, err := ReadQuery[Q](path, req)
		var seq iter.Seq2[A, error]
		if err == nil {
			seq, err = do(ctx, q)
		}
		if err != nil {
			WriteError(w, req, err)
			return
		}
		stream(w, req, end, seq)
	})
	return r
}

func describe[Q, B, A any](method, path, summary string) Route {
	return Route{
		Method: method, Path: path, Summary: summary, media: "application/json",
		query: typeOf[Q](), body: typeOf[B](), answer: typeOf[A](),
	}
}

// typeOf returns a type, and nil for None.
func typeOf[T any]() reflect.Type {
	if t := reflect.TypeFor[T](); t != reflect.TypeFor[None]() {
		return t
	}
	return nil
}

// answer writes what a function returns, as JSON.
func answer[A any](w http.ResponseWriter, req *http.Request, do func() (A, error)) {
	a, err := do()
	if err != nil {
		WriteError(w, req, err)
		return
	}
	if _, none := any(a).(None); none {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	text, err := Encode(a)
	if err != nil {
		WriteError(w, req, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(text) // the client may be gone
}

// readBody reads a JSON value whose keys are all known.
func readBody(req *http.Request, v any) error {
	d := json.NewDecoder(req.Body)
	d.DisallowUnknownFields()
	err := d.Decode(v)
	if err == nil {
		if _, more := d.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("something follows the JSON value")
		}
	}
	if large, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return Fail(http.StatusRequestEntityTooLarge, fmt.Errorf("the body has more than %d bytes", large.Limit))
	}
	if err != nil {
		return fault.Misuse(fmt.Errorf("body: %w", err))
	}
	return nil
}
