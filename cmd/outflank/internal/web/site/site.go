package site

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine/runtime/text"
)

//go:embed pages
var pages embed.FS

// A Page is one page of the site.
type Page struct {
	Path     string // a pattern of [http.ServeMux] without method
	Template string // its file in pages, without .html; it defines "main" and may define "head"
	Title    string
	Section  string // the entry of the menu that is marked
	// Data returns the data of the template; nil = none. Its error becomes an error page.
	Data func(*http.Request) (any, error)
}

// An Entry is a link of the menu.
type Entry struct{ Path, Name string }

// Menu is what every page links to.
var Menu = []Entry{{"/", "Play"}, {"/analysis", "Analyse"}, {"/explore", "Explore"},
	{"/statistics", "Statistics"}, {"/watch", "Watch"}}

// A Site renders pages.
type Site struct {
	version   string
	templates map[string]*template.Template
}

// New returns the site of a version of the program, with all templates parsed.
func New(version string) (*Site, error) {
	s := &Site{version: version, templates: map[string]*template.Template{}}
	layout, err := template.New("layout.html").Funcs(functions).ParseFS(pages, "pages/layout.html",
		"pages/parts/*.html")
	if err != nil {
		return nil, err
	}
	names, err := fs.Glob(pages, "pages/*.html")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		t := template.Must(layout.Clone())
		if _, err := t.ParseFS(pages, name); err != nil {
			return nil, err
		}
		s.templates[name] = t
	}
	return s, nil
}

// view is what the layout shows.
type view struct {
	Page
	Menu    []Entry
	Version string
	Data    any
	Status  int
}

// Handler returns the handler of a page.
func (s *Site) Handler(p Page) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var data any
		if p.Data != nil {
			var err error
			if data, err = p.Data(r); err != nil {
				s.fail(w, r, p, err)
				return
			}
		}
		s.render(w, r, view{Page: p, Data: data, Status: http.StatusOK})
	})
}

// NotFound answers with a page that says that there is none.
func (s *Site) NotFound(w http.ResponseWriter, r *http.Request) {
	s.fail(w, r, Page{}, wire.Fail(http.StatusNotFound, fmt.Errorf("there is no page %s", r.URL.Path)))
}

// fail answers with a page that describes the error.
func (s *Site) fail(w http.ResponseWriter, r *http.Request, p Page, err error) {
	problem := wire.Describes(r, err)
	p.Template, p.Title = "problem", problem.Title
	s.render(w, r, view{Page: p, Data: problem, Status: problem.Status})
}

func (s *Site) render(w http.ResponseWriter, r *http.Request, v view) {
	v.Menu, v.Version = Menu, s.version
	t, ok := s.templates["pages/"+v.Template+".html"]
	var text bytes.Buffer
	err := fmt.Errorf("no template %q", v.Template)
	if ok {
		err = t.Execute(&text, v)
	}
	if err != nil {
		wire.WriteError(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	w.WriteHeader(v.Status)
	_, _ = w.Write(text.Bytes()) // the client may be gone
}

// functions are those that templates may call.
var functions = template.FuncMap{
	"number":  text.Number,
	"percent": func(share float64) string { return text.Share(share) },
	"signed":  text.Signed,
}

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

// mediaTypes are set here, because the tables of machines differ.
var mediaTypes = map[string]string{
	".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml",
	".txt": "text/plain; charset=utf-8", ".webmanifest": "application/manifest+json",
}
