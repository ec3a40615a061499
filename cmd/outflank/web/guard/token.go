package guard

import (
	"crypto/subtle"
	"errors"
	"net/http"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/web/wire"
)

// cookie keeps the token of a browser.
const cookie = "outflank-token"

// token refuses requests without the token. A browser shows it once, as ?token=…, and keeps it in
// a cookie; programs show it as "Authorization: Bearer …".
func (opt Options) token(h http.Handler) http.Handler {
	if opt.Token == "" {
		return h
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if shown := r.URL.Query().Get("token"); shown != "" && r.Method == http.MethodGet && opt.is(shown) {
			http.SetCookie(w, &http.Cookie{Name: cookie, Value: shown, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
			q := r.URL.Query()
			q.Del("token")
			r.URL.RawQuery = q.Encode()
			w.Header().Set("Cache-Control", "no-store")
			http.Redirect(w, r, r.URL.RequestURI(), http.StatusSeeOther)
			return
		}
		if !opt.admits(r) {
			w.Header().Set("WWW-Authenticate", "Bearer")
			wire.WriteError(w, r, wire.Fail(http.StatusUnauthorized, errors.New("open the address with ?token=…, or send the header Authorization: Bearer …")))
			return
		}
		h.ServeHTTP(w, r)
	})
}

// admits tells whether a request shows the token, or needs none.
func (opt Options) admits(r *http.Request) bool {
	if opt.ReadOnly && (r.Method == http.MethodGet || r.Method == http.MethodHead) {
		return true
	}
	if shown, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return opt.is(shown)
	}
	c, err := r.Cookie(cookie)
	return err == nil && opt.is(c.Value)
}

// is compares in a time that does not depend on how much is right.
func (opt Options) is(shown string) bool {
	return subtle.ConstantTimeCompare([]byte(shown), []byte(opt.Token)) == 1
}
