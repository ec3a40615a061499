package watch

import (
	"cmp"
	"context"
	"iter"
	"reflect"

	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/qlearn/run"
	"github.com/outflank/outflank/qlearn/workspace"
)

// A Run is a run with its learning curve from some point on.
type Run struct {
	Path    string `json:"path" doc:"in the folder"`
	Name    string `json:"name"`
	State   string `json:"state" enum:"running,finished,interrupted,damaged"`
	Problem string `json:"problem" doc:"damage of the run; empty = none"`

	Games    int    `json:"games" doc:"number of games learned from"`
	Total    int    `json:"total" doc:"number of games to learn from"`
	Updates  int    `json:"updates" doc:"number of moves learned from"`
	Phase    int    `json:"phase" doc:"number of the current phase, from 1"`
	Phases   int    `json:"phases"`
	Features string `json:"features" doc:"features of the last phase, or the layers of its network"`
	Rule     string `json:"rule" doc:"learning rule of the last phase"`
	Seed     uint64 `json:"seed"`

	Since       int               `json:"since" doc:"number of points before these; these replace all later points"`
	Points      []run.Point       `json:"points" doc:"points of the learning curve"`
	Evaluated   int               `json:"evaluated" doc:"number of evaluations before these; these replace all later evaluations"`
	Evaluations []run.Measurement `json:"evaluations" doc:"evaluations of the model during the run; in a stream, only new ones"`
	Best        *run.Best         `json:"best" doc:"the selected model; null = none yet"`
	Results     []run.Measurement `json:"results" doc:"results of the best model against the test opponents; before the end, those of the last evaluation"`
	Card        string            `json:"card" doc:"the model card, in Markdown"`
}

func (w *Watcher) run(_ context.Context, q placeSince) (Run, error) {
	r, err := find(w, q.Path, (*workspace.Workspace).Run)
	if err = cmp.Or(q.check(), err); err != nil {
		return Run{}, err
	}
	return runView(r, q.Since, 0), nil
}

// runView returns the API's view of a run, with points and evaluations from numbers on; all where it has
// fewer.
func runView(r *workspace.Run, since, evaluated int) Run {
	v := Run{
		Path: r.Dir, Name: r.Name, State: r.State, Problem: r.Problem, Games: r.Games, Total: r.Total,
		Phase: 1, Phases: r.Phases, Features: r.Features, Rule: r.Rule, Seed: r.Seed,
		Points: []run.Point{}, Evaluations: []run.Measurement{}, Best: r.Best, Results: r.Results,
	}
	s := r.Checkpoint
	if s == nil {
		return v
	}
	if since > len(s.Metrics) || evaluated > len(s.Evaluations) {
		since, evaluated = 0, 0
	}
	v.Updates, v.Phase, v.Card = s.Updates, s.Phase+1, r.Info.Card(s)
	v.Since, v.Points = since, append(v.Points, s.Metrics[since:]...)
	v.Evaluated, v.Evaluations = evaluated, append(v.Evaluations, s.Evaluations[evaluated:]...)
	return v
}

func (w *Watcher) watchRun(ctx context.Context, q placeSince) (iter.Seq2[Run, error], error) {
	if _, err := w.run(ctx, q); err != nil {
		return nil, err
	}
	since, evaluated, version := q.Since, 0, 0
	return follow(ctx, itemEvery, func() (Run, bool, error) {
		r, err := find(w, q.Path, (*workspace.Workspace).Run)
		if err != nil || r.Version == version {
			return Run{}, false, err
		}
		v := runView(r, since, evaluated)
		since, evaluated, version = v.Since+len(v.Points), v.Evaluated+len(v.Evaluations), r.Version
		return v, true, nil
	}), nil
}

// A weightsQuery asks for the weights of a run.
type weightsQuery struct {
	place
	Of string `query:"of" doc:"the model of the run; empty = the best or, if there is none yet, the last" enum:",best,last" example:"best"`
}

func (w *Watcher) runWeights(ctx context.Context, q weightsQuery) (*workspace.Weights, error) {
	if q.Of != "" && q.Of != run.BestFile && q.Of != run.LastFile {
		return nil, fault.Misusef("of=%.20s: want best or last", q.Of)
	}
	return w.weigh(ctx, q.Path, func(files *workspace.Workspace, at string) (*workspace.Weights, error) {
		return files.RunWeights(at, q.Of)
	})
}

func (w *Watcher) tuningWeights(ctx context.Context, q place) (*workspace.Weights, error) {
	return w.weigh(ctx, q.Path, (*workspace.Workspace).TuningWeights)
}

// weigh computes the weights of the thing at a path, one computation at a time.
func (w *Watcher) weigh(ctx context.Context, at string,
	in func(*workspace.Workspace, string) (*workspace.Weights, error)) (*workspace.Weights, error) {
	select {
	case w.heavy <- struct{}{}:
		defer func() { <-w.heavy }()
		return find(w, at, in)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// A Sweep is the results of a sweep.
type Sweep struct {
	Path     string             `json:"path" doc:"in the folder"`
	Keys     []string           `json:"keys" doc:"settings in which the runs differ"`
	Settings []run.SweepSetting `json:"settings" doc:"combinations of these settings, the best first"`
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
