package watch

import (
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/site"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/qlearn/workspace"
)

// How often files are looked at for those who listen.
const (
	itemEvery = time.Second
	listEvery = 2 * time.Second
)

// A Watcher answers from a workspace.
type Watcher struct {
	files *workspace.Workspace // nil = the command line names none
	list  lister
	heavy chan struct{} // holds one for each computation that may run
}

// New returns what answers from a workspace; nil is one with nothing in it.
func New(files *workspace.Workspace) *Watcher {
	return &Watcher{files: files, heavy: make(chan struct{}, 1)}
}

// Routes returns the routes of the package.
func Routes(w *Watcher) []wire.Route {
	return []wire.Route{
		wire.Get("/api/v1/runs", "Runs, sweeps and tunings of the folder", w.runs),
		wire.Get("/api/v1/matches", "Matches and tournaments of the folder", w.matches),
		wire.Get("/api/v1/runs/{path...}", "A run: how far it is, its learning curve, evaluations and card", w.run),
		wire.Get("/api/v1/sweeps/{path...}", "A sweep: its settings, ranked, and its runs", w.sweep),
		wire.Get("/api/v1/tunings/{path...}", "A tuning: its ratings by step", w.tuning),
		wire.Get("/api/v1/matches/{path...}", "A match or a tournament: score, Elo, test and "+
			"the last game", w.match),
		wire.Get("/api/v1/weights/runs/{path...}", "What a run learned: values of squares and sizes of terms",
			w.runWeights),
		wire.Get("/api/v1/weights/tunings/{path...}", "What a tuning found: values of squares and sizes of terms",
			w.tuningWeights),
		wire.Events("/api/v1/events/watch", "All that the folder has, now and after each change", w.watchList),
		wire.Events("/api/v1/events/runs/{path...}", "A run now, and what is new of it after each change",
			w.watchRun),
		wire.Events("/api/v1/events/sweeps/{path...}", "A sweep now and after each change", w.watchSweep),
		wire.Events("/api/v1/events/tunings/{path...}", "A tuning now, and what is new of it after each change",
			w.watchTuning),
		wire.Events("/api/v1/events/matches/{path...}",
			"A match now and after each change, with what is new of its test", w.watchMatch),
	}
}

// Pages returns the pages of the package.
func Pages(w *Watcher) []site.Page {
	pages := []site.Page{
		{Path: "/watch", Template: "watch", Title: "Watch", Section: "/watch", Data: func(*http.Request) (any, error) { return w.files != nil, nil }},
		{Path: "/watch/compare", Template: "watch-compare", Title: "Compare runs", Section: "/watch"},
	}
	for _, p := range []struct {
		kind string
		find func(at string) error
	}{
		{"run", func(at string) error { _, err := w.findRun(at); return err }},
		{"sweep", func(at string) error { _, err := w.findSweep(at); return err }},
		{"tuning", func(at string) error { _, err := w.findTuning(at); return err }},
		{"match", func(at string) error { _, err := w.findMatch(at); return err }},
	} {
		pages = append(pages, site.Page{
			Path: "/watch/" + p.kind + "/{path...}", Template: "watch-" + p.kind,
			Title: strings.ToUpper(p.kind[:1]) + p.kind[1:], Section: "/watch",
			Data: func(r *http.Request) (any, error) {
				at := r.PathValue("path")
				return pageView{at, path.Base(at)}, p.find(at)
			},
		})
	}
	return pages
}

// A pageView is what a page of one thing shows before anything is asked for.
type pageView struct{ Path, Name string }

// A place names something in the workspace.
type place struct {
	Path string `query:"path" doc:"path in the folder, with slashes" example:"lambda/003"`
}

// A placeSince names something that grows.
type placeSince struct {
	place
	Since int `query:"since" doc:"number of points that are known already" example:"0"`
}
