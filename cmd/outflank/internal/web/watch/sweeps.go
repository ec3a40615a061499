package watch

import (
	"context"
	"iter"
	"reflect"

	"github.com/outflank/outflank/qlearn/run"
)

// A Sweep is the results of a sweep.
type Sweep struct {
	Path     string             `json:"path" doc:"in the folder"`
	Keys     []string           `json:"keys" doc:"settings in which the runs differ"`
	Settings []run.SweepSetting `json:"settings" doc:"combinations of them, the best first"`
	Runs     []run.SweepRow     `json:"runs" doc:"dir is a folder of the sweep"`
}

func (w *Watcher) findSweep(at string) (Sweep, error) {
	if w.files == nil {
		return Sweep{}, errNone(at)
	}
	_, t, err := w.files.Sweep(at)
	if err != nil {
		return Sweep{}, err
	}
	return Sweep{at, t.Keys, t.Settings, t.Runs}, nil
}

func (w *Watcher) sweep(_ context.Context, q place) (Sweep, error) { return w.findSweep(q.Path) }

func (w *Watcher) watchSweep(ctx context.Context, q place) (iter.Seq2[Sweep, error], error) {
	if _, err := w.findSweep(q.Path); err != nil {
		return nil, err
	}
	var known Sweep
	return follow(ctx, listEvery, func() (Sweep, bool, error) {
		s, err := w.findSweep(q.Path)
		news := !reflect.DeepEqual(s, known)
		known = s
		return s, news, err
	}), nil
}
