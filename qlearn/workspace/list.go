package workspace

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/qlearn/run"
	"github.com/outflank/outflank/qlearn/tuning"
)

// A Listing contains the entries of a workspace. The JSON fields are stable.
type Listing struct {
	Entries   []Entry   `json:"entries" meaning:"runs, sweeps, tunings and matches by path"`
	Problems  []Problem `json:"problems" meaning:"what could not be read"`
	Truncated bool      `json:"truncated" meaning:"there is more than is listed"`
}

// An Entry is a summary of a run, a sweep, a tuning or a match.
type Entry struct {
	Path    string    `json:"path" meaning:"in the workspace, with slashes"`
	Kind    string    `json:"kind" enum:"run,sweep,tuning,match" meaning:"what it is"`
	Name    string    `json:"name" meaning:"what it is called"`
	State   string    `json:"state" enum:"running,finished,interrupted,damaged" meaning:"a match that is running is being played"`
	Done    int       `json:"done" meaning:"games, steps of a tuning or finished runs of a sweep"`
	Total   int       `json:"total" meaning:"of these"`
	Says    string    `json:"says" meaning:"what it has shown so far"`
	Sweep   string    `json:"sweep,omitempty" meaning:"path of the sweep that a run belongs to"`
	Changed time.Time `json:"changed" meaning:"when its files changed last"`
	Problem string    `json:"problem,omitempty" meaning:"what is wrong with it"`
}

// A Problem is an entry that could not be read.
type Problem struct {
	Path string `json:"path" meaning:"in the workspace, with slashes"`
	Text string `json:"text" meaning:"what is wrong"`
}

// Limits of a listing.
const (
	mostDeep    = 6      // depth of nested folders
	mostVisited = 50_000 // number of files and folders
)

// List returns the entries. It skips links and names that begin with a dot.
func (w *Workspace) List() (Listing, error) {
	l := lister{w: w, seen: map[string]bool{}, Listing: Listing{Entries: []Entry{}, Problems: []Problem{}}}
	err := fs.WalkDir(w.root.FS(), filepath.ToSlash(w.only), l.visit)
	w.forget(l.seen)
	return l.Listing, err
}

// forget drops cached data of files and folders that no longer exist.
func (w *Workspace) forget(seen map[string]bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	maps.DeleteFunc(w.light, func(at string, _ lightRun) bool { return !seen[at] })
	maps.DeleteFunc(w.briefs, func(at string, _ brief) bool { return !seen[at] })
	maps.DeleteFunc(w.files, func(at string, _ sniffed) bool { return !seen[at] })
}

// A lister walks through a workspace.
type lister struct {
	Listing
	w       *Workspace
	seen    map[string]bool
	sweep   string // the last sweep seen
	visited int
}

func (l *lister) visit(at string, e fs.DirEntry, err error) error {
	if l.visited++; l.visited > mostVisited {
		l.Truncated = true
		return fs.SkipAll
	}
	switch {
	case err != nil && at == filepath.ToSlash(l.w.only):
		return err
	case err != nil: // a file that no longer exists, or a folder without permission
		l.problem(at, err)
		return nil
	case at != "." && strings.HasPrefix(path.Base(at), "."):
		return skip(e)
	case e.IsDir():
		return l.folder(at)
	case e.Type().IsRegular():
		l.file(at, e)
	}
	return nil
}

// skip skips an entry and its contents.
func skip(e fs.DirEntry) error {
	if e.IsDir() {
		return fs.SkipDir
	}
	return nil
}

func (l *lister) problem(at string, err error) {
	l.Problems = append(l.Problems, Problem{at, fault.Text(err)})
}

// folder lists a folder and reports whether to search inside it.
func (l *lister) folder(at string) error {
	name := filepath.FromSlash(at)
	kind := ""
	if at != "." {
		kind = kindOf(l.w.root, name)
	}
	switch kind {
	case KindRun:
		l.seen[at] = true
		l.Entries = append(l.Entries, l.run(at, name))
		return fs.SkipDir
	case KindTuning:
		l.seen[at] = true
		l.Entries = append(l.Entries, l.tuning(at, name))
		return fs.SkipDir
	case KindSweep:
		l.sweep = at
		l.Entries = append(l.Entries, l.sweepOf(at))
	}
	if strings.Count(at, "/") >= mostDeep-1 {
		l.Truncated = true
		return fs.SkipDir
	}
	return nil
}

func (l *lister) run(at, name string) Entry {
	r, stamp := l.w.listed(at, name)
	if stamp.changed().IsZero() {
		stamp = l.w.stampOf(name, ".")
	}
	e := Entry{Path: at, Kind: KindRun, Name: r.Name, State: r.State, Done: r.Games, Total: r.Total,
		Changed: stamp.changed(), Problem: r.Problem}
	if l.sweep != "" && path.Dir(at) == l.sweep {
		e.Sweep = l.sweep
	}
	says := []string{r.Features}
	for _, m := range r.Results {
		says = append(says, fmt.Sprintf("%s (%s) against %s", text.Share(m.Score), text.Interval(m.Low, m.High),
			m.Match.Opponent))
	}
	e.Says = join(says)
	return e
}

func (l *lister) tuning(at, name string) Entry {
	stamp := l.w.stampOf(name, tuning.ConfigFile, tuning.HistoryFile)
	inUse := func() bool { return l.w.inUse(name) }
	return l.brief(at, stamp, inUse, func() (e Entry, done bool, err error) {
		t, err := l.w.Tuning(at)
		if err != nil {
			return e, false, err
		}
		e = Entry{State: t.State, Done: len(t.Rows), Total: t.Steps, Problem: t.Problem}
		says := []string{t.Config.Title()}
		if n := len(t.Rows); n > 0 {
			says = append(says, fmt.Sprintf("best %.4g, %s", t.Rows[n-1].Best, t.Config.RatingUnit()))
		}
		e.Says = join(says)
		return e, t.done(), nil
	}, KindTuning)
}

func (l *lister) sweepOf(at string) Entry {
	e := Entry{Path: at, Kind: KindSweep, Name: path.Base(at), State: run.Damaged}
	e.Changed = l.w.stampOf(filepath.FromSlash(at), run.SweepFile).changed()
	s, table, err := l.w.Sweep(at)
	if err != nil {
		e.Problem = fault.Text(err)
		return e
	}
	e.Total, e.State = len(table.Runs), run.Interrupted
	for _, r := range table.Runs {
		switch r.State {
		case run.Finished:
			e.Done++
		case run.Running:
			e.State = run.Running
		}
	}
	if e.Done == e.Total {
		e.State = run.Finished
	}
	says := []string{strings.Join(s.Keys, ", ")}
	if len(table.Settings) > 0 && table.Settings[0].Runs > 0 {
		best := table.Settings[0]
		says = append(says, fmt.Sprintf("best %s: %s", strings.Join(best.Values, ", "), text.Share(best.Chosen)))
	}
	e.Says = join(says)
	return e
}

// file lists a file if it contains a match.
func (l *lister) file(at string, e fs.DirEntry) {
	info, err := e.Info()
	if err != nil {
		return // it no longer exists
	}
	l.seen[at] = true
	s := l.w.sniff(at, info)
	switch {
	case s.problem != "":
		l.Problems = append(l.Problems, Problem{at, s.problem})
	case s.match:
		l.Entries = append(l.Entries, l.match(at, info))
	}
}

func (l *lister) match(at string, info fs.FileInfo) Entry {
	return l.brief(at, stamp{info}, func() bool {
		return l.w.fileInUse(filepath.FromSlash(at))
	}, func() (e Entry, done bool, err error) {
		m, err := l.w.Match(at)
		if err != nil {
			return e, false, err
		}
		return Entry{
			Name: strings.Join(m.Config.Agents, " – "), State: m.State, Done: m.Result.Played, Total: m.Result.Total,
			Says: m.Says(), Problem: m.Problem,
		}, m.done, nil
	}, KindMatch)
}

// brief returns an entry. It reads the entry again if its files have changed. done reports whether the work
// is finished.
func (l *lister) brief(at string, now stamp, inUse func() bool, read func() (e Entry, done bool, err error),
	kind string) Entry {
	l.w.mu.Lock()
	b, ok := l.w.briefs[at]
	l.w.mu.Unlock()
	if ok && now.same(b.stamp) {
		if b.entry.State != run.Damaged {
			b.entry.State = run.StateOf(inUse(), b.done)
		}
		return b.entry
	}
	b = brief{stamp: now}
	var err error
	if b.entry, b.done, err = read(); err != nil {
		b.entry.State, b.entry.Problem = run.Damaged, fault.Text(err)
	}
	b.entry.Path, b.entry.Kind, b.entry.Changed = at, kind, now.changed()
	b.entry.Name = cmp.Or(b.entry.Name, path.Base(at))
	l.w.mu.Lock()
	l.w.briefs[at] = b
	l.w.mu.Unlock()
	return b.entry
}

// A brief is an entry read from files with this stamp.
type brief struct {
	stamp stamp
	entry Entry
	done  bool
}

// join joins the non-empty parts with semicolons.
func join(parts []string) string {
	list := parts[:0]
	for _, p := range parts {
		if p != "" {
			list = append(list, p)
		}
	}
	return strings.Join(list, "; ")
}
