package site

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine/runtime/text"
)

//go:embed pages
var pages embed.FS

// A Page is one page of the site.
type Page struct {
	Path     string // a pattern of [http.ServeMux] without method
	Template string // name of its file in pages, without .html; it defines "main" and may define "head"
	Title    string
	Section  string // path of the highlighted menu entry
	Bare     bool   // without head and foot, for frames
	Form     bool   // whether the page shows errors of the client itself, so that its form keeps what was asked
	// Data returns the data of the template; nil = none. Its error becomes an error page, unless Form is set.
	Data func(*http.Request) (any, error)
}

// An Entry is a link in the menu.
type Entry struct{ Path, Name string }

// Menu lists the entries of the menu on every page.
var Menu = []Entry{{"/", "Play"}, {"/analysis", "Analyse"}, {"/train/puzzles", "Train"},
	{"/statistics", "Statistics"}, {"/watch", "Watch"}}

// A Site renders pages.
type Site struct {
	version   string
	templates map[string]*template.Template
}

// New parses all templates and returns the site. version is the version of the program.
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

// view is the data of the layout.
type view struct {
	Page
	Menu    []Entry
	Version string
	Data    any
	Problem string // the error of a page with a form
	Status  int
}

// Handler returns the handler of a page.
func (s *Site) Handler(p Page) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v := view{Page: p, Status: http.StatusOK}
		if p.Data != nil {
			var err error
			if v.Data, err = p.Data(r); err != nil {
				problem := wire.Describes(r, err)
				if !p.Form || problem.Status >= http.StatusInternalServerError {
					s.fail(w, r, p, problem, wire.AskAgain(err))
					return
				}
				v.Problem, v.Status = problem.Detail, problem.Status
			}
		}
		s.render(w, r, v)
	})
}

// NotFound answers with a 404 page.
func (s *Site) NotFound(w http.ResponseWriter, r *http.Request) {
	err := wire.Fail(http.StatusNotFound, fmt.Errorf("there is no page %s", r.URL.Path))
	s.fail(w, r, Page{}, wire.Describes(r, err), 0)
}

// fail answers with an error page. With a time again, the browser asks again by itself.
func (s *Site) fail(w http.ResponseWriter, r *http.Request, p Page, why wire.Problem, again time.Duration) {
	p.Template, p.Title = "problem", why.Title
	if again > 0 {
		seconds := strconv.Itoa(int(again.Seconds()))
		w.Header().Set("Retry-After", seconds)
		w.Header().Set("Refresh", seconds)
		p.Title = "Please wait"
	}
	s.render(w, r, view{Page: p, Data: why, Status: why.Status})
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

// functions are the functions available in templates.
var functions = template.FuncMap{"number": text.Number, "plural": text.Plural}

//go:embed assets
var assets embed.FS

// Assets returns the handler of /assets/. Browsers cache assets and revalidate them with an ETag.
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
		all["/"+name] = asset{data, wire.Tag(data)}
		return err
	})
	if err != nil {
		panic(err) // the files are in the binary
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a, ok := all[r.URL.Path]
		if !ok {
			wire.WriteError(w, r, wire.Fail(http.StatusNotFound, fmt.Errorf("there is no %s", r.URL.Path)))
			return
		}
		wire.SendTagged(w, r, mediaTypes[path.Ext(r.URL.Path)], a.data, a.tag)
	})
}

// mediaTypes are fixed here, because the tables of operating systems differ.
var mediaTypes = map[string]string{
	".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml",
	".txt": "text/plain; charset=utf-8", ".webmanifest": "application/manifest+json",
}
