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

// These are the kinds of errors, beside those of package wthor for a file that is
// not what its name says, of the network and of the file system.
var (
	// errBase: the base URL is none of http or https. It is a misuse, see [fault.IsMisuse].
	errBase = fault.Misuse(errors.New("bad base URL"))
	// errMissing: the server does not have names, or none of the game files. It says that
	// the input is bad, as errTooLarge does, see [fault.IsBadInput].
	errMissing error = fault.Kind("not on the server")
	// errStatus: the server answered neither with a file nor that there is none.
	errStatus = errors.New("unexpected answer")
	// errStalled: the server was silent for longer than Config.Stall.
	errStalled = errors.New("nothing more arrived")
	// errTooLarge: a file has more bytes than Config.Limit.
	errTooLarge error = fault.Kind("too large")
)

// A fileError says which file could not be had, and why.
type fileError struct {
	Name string // "WTH_2001.wtb"
	URL  string // where it was asked for, without a password
	Err  error
}

// Error names the URL, which ends with the name, and the reason.
func (e *fileError) Error() string { return fmt.Sprintf("download: %s: %v", e.URL, e.Err) }

// Unwrap returns Err.
func (e *fileError) Unwrap() error { return e.Err }

// refusal tells whether err is about the content of a file.
func refusal(err error) bool {
	f, ok := errors.AsType[*wthor.FormatError](err)
	return ok && f.BadInput() || errors.Is(err, errTooLarge)
}

var (
	// errStopped unwinds when the caller stops ranging.
	errStopped = errors.New("stopped")
	// errUnfit: what the server sends, or would send, does not continue the part.
	errUnfit = errors.New("the part is of another version")
)

// passing is an error that may not come again.
type passing struct {
	error
	after time.Duration // what the server asked to wait; 0 = nothing
}

func (e passing) Unwrap() error { return e.error }

// requestError judges why there is no answer at all.
func requestError(err error) error {
	if u, ok := errors.AsType[*url.Error](err); ok {
		err = u.Err // fileError has the URL
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

// statusError judges an answer that is neither a file nor says that there is none.
func statusError(resp *http.Response) error {
	err := fmt.Errorf("%w: %s", errStatus, resp.Status)
	switch code := resp.StatusCode; {
	case code == http.StatusNotImplemented, code == http.StatusHTTPVersionNotSupported:
		return err
	case code >= 500, code == http.StatusRequestTimeout, code == http.StatusTooEarly,
		code == http.StatusTooManyRequests:
		seconds, _ := strconv.Atoi(resp.Header.Get("Retry-After")) // a date is ignored: no clock here
		return passing{err, time.Duration(max(0, min(seconds, 3600))) * time.Second}
	}
	return err
}
