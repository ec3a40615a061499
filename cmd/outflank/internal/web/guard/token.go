package guard

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"net/http"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
)

// cookie is the name of the cookie that proves that a browser has sent the token.
const cookie = "outflank-token"

// token rejects requests without the token. A browser sends it once, as ?token=…, and gets a cookie; programs
// send the header "Authorization: Bearer …".
func (opt Options) token(h http.Handler) http.Handler {
	if opt.Token == "" && !opt.ReadOnly {
		return h
	}
	kept := opt.kept()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if shown := r.URL.Query().Get("token"); r.Method == http.MethodGet && opt.is(shown) {
			http.SetCookie(w, &http.Cookie{Name: cookie, Value: kept, Path: "/", HttpOnly: true,
				Secure: r.TLS != nil, SameSite: http.SameSiteStrictMode})
			w.Header().Set("Cache-Control", "no-store")
			http.Redirect(w, r, withoutToken(r), http.StatusSeeOther)
			return
		}
		switch {
		case opt.admits(r):
			h.ServeHTTP(w, r)
		case opt.Token == "":
			wire.WriteError(w, r, wire.Fail(http.StatusForbidden, errors.New("this server is read-only")))
		default:
			w.Header().Set("WWW-Authenticate", "Bearer")
			wire.WriteError(w, r, wire.Fail(http.StatusUnauthorized,
				errors.New("open the address with ?token=…, or send the header Authorization: Bearer …")))
		}
	})
}

// withoutToken returns the path and query of a request without the token. It removes extra slashes at the
// start, because a path that starts with two would name another server.
func withoutToken(r *http.Request) string {
	q := r.URL.Query()
	q.Del("token")
	at := *r.URL
	at.Path, at.RawPath, at.RawQuery = "/"+strings.TrimLeft(at.Path, `/\`), "", q.Encode()
	return at.RequestURI()
}

// admits reports whether a request includes the token or its cookie, or needs neither.
func (opt Options) admits(r *http.Request) bool {
	if opt.ReadOnly && (r.Method == http.MethodGet || r.Method == http.MethodHead) {
		return true
	}
	if shown, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return opt.is(shown)
	}
	c, err := r.Cookie(cookie)
	return err == nil && opt.Token != "" && same(c.Value, opt.kept())
}

// is reports whether shown is the token. It is false if there is no token.
func (opt Options) is(shown string) bool { return opt.Token != "" && same(shown, opt.Token) }

// kept returns the value of the cookie, a hash of the token. A hash is valid in a cookie whatever characters
// the token contains. It also hides the token from servers on other ports, which receive the same cookie.
func (opt Options) kept() string {
	sum := sha256.Sum256([]byte(cookie + opt.Token))
	return hex.EncodeToString(sum[:])
}

// same compares two texts in a time that does not depend on how many characters agree.
func same(shown, want string) bool {
	a, b := sha256.Sum256([]byte(shown)), sha256.Sum256([]byte(want))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}
