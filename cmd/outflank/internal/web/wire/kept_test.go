package wire

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestKeep: an answer is computed once for each address and encoding, unless it is an error, is incomplete,
// or has an unusual address.
func TestKeep(t *testing.T) {
	computed := 0
	h := Keep(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		computed++
		if r.URL.Query().Has("wrong") {
			w.WriteHeader(http.StatusBadRequest)
		}
		w.Header().Set("Content-Type", "text/plain")
		fmt.Fprint(w, r.URL.Path, r.URL.RawQuery)
		fmt.Fprint(w, r.Header.Get("Accept-Encoding"))
	}))
	long := "/a?" + strings.Repeat("b", keptAddress)
	for _, tt := range []struct {
		address, encoding string
		gone              bool
		computed          int // answers so far
	}{
		{"/a?b", "", true, 1},
		{"/a?b", "", false, 2},
		{"/a?b", "", false, 2},
		{"/a?c", "", false, 3},
		{"/c?b", "", false, 4},
		{"/a?b", "gzip", false, 5},
		{"/a?b", "gzip", false, 5},
		{"/a?b", "", false, 5},
		{"/a?wrong", "", false, 6},
		{"/a?wrong", "", false, 7},
		{long, "", false, 8},
		{long, "", false, 9},
	} {
		r := httptest.NewRequest("GET", tt.address, nil)
		r.Header.Set("Accept-Encoding", tt.encoding)
		w := httptest.NewRecorder()
		if tt.gone {
			h.ServeHTTP(deaf{w}, r)
		} else {
			h.ServeHTTP(w, r)
			want := strings.Replace(tt.address, "?", "", 1) + tt.encoding
			if got := w.Body.String(); got != want || w.Header().Get("Content-Type") != "text/plain" {
				t.Errorf("%s: %q, %v", tt.address, got, w.Header())
			}
		}
		if computed != tt.computed {
			t.Errorf("%s %s: computed %d answers so far, want %d", tt.address, tt.encoding, computed, tt.computed)
		}
	}
}
