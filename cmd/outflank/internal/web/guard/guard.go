package guard

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
)

// Options say who may ask, and how much.
type Options struct {
	Hosts     []string // names by which the server is asked besides its addresses and localhost
	Token     string   // that clients must show; "" = none
	ReadOnly  bool     // clients without the token may only read; without a Token, all clients may only read
	BodyBytes int64    // of a request; 0 = DefaultBodyBytes
}

// DefaultBodyBytes bounds the body of a request: some thousand games as text.
const DefaultBodyBytes = 4 << 20

// A body of more than smallBody bytes, or of a length that is not told, takes a place of its own.
const (
	smallBody      = 64 << 10
	largeBodies    = 16
	largePerClient = 4
)

// policy limits what a page may load: nothing but the server's own files, no script or style in the page
// itself, no text that becomes either, and no page of another host around it.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
	"connect-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; " +
	"base-uri 'none'; frame-ancestors 'none'; " +
	"require-trusted-types-for 'script'"

// Wrap returns a handler that lets a request through to h if it may be answered.
func Wrap(opt Options, h http.Handler) http.Handler {
	if opt.BodyBytes == 0 {
		opt.BodyBytes = DefaultBodyBytes
	}
	return headers(named(opt.hosts(sameSite(opt.token(opt.bodies(h))))))
}

// named says in the context whose request it is, see [wire.Client].
func named(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(w, r.WithContext(wire.WithClient(r.Context(), clientOf(r))))
	})
}

// headers sets the headers that limit what pages may do.
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

// sameSite refuses requests from pages of other hosts and ports, except when a person follows a link to this
// server. That holds for reading as well: an image of another page would not see the answer, but could keep
// the engine busy.
func sameSite(h http.Handler) http.Handler {
	origin := http.NewCrossOriginProtection()
	deny := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		wire.WriteError(w, r, wire.Fail(http.StatusForbidden,
			errors.New("the request comes from a page on another host")))
	})
	origin.SetDenyHandler(deny)
	changes := origin.Handler(h)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		from := r.Header.Get("Sec-Fetch-Site") // "" = no browser, or one that does not tell over plain HTTP
		followed := r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document"
		if from == "" || from == "same-origin" || from == "none" || followed {
			changes.ServeHTTP(w, r)
			return
		}
		deny.ServeHTTP(w, r)
	})
}

// bodies bounds the bodies of requests, and how many large ones are read at once.
func (opt Options) bodies(h http.Handler) http.Handler {
	large := (&Limit{What: "large requests", All: largeBodies, PerClient: largePerClient}).Wrap(h)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength > opt.BodyBytes {
			w.Header().Set("Connection", "close") // the rest stays unread
			wire.WriteError(w, r, wire.Fail(http.StatusRequestEntityTooLarge,
				fmt.Errorf("the body has %d bytes, want at most %d", r.ContentLength, opt.BodyBytes)))
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, opt.BodyBytes)
		if r.ContentLength < 0 || r.ContentLength > smallBody {
			large.ServeHTTP(w, r)
		} else {
			h.ServeHTTP(w, r)
		}
	})
}
