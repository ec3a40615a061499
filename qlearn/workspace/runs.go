package workspace

import (
	"path/filepath"
	"time"

	"github.com/outflank/outflank/qlearn/run"
)

// A Run is the state of a run when it was read.
type Run struct {
	run.Listed // Dir is the path in the workspace
	// Seconds of training, without pauses, after which each point of the learning curve was reached. The last
	// points may lack a time, because the run writes the times later.
	Times   []float64
	Changed time.Time
	Version int // number of changes observed

	stamp stamp
}

// runFiles are the files from which a run is read.
var runFiles = [...]string{run.ConfigFile, run.CheckpointFile}

// Run returns the run at a path. The error wraps [fs.ErrNotExist] if there is none. If the run is damaged,
// its Problem says why.
func (w *Workspace) Run(at string) (r *Run, err error) {
	name, err := w.find(at, KindRun)
	if err != nil {
		return nil, err
	}
	err = w.runs.use(at, func(it *item[Run]) error {
		now := w.stampOf(name, append(runFiles[:], run.EventsFile)...)
		if it.value == nil || !now.same(it.value.stamp) {
			next := &Run{Listed: run.Look(w.root, name), Changed: now.changed(), Version: 1, stamp: now}
			if next.Checkpoint != nil {
				next.Times = trained(next.Checkpoint.Metrics, run.ReadTimes(w.root, name))
			}
			if next.Dir = at; it.value != nil {
				next.Version += it.value.Version
			}
			it.value = next
		} else if state := w.stateOf(&it.value.Listed, name); state != it.value.State {
			next := *it.value
			next.State = state
			next.Version++
			it.value = &next
		}
		r = it.value
		return nil
	})
	return r, err
}

// leastPause is the minimum length of a pause, in seconds.
const leastPause = 600

// trained returns the seconds of training until each point of a learning curve, up to the first unknown time.
// at has the times by number of games. A run that is resumed has slept before its next point: a step of more
// than leastPause and twenty times the mean of those before it counts as one of that mean.
func trained(points []run.Point, at map[int]float64) (times []float64) {
	last, known := at[0]
	sum := 0.0
	for i, p := range points {
		t, ok := at[p.Games]
		if !known || !ok {
			break
		}
		step := t - last
		if mean := sum / float64(max(1, i)); i > 0 && step > max(leastPause, 20*mean) {
			step = mean
		}
		sum, last = sum+step, t
		times = append(times, sum)
	}
	return times
}

// stateOf returns the state of a run whose files have not changed. Its state still changes when a process
// starts or stops training it.
func (w *Workspace) stateOf(l *run.Listed, name string) string {
	if l.Checkpoint == nil {
		return l.State
	}
	return run.StateOf(w.inUse(name), l.Checkpoint.Done)
}

// A lightRun is a run without its configuration and its learning curve.
type lightRun struct {
	stamp  stamp
	listed run.Listed
	done   bool // its training is finished
	sound  bool // its checkpoint is readable
}

// listed returns a run for a list.
func (w *Workspace) listed(at, name string) (run.Listed, stamp) {
	now := w.stampOf(name, runFiles[:]...)
	w.mu.Lock()
	l, ok := w.light[at]
	w.mu.Unlock()
	if !ok || !now.same(l.stamp) {
		l = lightRun{stamp: now, listed: run.Look(w.root, name)}
		if c := l.listed.Checkpoint; c != nil {
			l.done, l.sound = c.Done, true
		}
		l.listed.Dir, l.listed.Info, l.listed.Checkpoint = at, nil, nil
		w.mu.Lock()
		w.light[at] = l
		w.mu.Unlock()
		return l.listed, now
	}
	if l.sound {
		l.listed.State = run.StateOf(w.inUse(name), l.done)
	}
	return l.listed, now
}

// Sweep returns the results of the sweep at a path. The error wraps [fs.ErrNotExist] if there is none.
func (w *Workspace) Sweep(at string) (*run.Sweep, *run.SweepTable, error) {
	name, err := w.find(at, KindSweep)
	if err != nil {
		return nil, nil, err
	}
	s, err := run.OpenSweep(w.root, name)
	if err != nil {
		return nil, nil, err
	}
	return s, s.TableOf(func(dir string) run.Listed {
		l, _ := w.listed(filepath.ToSlash(dir), dir)
		return l
	}), nil
}
