package workspace

import (
	"path/filepath"
	"time"

	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/qlearn/run"
	"github.com/outflank/outflank/qlearn/tuning"
)

// A Tuning is the state of a tuning when it was read.
type Tuning struct {
	Path    string
	State   string // as for runs
	Config  *tuning.Config
	Rows    []tuning.Row // of the steps so far, without weights
	Steps   int          // number of steps of the whole tuning
	Model   *eval.Model  // with the weights after the last step; nil for a network, or if they are unknown
	Problem string       // damage in the history; the steps before it were read
	Changed time.Time
	Version int // number of changes observed

	view  *tuning.View
	stamp stamp
}

// Tuning returns the tuning at a path. The error wraps [fs.ErrNotExist] if there is none, and is bad
// input if its configuration is damaged.
func (w *Workspace) Tuning(at string) (t *Tuning, err error) {
	name, err := w.find(at, KindTuning)
	if err != nil {
		return nil, err
	}
	err = w.tunings.use(at, func(it *item[Tuning]) error {
		next, err := w.tuningAgain(it.value, at, name)
		if err == nil {
			it.value, t = next, next
		}
		return err
	})
	return t, err
}

// tuningAgain returns the current state of the tuning in a folder. t is the previous state, or nil.
func (w *Workspace) tuningAgain(t *Tuning, at, name string) (*Tuning, error) {
	now := w.stampOf(name, tuning.ConfigFile, tuning.HistoryFile)
	if t != nil && now.same(t.stamp) {
		state := t.state(w.inUse(name))
		if state == t.State {
			return t, nil
		}
		next := *t
		next.State = state
		next.Version++
		return &next, nil
	}
	next := &Tuning{Path: at, Version: 1, Changed: now.changed(), stamp: now}
	if t != nil {
		next.Version = t.Version + 1
	}
	f, err := w.root.Open(filepath.Join(name, tuning.HistoryFile))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if t != nil && sameFile(now[0], t.stamp[0]) {
		next.view = t.view
	} else if next.view, err = tuning.OpenView(w.root, name); err != nil {
		return nil, err
	}
	if _, err := next.view.Read(f); err != nil {
		if !fault.IsBadInput(err) {
			return nil, err
		}
		next.Problem = fault.Text(err)
	}
	next.Config, next.Rows, next.Steps = next.view.Config, next.view.Rows, next.view.Steps()
	next.Model, _ = next.view.Model()
	next.State = next.state(w.inUse(name))
	return next, nil
}

// state returns the state of a tuning.
func (t *Tuning) state(inUse bool) string {
	if t.Problem != "" {
		return run.Damaged
	}
	return run.StateOf(inUse, t.done())
}

// done reports whether all steps are done.
func (t *Tuning) done() bool { return len(t.Rows) >= t.Steps }
