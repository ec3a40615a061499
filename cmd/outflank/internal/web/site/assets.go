package site

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
)

//go:embed assets
var assets embed.FS

// Assets returns the handler of /assets/. Browsers keep them and ask whether they have changed.
func Assets() http.Handler {
	type asset struct {
		data []byte
		tag  string
	}
	all := map[string]asset{}
	err := fs.WalkDir(assets, "assets", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := assets.ReadFile(name)
		sum := sha256.Sum256(data)
		all["/"+name] = asset{data, `"` + hex.EncodeToString(sum[:8]) + `"`}
		return err
	})
	if err != nil {
		panic(err) // the files are in the binary
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a, ok := all[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", mediaTypes[path.Ext(r.URL.Path)])
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Set("ETag", a.tag)
		if r.Header.Get("If-None-Match") == a.tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		_, _ = w.Write(a.data) // the client may be gone
	})
}

// mediaTypes does not depend on what the machine has in its tables.
var mediaTypes = map[string]string{
	".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml",
	".txt": "text/plain; charset=utf-8", ".webmanifest": "application/manifest+json",
}
