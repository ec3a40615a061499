package wire

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"mime"
	"net/http"
	"reflect"
	"time"

	"github.com/outflank/outflank/engine/runtime/fault"
)

// A Route is one operation of the API.
type Route struct {
	Method  string
	Path    string // a pattern of [http.ServeMux] without method
	Summary string // one line
	Tag     string // what it belongs to, for readers of the description
	Handler http.Handler
	Stream  bool   // whether it answers with server-sent events
	Keep    bool   // whether answers may be kept, see [Keep]
	Media   string // media type of the answer; several are separated by commas

	parameters   []parameter  // of the query
	body, answer reflect.Type // nil = none
}

// Pattern returns the route's pattern for [http.ServeMux].
func (r Route) Pattern() string { return r.Method + " " + r.Path }

// None stands for the absence of a query, body or answer.
type None struct{}

// Get returns a route for GET requests.
func Get[Q, A any](path, summary string, do func(context.Context, Q) (A, error)) Route {
	r := describe[Q, None, A](http.MethodGet, path, summary)
	r.Handler = handler(path, func(w http.ResponseWriter, req *http.Request, q Q) error {
		a, err := do(req.Context(), q)
		return answer(w, a, err)
	})
	return r
}

// Post returns a route for POST requests with a body.
func Post[Q, B, A any](path, summary string, do func(context.Context, Q, B) (A, error)) Route {
	r := describe[Q, B, A](http.MethodPost, path, summary)
	r.Handler = handler(path, func(w http.ResponseWriter, req *http.Request, q Q) error {
		var b B
		if r.body != nil {
			if err := readBody(req, &b); err != nil {
				return err
			}
		}
		a, err := do(req.Context(), q, b)
		return answer(w, a, err)
	})
	return r
}

// Delete returns a route for DELETE requests.
func Delete[Q, A any](path, summary string, do func(context.Context, Q) (A, error)) Route {
	r := Get(path, summary, do)
	r.Method = http.MethodDelete
	return r
}

// Kept returns the route with answers that may be kept, see [Keep].
func (r Route) Kept() Route {
	r.Keep = true
	return r
}

// Slow returns the route with another time limit for its answer than that of the server.
func (r Route) Slow(limit time.Duration) Route {
	h := r.Handler
	r.Handler = http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(limit)) // recorders do not support it
		h.ServeHTTP(w, req)
	})
	return r
}

// A File is an answer other than JSON.
type File struct {
	Media string // such as image/svg+xml
	Name  string // file name for the download; "" = shown in the page
	Data  []byte
}

// Bytes returns a route that answers with a file; media lists its possible media types. Browsers keep the
// file, as [SendTagged] tells.
func Bytes[Q any](path, summary, media string, do func(context.Context, Q) (File, error)) Route {
	r := describe[Q, None, None](http.MethodGet, path, summary)
	r.Media = media
	r.Handler = handler(path, func(w http.ResponseWriter, req *http.Request, q Q) error {
		f, err := do(req.Context(), q)
		if err != nil {
			return err
		}
		if f.Name != "" {
			w.Header().Set("Content-Disposition",
				mime.FormatMediaType("attachment", map[string]string{"filename": f.Name}))
		}
		SendTagged(w, req, f.Media, f.Data, Tag(f.Data))
		return nil
	})
	return r
}

// Events returns a route that answers with a stream of server-sent events: each value as JSON, then an event
// "end". If an error ends the stream, the last event is "problem" instead. The context ends when the client
// disconnects or stops reading; the sequence must end soon after.
func Events[Q, A any](path, summary string, do func(context.Context, Q) (iter.Seq2[A, error], error)) Route {
	r := describe[Q, None, A](http.MethodGet, path, summary)
	r.Stream, r.Media = true, "text/event-stream"
	r.Handler = handler(path, func(w http.ResponseWriter, req *http.Request, q Q) error {
		ctx, end := context.WithCancel(req.Context())
		defer end()
		seq, err := do(ctx, q)
		if err == nil {
			stream(w, req.WithContext(ctx), end, seq)
		}
		return err
	})
	return r
}

// handler returns a handler that reads the query and calls do. It answers errors itself.
func handler[Q any](path string, do func(http.ResponseWriter, *http.Request, Q) error) http.Handler {
	read := QueryReader[Q](path)
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		q, err := read(req)
		if err == nil {
			err = do(w, req, q)
		}
		if err != nil {
			WriteError(w, req, err)
		}
	})
}

func describe[Q, B, A any](method, path, summary string) Route {
	return Route{
		Method: method, Path: path, Summary: summary, Media: "application/json",
		parameters: parametersOf(path, typeOf[Q]()), body: typeOf[B](), answer: typeOf[A](),
	}
}

// typeOf returns a type, or nil for None.
func typeOf[T any]() reflect.Type {
	if t := reflect.TypeFor[T](); t != reflect.TypeFor[None]() {
		return t
	}
	return nil
}

// answer writes the result of a function as JSON. It returns the error if there is one.
func answer(w http.ResponseWriter, a any, err error) error {
	if _, none := a.(None); none && err == nil {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	var text []byte
	if err == nil {
		text, err = json.Marshal(a)
	}
	return send(w, "application/json", append(text, '\n'), err)
}

// Tag returns the ETag of data.
func Tag(data []byte) string {
	sum := sha256.Sum256(data)
	return `"` + hex.EncodeToString(sum[:8]) + `"`
}

// SendTagged writes data of a media type with its ETag. A browser keeps the data and asks each time whether
// it has changed; the answer to that has no body.
func SendTagged(w http.ResponseWriter, req *http.Request, media string, data []byte, tag string) {
	w.Header().Set("Content-Type", media)
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("ETag", tag)
	if req.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	_, _ = w.Write(data) // the client may be gone
}

// send writes an answer of a media type, unless err is set. It returns err.
func send(w http.ResponseWriter, media string, data []byte, err error) error {
	if err == nil {
		w.Header().Set("Content-Type", media)
		_, _ = w.Write(data) // the client may be gone
	}
	return err
}

// readBody reads a JSON value. Unknown keys are errors.
func readBody(req *http.Request, v any) error {
	d := json.NewDecoder(req.Body)
	d.DisallowUnknownFields()
	err := d.Decode(v)
	if err == nil {
		if _, more := d.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("unexpected data after the JSON value")
		}
	}
	if large, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return Fail(http.StatusRequestEntityTooLarge, fmt.Errorf("the body has more than %d bytes", large.Limit))
	}
	if err != nil {
		return fault.Misusef("body: %w", err)
	}
	return nil
}

// clientKey is the key of the client in a context.
type clientKey struct{}

// WithClient returns a context for requests of a client, under the name by which they are counted.
func WithClient(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, clientKey{}, name)
}

// Client returns the client that a request comes from, "" = unknown.
func Client(ctx context.Context) string {
	name, _ := ctx.Value(clientKey{}).(string)
	return name
}
