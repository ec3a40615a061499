package guard

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
)

// Options set which requests are accepted, and their size.
type Options struct {
	Hosts     []string // host names of the server, besides its addresses and localhost
	Token     string   // token that clients must send; "" = none
	ReadOnly  bool     // clients without the token may only read; without a Token, all clients may only read
	BodyBytes int64    // maximum size of a request body; 0 = DefaultBodyBytes
}

// DefaultBodyBytes is the default maximum size of a request body: several thousand games as text.
const DefaultBodyBytes = 4 << 20

// A body of more than smallBody bytes, or of unknown length, counts as large. Large bodies are limited.
const (
	smallBody      = 64 << 10
	largeBodies    = 16
	largePerClient = 4
)

// policy is the content security policy. Pages load only the server's own files, contain no inline scripts or
// styles, and create no scripts from text. Pages of other hosts cannot frame them, except those below framed.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
	"connect-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; " +
	"base-uri 'none'; require-trusted-types-for 'script'; frame-ancestors "

// framed is the path of pages for frames in pages of other hosts. They must not have controls that change
// anything on the server, because the page around a frame can lead a click to them.
const framed = "/embed/"

// Wrap returns a handler that passes acceptable requests to h.
func Wrap(opt Options, h http.Handler) http.Handler {
	if opt.BodyBytes == 0 {
		opt.BodyBytes = DefaultBodyBytes
	}
	return headers(named(opt.hosts(sameSite(opt.token(opt.bodies(h))))))
}

// named stores the client of a request in its context, see [wire.Client].
func named(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(w, r.WithContext(wire.WithClient(r.Context(), clientOf(r))))
	})
}

// headers sets the headers that limit what pages may do.
func headers(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		head := w.Header()
		ancestors := "'none'"
		if strings.HasPrefix(r.URL.Path, framed) {
			ancestors = "*"
		}
		head.Set("Content-Security-Policy", policy+ancestors)
		head.Set("X-Content-Type-Options", "nosniff")
		head.Set("Referrer-Policy", "same-origin")
		head.Set("Cross-Origin-Opener-Policy", "same-origin")
		head.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.ServeHTTP(w, r)
	})
}

// sameSite rejects requests from pages of other hosts and ports, unless a person follows a link to this
// server, or the other page frames a page that is for frames. It also rejects reads: an image in another page
// could keep the engine busy, though that page cannot see the answer.
func sameSite(h http.Handler) http.Handler {
	origin := http.NewCrossOriginProtection()
	deny := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		wire.WriteError(w, r, wire.Fail(http.StatusForbidden,
			errors.New("the request comes from a page on another host")))
	})
	origin.SetDenyHandler(deny)
	changes := origin.Handler(h)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		from := r.Header.Get("Sec-Fetch-Site") // "" = no browser, or one that omits it over plain HTTP
		dest := r.Header.Get("Sec-Fetch-Dest")
		followed := r.Header.Get("Sec-Fetch-Mode") == "navigate" &&
			(dest == "document" || dest == "iframe" && strings.HasPrefix(r.URL.Path, framed))
		if from == "" || from == "same-origin" || from == "none" || followed {
			changes.ServeHTTP(w, r)
			return
		}
		deny.ServeHTTP(w, r)
	})
}

// bodies bounds the size of request bodies, and the number of large ones read concurrently.
func (opt Options) bodies(h http.Handler) http.Handler {
	large := (&Limit{What: "large requests", All: largeBodies, PerClient: largePerClient}).Wrap(h)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength > opt.BodyBytes {
			w.Header().Set("Connection", "close") // the body stays unread
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
