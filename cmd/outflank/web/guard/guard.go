package guard

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/web/wire"
)

// Options say who may ask, and how much.
type Options struct {
	Hosts     []string // names by which the server is asked besides its address, lower case
	Token     string   // that clients must show; "" = none
	ReadOnly  bool     // without the token a client may read
	BodyBytes int64    // of a request; 0 = DefaultBodyBytes
}

// DefaultBodyBytes bounds the body of a request: some thousand games as text.
const DefaultBodyBytes = 4 << 20

// policy is what a page may load: nothing but the server's own files, no script or style in the
// page itself, and no page of another host around it.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
	"font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// Wrap returns a handler that lets a request through to h if it may be answered.
func Wrap(opt Options, h http.Handler) http.Handler {
	if opt.BodyBytes == 0 {
		opt.BodyBytes = DefaultBodyBytes
	}
	origin := http.NewCrossOriginProtection()
	origin.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		wire.WriteError(w, r, wire.Fail(http.StatusForbidden, errors.New("the request comes from a page of another host")))
	}))
	return headers(opt.hosts(opt.token(origin.Handler(opt.bodies(h)))))
}

// headers tells browsers what pages may do.
func headers(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		head := w.Header()
		head.Set("Content-Security-Policy", policy)
		head.Set("X-Content-Type-Options", "nosniff")
		head.Set("Referrer-Policy", "same-origin")
		head.Set("Cross-Origin-Opener-Policy", "same-origin")
		head.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.ServeHTTP(w, r)
	})
}

// hosts refuses requests that name a host that is not expected.
func (opt Options) hosts(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !opt.knows(r.Host) {
			wire.WriteError(w, r, wire.Fail(http.StatusMisdirectedRequest,
				fmt.Errorf("host %q is not one of this server's; --allow-host adds a name", r.Host)))
			return
		}
		h.ServeHTTP(w, r)
	})
}

// knows tells whether a server may be asked by this name. Addresses are let through: only names
// can be rebound.
func (opt Options) knows(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.ToLower(strings.Trim(host, "[]")), ".")
	if host == "localhost" || slices.Contains(opt.Hosts, host) {
		return true
	}
	_, err := netip.ParseAddr(host)
	return err == nil
}

// bodies bounds the bodies of requests.
func (opt Options) bodies(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength > opt.BodyBytes {
			w.Header().Set("Connection", "close") // nobody reads the rest
			wire.WriteError(w, r, wire.Fail(http.StatusRequestEntityTooLarge, fmt.Errorf("the body has %d bytes, at most %d are read", r.ContentLength, opt.BodyBytes)))
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, opt.BodyBytes)
		h.ServeHTTP(w, r)
	})
}
