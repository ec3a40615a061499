package workspace

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/qlearn/run"
	"github.com/outflank/outflank/qlearn/tuning"
)

// A Workspace is a folder with runs, sweeps, tunings and matches.
type Workspace struct {
	root *os.Root
	only string // the accessible part: "." or a folder below root

	runs    store[Run]
	matches store[Match]
	tunings store[Tuning]
	models  store[Model]

	mu     sync.Mutex // guards the maps, whose keys are paths
	light  map[string]lightRun
	briefs map[string]brief
	files  map[string]sniffed
}

// Open opens a folder. If the folder is itself a run, a sweep or a tuning, it is the only top-level entry,
// under its own name.
func Open(dir string) (*Workspace, error) {
	at, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	only := "."
	if kindOf(run.System{}, at) != "" {
		at, only = filepath.Split(at)
		at = filepath.Clean(at)
	}
	root, err := os.OpenRoot(at)
	if err != nil {
		return nil, err
	}
	w := &Workspace{
		root: root, only: only, runs: newStore[Run](mostKept), matches: newStore[Match](mostKept),
		tunings: newStore[Tuning](mostKept), models: newStore[Model](mostModels),
		light: map[string]lightRun{}, briefs: map[string]brief{}, files: map[string]sniffed{},
	}
	if _, err := root.Stat(only); err != nil {
		root.Close()
		return nil, err
	}
	return w, nil
}

// Close closes the folder.
func (w *Workspace) Close() error { return w.root.Close() }

// The kinds of entries in a workspace.
const (
	KindRun    = "run"
	KindSweep  = "sweep"
	KindTuning = "tuning"
	KindMatch  = "match" // or a tournament
)

// kindOf returns the kind of a folder, or "" for other folders.
func kindOf(f run.Files, dir string) string {
	has := func(name string) bool {
		_, err := f.Stat(filepath.Join(dir, name))
		return err == nil
	}
	switch {
	case run.Holds(f, dir):
		return KindRun
	case has(run.SweepFile):
		return KindSweep
	case has(tuning.ConfigFile) && has(tuning.HistoryFile):
		return KindTuning
	}
	return ""
}

// find converts a slash-separated path to a file name. The error wraps [fs.ErrNotExist] if the path leads out
// of the workspace, or if it does not lead to an entry of the kind. It does not check whether a file contains
// a match.
func (w *Workspace) find(at, kind string) (string, error) {
	name := filepath.FromSlash(at)
	inside := filepath.IsLocal(name) && path.Clean(at) == at &&
		(w.only == "." || at == w.only || strings.HasPrefix(at, w.only+"/"))
	none := fmt.Errorf("there is no %s %q: %w", kind, at, fs.ErrNotExist)
	if !inside || hidden(at) {
		return "", none
	}
	if kind != KindMatch {
		if kindOf(w.root, name) != kind {
			return "", none
		}
		return name, nil
	}
	if info, err := w.root.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return "", none
	}
	return name, nil
}

// hidden reports whether a part of a path begins with a dot.
func hidden(at string) bool { return strings.HasPrefix(at, ".") || strings.Contains(at, "/.") }

// inUse reports whether a process holds the lock of a folder.
func (w *Workspace) inUse(name string) bool {
	return durable.DirInUse(filepath.Join(w.root.Name(), name))
}

// fileInUse reports whether a process holds the lock of a file.
func (w *Workspace) fileInUse(name string) bool {
	f, err := w.root.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	return durable.FileInUse(f)
}

// A stamp detects whether files have changed since they were read.
type stamp []fs.FileInfo // nil = no files

// stampOf returns the stamp of the named files in a folder.
func (w *Workspace) stampOf(dir string, names ...string) stamp {
	list := make(stamp, len(names))
	for i, name := range names {
		if info, err := w.root.Stat(filepath.Join(dir, name)); err == nil {
			list[i] = info
		}
	}
	return list
}

// same reports whether the files are the same as in an earlier stamp and unchanged.
func (s stamp) same(before stamp) bool { return slices.EqualFunc(s, before, sameFile) }

func sameFile(a, b fs.FileInfo) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}

// changed returns the time of the latest change to any of the files.
func (s stamp) changed() (last time.Time) {
	for _, info := range s {
		if info != nil && info.ModTime().After(last) {
			last = info.ModTime()
		}
	}
	return last
}

// mostKept is the maximum number of cached runs, matches and tunings, each.
const mostKept = 32

// A store caches items by path and drops the least recently used ones.
type store[T any] struct{ items *lru.Cache[string, *item[T]] }

// An item is the cached content of a path. Reading it again holds its lock, so concurrent callers get the
// same content.
type item[T any] struct {
	mu    sync.Mutex
	value *T // nil until first read
}

func newStore[T any](most int) store[T] {
	items, _ := lru.New[string, *item[T]](most) // fails only for sizes below 1
	return store[T]{items}
}

// use locks the item of a path and calls do with it.
func (s store[T]) use(path string, do func(*item[T]) error) error {
	it := &item[T]{}
	if before, ok, _ := s.items.PeekOrAdd(path, it); ok {
		it = before
		s.items.Get(path) // marks it as the most recently used item
	}
	it.mu.Lock()
	defer it.mu.Unlock()
	return do(it)
}
