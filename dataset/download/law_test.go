package download_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	"github.com/outflank/outflank/dataset/download"
)

// TestLaw: whatever servers do, one request after the other and from run to run,
// the folder has a version of the file as the server once had it, or none. Once
// the server behaves, it is the newest.
func TestLaw(t *testing.T) {
	s := newSite(t)
	c := s.config(t)
	c.Retries = 2
	versions := make([][]byte, 6)
	for i := range versions {
		versions[i] = gameFile(t, 2001, 10+i%2, i) // only the content tells some from others
	}
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp("", "law")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		now := 0
		publish := func(n int) { now = n; s.files[file] = siteFile{versions[n], fmt.Sprintf(`"%d"`, n), modified} }
		publish(0)
		s.always(file, func(w http.ResponseWriter, r *http.Request) {
			if rapid.IntRange(0, 3).Draw(t, "new issue") == 0 {
				publish(rapid.IntRange(0, len(versions)-1).Draw(t, "issue"))
			}
			trouble(t, s, versions[now])(w, r)
		})
		for range rapid.IntRange(1, 3).Draw(t, "runs") {
			for _, err := range c.Fetch(t.Context(), dir, []string{file}) {
				if err == nil && rapid.IntRange(0, 9).Draw(t, "stop") == 0 {
					break
				}
			}
			got, err := os.ReadFile(filepath.Join(dir, file))
			if err == nil && !isOneOf(got, versions) {
				t.Fatalf("the folder has a file of %d bytes that never was on the server", len(got))
			}
		}
		s.always(file, nil)
		for p, err := range c.Fetch(t.Context(), dir, []string{file}) {
			if err != nil || p.State == download.Retrying {
				t.Fatalf("a good server: %+v, %v", p, err)
			}
		}
		if got, err := os.ReadFile(filepath.Join(dir, file)); err != nil || !bytes.Equal(got, versions[now]) {
			t.Fatalf("a good server, and the file is not its newest: %v", err)
		}
	})
}

// trouble draws what happens to a request.
func trouble(t *rapid.T, s *site, data []byte) http.HandlerFunc {
	cut := rapid.IntRange(0, len(data)).Draw(t, "cut")
	switch kind := rapid.SampledFrom([]string{"none", "cut", "rest cut", "If-Range", "Range", "status", "length",
		"page"}).Draw(t, "trouble"); kind {
	case "cut":
		return s.firstBytes(cut)
	case "rest cut":
		return func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Range") != "" {
				r.Header.Set("Range", fmt.Sprintf("%s%d", r.Header.Get("Range"), cut))
			}
			s.serve(w, r)
		}
	case "If-Range", "Range":
		return s.without(kind, nothing)
	case "status":
		return status(rapid.SampledFrom([]int{204, 403, 404, 416, 500}).Draw(t, "status"))
	case "length":
		return raw(answer(cut, "", data))
	case "page":
		return raw(answer(-1, "Content-Type: text/html\r\n", []byte("<html>")))
	}
	return s.serve
}

func isOneOf(data []byte, versions [][]byte) bool {
	for _, v := range versions {
		if bytes.Equal(data, v) {
			return true
		}
	}
	return false
}
