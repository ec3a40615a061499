package guard

import (
	"fmt"
	"net/http"
	"runtime/debug"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
)

// Recover returns a handler that answers 500 where h panics, and logs where. Of an answer that has begun the
// connection is cut, so that nobody takes it for whole.
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
			if watched.begun {
				wire.Describes(r, err)
				panic(http.ErrAbortHandler)
			}
			wire.WriteError(w, r, err)
		}()
		h.ServeHTTP(watched, r)
	})
}

// A beginning knows whether an answer has begun.
type beginning struct {
	http.ResponseWriter
	begun bool
}

func (b *beginning) WriteHeader(status int) {
	b.begun = true
	b.ResponseWriter.WriteHeader(status)
}

func (b *beginning) Write(p []byte) (int, error) {
	b.begun = true
	return b.ResponseWriter.Write(p)
}

// Unwrap is for [http.ResponseController].
func (b *beginning) Unwrap() http.ResponseWriter { return b.ResponseWriter }
