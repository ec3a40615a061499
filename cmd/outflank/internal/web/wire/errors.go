package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"regexp"
	"strconv"
	"time"

	"github.com/outflank/outflank/engine/runtime/fault"
)

// A Problem is the JSON form of an error, see RFC 9457.
type Problem struct {
	Title  string `json:"title" doc:"kind of problem"`
	Status int    `json:"status" doc:"HTTP status"`
	Detail string `json:"detail" doc:"the error and the expected value"`
}

// A statusError is an error with an HTTP status.
type statusError struct {
	status int
	err    error
	after  time.Duration // when the client may ask again; 0 = usualPause
}

// usualPause is the time after which a client may ask again if a limit is reached.
const usualPause = 5 * time.Second

func (e *statusError) Error() string { return e.err.Error() }
func (e *statusError) Unwrap() error { return e.err }

// Fail returns an error with an HTTP status for the answer.
func Fail(status int, err error) error { return &statusError{status: status, err: err} }

// Busy returns an error for a client that has to ask again after some time, in whole seconds.
func Busy(after time.Duration, err error) error {
	return &statusError{http.StatusServiceUnavailable, err, after}
}

// AskAgain returns the time after which a client may ask again, 0 = no use before it changes the request.
func AskAgain(err error) time.Duration {
	if e, ok := errors.AsType[*statusError](err); ok && e.after > 0 {
		return e.after
	}
	if s := StatusOf(err); s == http.StatusServiceUnavailable || s == http.StatusTooManyRequests {
		return usualPause
	}
	return 0
}

// StatusOf returns the HTTP status for an error.
func StatusOf(err error) int {
	if e, ok := errors.AsType[*statusError](err); ok {
		return e.status
	}
	switch {
	case fault.IsMisuse(err):
		return http.StatusBadRequest
	case fault.IsBadInput(err):
		return http.StatusUnprocessableEntity
	case errors.Is(err, fs.ErrNotExist):
		return http.StatusNotFound
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		// The client or the server gave up.
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

// packages matches the names of packages before their messages.
var packages = regexp.MustCompile(`(^|: )((arena|book|deep|engine|eval|explore|notation|stats|store): )+`)

// Text returns the message of an error for visitors: without the names of packages.
func Text(err error) string { return packages.ReplaceAllString(fault.Text(err), "$1") }

// problemOf describes an error. It hides the details of internal errors, because they may name files; the
// server's log has them.
func problemOf(err error) Problem {
	status := StatusOf(err)
	p := Problem{Title: http.StatusText(status), Status: status, Detail: Text(err)}
	if status == http.StatusInternalServerError {
		p.Detail = "see the server's log for the cause"
	}
	return p
}

// Describes returns the problem that answers an error. It logs internal errors.
func Describes(req *http.Request, err error) Problem {
	p := problemOf(err)
	if p.Status == http.StatusInternalServerError {
		slog.ErrorContext(req.Context(), "request failed", "method", req.Method, "path", req.URL.Path, "error", err)
	}
	return p
}

// WriteError answers with an error.
func WriteError(w http.ResponseWriter, req *http.Request, err error) {
	p := Describes(req, err)
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("Cache-Control", "no-store")
	if after := AskAgain(err); after > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(after.Seconds())))
	}
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p) // the client may be gone
}

// NotFound answers that the operation does not exist.
func NotFound(w http.ResponseWriter, req *http.Request) {
	WriteError(w, req, Fail(http.StatusNotFound,
		fmt.Errorf("there is no %s %s; /api/v1/openapi.json lists all routes", req.Method, req.URL.Path)))
}

// OtherMethod returns a handler that answers that a path supports only other methods, as "GET, POST".
func OtherMethod(supported string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		w.Header().Set("Allow", supported)
		WriteError(w, req, Fail(http.StatusMethodNotAllowed,
			fmt.Errorf("%s does not support %s, but %s", req.URL.Path, req.Method, supported)))
	})
}
