package guard

import (
	"fmt"
	"net/http"
	"runtime/debug"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
)

// Recover returns a handler that answers 500 if h panics, and logs the stack. If the answer has started, it
// cuts the connection instead, so that the client does not mistake a part for the whole.
func Recover(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		watched := &beginning{ResponseWriter: w}
		defer func() {
			cause := recover()
			if cause == nil {
				return
			}
			if cause == http.ErrAbortHandler {
				panic(cause)
			}
			err := fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
			if watched.started {
				wire.Describes(r, err)
				panic(http.ErrAbortHandler)
			}
			wire.WriteError(w, r, err)
		}()
		h.ServeHTTP(watched, r)
	})
}

// A beginning is a response writer that records whether the answer has started.
type beginning struct {
	http.ResponseWriter
	started bool
}

func (b *beginning) WriteHeader(status int) {
	b.started = true
	b.ResponseWriter.WriteHeader(status)
}

func (b *beginning) Write(p []byte) (int, error) {
	b.started = true
	return b.ResponseWriter.Write(p)
}

// Unwrap returns the wrapped writer, for [http.ResponseController].
func (b *beginning) Unwrap() http.ResponseWriter { return b.ResponseWriter }
