package download

import (
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestDowngrade: what is fetched by https stays on https.
func TestDowngrade(t *testing.T) {
	for _, test := range []struct {
		from, to string
		ok       bool
	}{
		{"https://a/", "https://b/", true},
		{"http://a/", "https://a/", true},
		{"http://a/", "http://b/", true},
		{"https://a/", "http://a/", false},
	} {
		req := func(url string) *http.Request { return httptest.NewRequest("GET", url, nil) }
		if err := checkRedirect(req(test.to), []*http.Request{req(test.from)}); (err == nil) != test.ok {
			t.Errorf("from %s to %s: %v", test.from, test.to, err)
		}
	}
}

// TestHopeless errors are not retried.
func TestHopeless(t *testing.T) {
	client := &http.Client{}
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	defer server.Close()
	_, err := client.Get(server.URL) // its certificate is nobody's
	if _, again := requestError(err).(passing); err == nil || again {
		t.Errorf("unknown certificate: %v", err)
	}
}
