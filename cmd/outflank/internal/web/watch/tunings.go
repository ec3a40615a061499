package watch

import (
	"context"
	"iter"

	"github.com/outflank/outflank/qlearn/tuning"
	"github.com/outflank/outflank/qlearn/workspace"
)

// A Tuning is a tuning with its history from a given step on.
type Tuning struct {
	Path    string       `json:"path" doc:"path in the folder"`
	Title   string       `json:"title" doc:"tuned weights and the method"`
	State   string       `json:"state" enum:"running,finished,interrupted,damaged"`
	Problem string       `json:"problem" doc:"problem with the tuning; empty = none"`
	Unit    string       `json:"unit" doc:"unit of the ratings"`
	Steps   int          `json:"steps" doc:"number of steps of the whole tuning"`
	Since   int          `json:"since" doc:"index of the first step here, from 0; known steps from that index on are obsolete"`
	Rows    []tuning.Row `json:"rows" doc:"steps of the tuning, without weights"`
	Weights bool         `json:"weights" doc:"whether the weights are known"`
}

func (w *Watcher) tuning(_ context.Context, q placeSince) (Tuning, error) {
	t, err := find(w, q.Path, (*workspace.Workspace).Tuning)
	if err != nil {
		return Tuning{}, err
	}
	return tuningView(t, q.Since), nil
}

// tuningView returns the API's view of a tuning, with the steps from since on, or all if it has fewer.
func tuningView(t *workspace.Tuning, since int) Tuning {
	if since > len(t.Rows) {
		since = 0
	}
	return Tuning{
		Path: t.Path, Title: t.Config.Title(), State: t.State, Problem: t.Problem, Unit: t.Config.RatingUnit(),
		Steps: t.Steps, Since: since, Rows: append([]tuning.Row{}, t.Rows[since:]...), Weights: t.Model != nil,
	}
}

func (w *Watcher) watchTuning(ctx context.Context, q placeSince) (iter.Seq2[Tuning, error], error) {
	if _, err := w.tuning(ctx, q); err != nil {
		return nil, err
	}
	since, version := q.Since, 0
	return follow(ctx, itemEvery, func() (Tuning, bool, error) {
		t, err := find(w, q.Path, (*workspace.Workspace).Tuning)
		if err != nil || t.Version == version {
			return Tuning{}, false, err
		}
		v := tuningView(t, since)
		since, version = v.Since+len(v.Rows), t.Version
		return v, true, nil
	}), nil
}
