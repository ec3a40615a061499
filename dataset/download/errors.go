package download

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/wthor"
)

// Kinds of errors, in addition to those of package wthor for invalid files, of the network and of the file
// system.
var (
	// errBase: the base URL is neither http nor https. It is a misuse, see [fault.IsMisuse].
	errBase = fault.Misuse(errors.New("bad base URL"))
	// errMissing: the server lacks a names file, or has none of the game files. Like errTooLarge, it is bad
	// input, see [fault.IsBadInput].
	errMissing error = fault.Kind("not on the server")
	// errStatus: the server's response is neither a file nor a report that there is none.
	errStatus = errors.New("unexpected answer")
	// errStalled: the server was silent for longer than Config.Stall.
	errStalled = errors.New("nothing more arrived")
	// errTooLarge: a file exceeds Config.Limit.
	errTooLarge error = fault.Kind("too large")
)

// A fileError reports a file that could not be fetched, and the reason.
type fileError struct {
	Name string // "WTH_2001.wtb"
	URL  string // URL of the request, without a password
	Err  error
}

// Error names the URL, which ends with the file's name, and the reason.
func (e *fileError) Error() string { return fmt.Sprintf("download: %s: %v", e.URL, e.Err) }

// Unwrap returns Err.
func (e *fileError) Unwrap() error { return e.Err }

// refusal reports whether err is about the content of a file.
func refusal(err error) bool {
	f, ok := errors.AsType[*wthor.FormatError](err)
	return ok && f.BadInput() || errors.Is(err, errTooLarge)
}

var (
	// errStopped ends the work when the caller stops ranging.
	errStopped = errors.New("stopped")
	// errUnfit: the server's data does not continue the part.
	errUnfit = errors.New("the part is of another version")
)

// passing is a temporary error.
type passing struct {
	error
	after time.Duration // wait requested by the server; 0 = none
}

func (e passing) Unwrap() error { return e.error }

// requestError classifies an error without a response.
func requestError(err error) error {
	if u, ok := errors.AsType[*url.Error](err); ok {
		err = u.Err // fileError contains the URL
	}
	if dns, ok := errors.AsType[*net.DNSError](err); ok && dns.IsNotFound {
		return err
	}
	_, certificate := errors.AsType[*tls.CertificateVerificationError](err)
	if certificate || errors.Is(err, errRedirect) {
		return err
	}
	return passing{error: err}
}

// statusError returns the error for a response that is neither a file nor a report that there is none.
func statusError(resp *http.Response) error {
	err := fmt.Errorf("%w: %s", errStatus, resp.Status)
	switch code := resp.StatusCode; {
	case code == http.StatusNotImplemented, code == http.StatusHTTPVersionNotSupported:
		return err
	case code >= 500, code == http.StatusRequestTimeout, code == http.StatusTooEarly,
		code == http.StatusTooManyRequests:
		seconds, _ := strconv.Atoi(resp.Header.Get("Retry-After")) // a date is ignored, because there is no clock
		return passing{err, time.Duration(max(0, min(seconds, 3600))) * time.Second}
	}
	return err
}
