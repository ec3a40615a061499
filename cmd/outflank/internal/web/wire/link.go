package wire

import (
	"crypto/rand"
	"crypto/subtle"
	"net/http"
	"strings"
)

// NewID returns a random identifier of 12 letters and digits, for addresses that any client may have.
func NewID() string { return NewKey()[:12] }

// NewKey returns a random secret key of 26 letters and digits.
func NewKey() string { return strings.ToLower(rand.Text()) }

// IsKey reports whether a client sent the wanted key. If the wanted key is "", it is always false.
func IsKey(want, key string) bool {
	return want != "" && subtle.ConstantTimeCompare([]byte(want), []byte(key)) == 1
}

// Link returns the handler of a secret link, whose path has {id} and {key}. It gives the browser the key in a
// cookie, and leads to a page, whose address any client may have, with the same query. find returns the name,
// path and age of the cookie, and the page, or an error for a wrong key.
func Link(find func(id, key string) (cookie http.Cookie, page string, err error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		cookie, page, err := find(r.PathValue("id"), r.PathValue("key"))
		if err != nil {
			WriteError(w, r, err)
			return
		}
		cookie.Value, cookie.HttpOnly, cookie.Secure = r.PathValue("key"), true, r.TLS != nil
		cookie.SameSite = http.SameSiteStrictMode
		http.SetCookie(w, &cookie)
		w.Header().Set("Cache-Control", "no-store")
		if r.URL.RawQuery != "" {
			page += "?" + r.URL.RawQuery
		}
		http.Redirect(w, r, page, http.StatusSeeOther)
	})
}
