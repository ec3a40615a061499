package watch

import (
	"context"
	"fmt"
	"io/fs"
	"iter"
	"net/http"
	"path"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/site"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/qlearn/workspace"
)

// Intervals at which files are read for event streams.
const (
	itemEvery = time.Second
	listEvery = 2 * time.Second
)

// A Watcher serves a workspace.
type Watcher struct {
	files *workspace.Workspace // nil = none given on the command line
	list  lister
	heavy chan struct{} // holds an element for each running computation
}

// New returns a watcher of a workspace; nil stands for an empty one.
func New(files *workspace.Workspace) *Watcher {
	return &Watcher{files: files, heavy: make(chan struct{}, 1)}
}

// Routes returns the routes of the package.
func Routes(w *Watcher) []wire.Route {
	return []wire.Route{
		wire.Get("/api/v1/runs", "Runs, sweeps and tunings of the folder", w.runs),
		wire.Get("/api/v1/matches", "Matches and tournaments of the folder", w.matches),
		wire.Get("/api/v1/runs/{path...}", "A run: progress, learning curve, evaluations and model card", w.run),
		wire.Get("/api/v1/sweeps/{path...}", "A sweep: ranked settings and runs", w.sweep),
		wire.Get("/api/v1/tunings/{path...}", "A tuning: ratings by step", w.tuning),
		wire.Get("/api/v1/matches/{path...}", "A match or a tournament: score, Elo, test and "+
			"the last game", w.match),
		wire.Get("/api/v1/played/{path...}", "Games of a match or a tournament, in the order of the schedule",
			w.played),
		wire.Get("/api/v1/differences", "Settings in which runs differ", w.differences),
		wire.Get("/api/v1/weights/runs/{path...}", "The weights of a run: values of squares and sizes of terms",
			w.runWeights),
		wire.Get("/api/v1/weights/tunings/{path...}", "The weights of a tuning: values of squares and sizes of "+
			"terms",
			w.tuningWeights),
		wire.Events("/api/v1/events/watch", "The contents of the folder, now and after each change", w.watchList),
		wire.Events("/api/v1/events/runs/{path...}", "A run now, and its new data after each change",
			w.watchRun),
		wire.Events("/api/v1/events/sweeps/{path...}", "A sweep now and after each change", w.watchSweep),
		wire.Events("/api/v1/events/tunings/{path...}", "A tuning now, and its new data after each change",
			w.watchTuning),
		wire.Events("/api/v1/events/matches/{path...}",
			"A match now and after each change, with the new values of its test", w.watchMatch),
	}
}

// Pages returns the pages of the package.
func Pages(w *Watcher) []site.Page {
	pages := []site.Page{
		{Path: "/watch", Template: "watch", Title: "Watch", Section: "/watch",
			Data: func(*http.Request) (any, error) { return w.files != nil, nil }},
		{Path: "/watch/compare", Template: "watch-compare", Title: "Compare runs", Section: "/watch"},
	}
	return append(pages,
		pageOf(w, "run", "Run", (*workspace.Workspace).Run), pageOf(w, "sweep", "Sweep", sweepIn),
		pageOf(w, "tuning", "Tuning", (*workspace.Workspace).Tuning),
		pageOf(w, "match", "Match", (*workspace.Workspace).Match))
}

// pageOf returns the page for items of a kind; in finds an item in the workspace.
func pageOf[T any](w *Watcher, kind, title string,
	in func(*workspace.Workspace, string) (T, error)) site.Page {
	return site.Page{
		Path: "/watch/" + kind + "/{path...}", Template: "watch-" + kind, Title: title, Section: "/watch",
		Data: func(r *http.Request) (any, error) {
			at := r.PathValue("path")
			_, err := find(w, at, in)
			return pageView{at, path.Base(at)}, err
		},
	}
}

// find returns the item at a path in the workspace.
func find[T any](w *Watcher, at string,
	in func(*workspace.Workspace, string) (T, error)) (found T, err error) {
	if w.files == nil {
		return found, errNone(at)
	}
	return in(w.files, at)
}

// errNone is the error for an item that does not exist.
func errNone(at string) error { return fmt.Errorf("there is no %q: %w", at, fs.ErrNotExist) }

// A pageView is the initial content of the page of an item.
type pageView struct{ Path, Name string }

// A place names an item in the workspace.
type place struct {
	Path string `query:"path" doc:"path in the folder, with slashes" example:"lambda/003"`
}

// A placeSince names an item that grows, and the part of it that the client has.
type placeSince struct {
	place
	Since int `query:"since" doc:"number of points that the client already has" minimum:"0" example:"0"`
}

// follow calls look immediately and then at an interval until the context ends. It yields the result of look
// if there is news. An error of look ends the sequence.
func follow[A any](ctx context.Context, every time.Duration,
	look func() (a A, news bool, err error)) iter.Seq2[A, error] {
	return func(yield func(A, error) bool) {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			a, news, err := look()
			if (news || err != nil) && !yield(a, err) || err != nil {
				return
			}
			select {
			case <-tick.C:
			case <-ctx.Done():
				return
			}
		}
	}
}
