package wire

import (
	"bytes"
	"maps"
	"net/http"

	lru "github.com/hashicorp/golang-lru/v2"
)

const (
	keptAnswers = 8192
	keptAddress = 1 << 10 // maximum length; no usual address is longer
)

// A sent is an answer as it was sent.
type sent struct {
	header http.Header
	body   []byte
}

// Keep returns a handler that keeps the latest answers of h in memory, as they were sent, and sends them
// again for the same address. They must depend on the address alone. Errors are not kept.
func Keep(h http.Handler) http.Handler {
	kept, _ := lru.New[string, sent](keptAnswers) // the number is positive
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get("Accept-Encoding") + "\n" + r.URL.RequestURI()
		if a, ok := kept.Get(key); ok {
			maps.Copy(w.Header(), a.header)
			_, _ = w.Write(a.body) // the client may be gone
			return
		}
		copied := &recorder{ResponseWriter: w, status: http.StatusOK}
		h.ServeHTTP(copied, r)
		if copied.status == http.StatusOK && !copied.failed && len(key) <= keptAddress {
			kept.Add(key, sent{w.Header().Clone(), copied.body.Bytes()})
		}
	})
}

// A recorder copies the answer that it passes on.
type recorder struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
	failed bool // whether the client is gone, so that the answer may be incomplete
}

func (c *recorder) WriteHeader(status int) {
	c.status = status
	c.ResponseWriter.WriteHeader(status)
}

func (c *recorder) Write(data []byte) (int, error) {
	n, err := c.ResponseWriter.Write(data)
	c.failed = c.failed || err != nil
	c.body.Write(data)
	return n, err
}

// Unwrap is for [http.ResponseController].
func (c *recorder) Unwrap() http.ResponseWriter { return c.ResponseWriter }
