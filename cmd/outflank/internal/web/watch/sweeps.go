package watch

import (
	"context"
	"iter"
	"reflect"

	"github.com/outflank/outflank/qlearn/run"
	"github.com/outflank/outflank/qlearn/workspace"
)

// A Sweep is the results of a sweep.
type Sweep struct {
	Path     string             `json:"path" doc:"in the folder"`
	Keys     []string           `json:"keys" doc:"settings in which the runs differ"`
	Settings []run.SweepSetting `json:"settings" doc:"combinations of them, the best first"`
	Runs     []run.SweepRow     `json:"runs" doc:"dir is a folder of the sweep"`
}

func sweepIn(files *workspace.Workspace, at string) (Sweep, error) {
	_, t, err := files.Sweep(at)
	if err != nil {
		return Sweep{}, err
	}
	return Sweep{at, t.Keys, t.Settings, t.Runs}, nil
}

func (w *Watcher) sweep(_ context.Context, q place) (Sweep, error) { return find(w, q.Path, sweepIn) }

func (w *Watcher) watchSweep(ctx context.Context, q place) (iter.Seq2[Sweep, error], error) {
	if _, err := find(w, q.Path, sweepIn); err != nil {
		return nil, err
	}
	var known Sweep
	return follow(ctx, listEvery, func() (Sweep, bool, error) {
		s, err := find(w, q.Path, sweepIn)
		news := !reflect.DeepEqual(s, known)
		known = s
		return s, news, err
	}), nil
}
