package watch

import (
	"context"
	"iter"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/qlearn/run"
	"github.com/outflank/outflank/qlearn/workspace"
)

// A Run is a training run with its learning curve from a given point on.
type Run struct {
	Path    string `json:"path" doc:"path in the folder"`
	Name    string `json:"name"`
	State   string `json:"state" enum:"running,finished,interrupted,damaged"`
	Problem string `json:"problem" doc:"problem with the run; empty = none"`

	Games    int    `json:"games" doc:"number of games learned from"`
	Total    int    `json:"total" doc:"total number of games to learn from"`
	Updates  int    `json:"updates" doc:"number of moves learned from"`
	Phase    int    `json:"phase" doc:"current phase, from 1"`
	Phases   int    `json:"phases"`
	Features string `json:"features" doc:"features of the last phase, or the layers of its network"`
	Rule     string `json:"rule" doc:"learning rule of the last phase"`
	Seed     uint64 `json:"seed"`

	Quiet  float64 `json:"quiet" doc:"seconds since the files of the run changed"`
	Pace   *Pace   `json:"pace" doc:"speed of the training; null = unknown"`
	Models []Model `json:"models" doc:"models that the run keeps, by number of games"`

	Since       int               `json:"since" doc:"index of the first point here, from 0; known points from that index on are obsolete"`
	Points      []Point           `json:"points" doc:"points of the learning curve; a stream repeats those whose time was not known"`
	Evaluated   int               `json:"evaluated" doc:"index of the first evaluation here, from 0; known evaluations from that index on are obsolete"`
	Evaluations []run.Measurement `json:"evaluations" doc:"evaluations during training; in a stream, only new ones, else all"`
	Best        *run.Best         `json:"best" doc:"selected model; null = none yet"`
	Results     []run.Measurement `json:"results" doc:"results of the best model against the test opponents; before the end, results of the last evaluation"`
	Card        string            `json:"card" doc:"model card, in Markdown"`
}

// A Model is a model that a run keeps.
type Model struct {
	Of    string `json:"of" doc:"best, last, or the number of games of a past checkpoint in the opponent pool" example:"5000"`
	Games int    `json:"games" doc:"number of games learned from; the file of the last model may be a little older"`
	Spec  string `json:"spec" doc:"spec of an agent that plays with it, in games on this server" example:"run:small@best"`
}

// modelsOf returns the models of a run. The last one is left out if it is also the best.
func modelsOf(r *workspace.Run) (list []Model) {
	add := func(of string, games int) {
		list = append(list, Model{of, games, workspace.Spec(r.Dir, of)})
	}
	for _, games := range r.Info.Past(r.Checkpoint) {
		add(strconv.Itoa(games), games)
	}
	if r.Best != nil {
		add(run.BestFile, r.Best.Games)
	}
	if r.Games > 0 && (r.Best == nil || r.Best.Games != r.Games) {
		add(run.LastFile, r.Games)
	}
	slices.SortStableFunc(list, func(a, b Model) int { return a.Games - b.Games })
	return list
}

func (w *Watcher) run(_ context.Context, q placeSince) (Run, error) {
	r, err := find(w, q.Path, (*workspace.Workspace).Run)
	if err != nil {
		return Run{}, err
	}
	return runView(r, q.Since, 0), nil
}

// runView returns the API's view of a run, with the points from since on and the evaluations from evaluated
// on. If the run has fewer of either, the view has all of both.
func runView(r *workspace.Run, since, evaluated int) Run {
	v := Run{
		Path: r.Dir, Name: r.Name, State: r.State, Problem: r.Problem, Games: r.Games, Total: r.Total,
		Phase: 1, Phases: r.Phases, Features: r.Features, Rule: r.Rule, Seed: r.Seed,
		Points: []Point{}, Evaluations: []run.Measurement{}, Best: r.Best, Results: r.Results, Models: []Model{},
	}
	quiet := max(0, time.Since(r.Changed))
	if !r.Changed.IsZero() {
		v.Quiet = quiet.Seconds()
	}
	s := r.Checkpoint
	if s == nil {
		return v
	}
	if since > len(s.Metrics) || evaluated > len(s.Evaluations) {
		since, evaluated = 0, 0
	}
	v.Updates, v.Phase, v.Card = s.Updates, s.Phase+1, r.Info.Card(s)
	v.Since, v.Points = since, points(s.Metrics, r.Times, since)
	v.Pace, v.Models = paceOf(r, quiet), append(v.Models, modelsOf(r)...)
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
		since, evaluated, version = len(r.Times), v.Evaluated+len(v.Evaluations), r.Version
		return v, true, nil
	}), nil
}

// A weightsQuery asks for the weights of a run.
type weightsQuery struct {
	place
	Of string `query:"of" doc:"model of the run: best, last, or the number of games of one of its past checkpoints; empty = the best, or the last if there is no best yet" example:"best"`
}

func (w *Watcher) runWeights(ctx context.Context, q weightsQuery) (*workspace.Weights, error) {
	return w.weigh(ctx, q.Path, func(files *workspace.Workspace, at string) (*workspace.Weights, error) {
		return files.RunWeights(at, q.Of)
	})
}

func (w *Watcher) tuningWeights(ctx context.Context, q place) (*workspace.Weights, error) {
	return w.weigh(ctx, q.Path, (*workspace.Workspace).TuningWeights)
}

// weigh computes the weights of the item at a path. Only one computation runs at a time.
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

// A Sweep holds the results of a sweep.
type Sweep struct {
	Path     string             `json:"path" doc:"path in the folder"`
	Keys     []string           `json:"keys" doc:"names of the settings in which the runs differ"`
	Settings []run.SweepSetting `json:"settings" doc:"combinations of these settings, best first"`
	Runs     []run.SweepRow     `json:"runs" doc:"runs of the sweep; dir is a folder in the sweep"`
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

// A differencesQuery names the runs to compare.
type differencesQuery struct {
	Runs []string `query:"run" doc:"path of a run, once for each" example:"small"`
}

// Differences tells how the settings of runs differ.
type Differences struct {
	Settings []run.Setting `json:"settings" doc:"settings that are not the same in all runs, by key"`
}

// mostCompared is the maximum number of runs to compare.
const mostCompared = 64

func (w *Watcher) differences(_ context.Context, q differencesQuery) (Differences, error) {
	if len(q.Runs) > mostCompared {
		return Differences{}, fault.Misusef("%d runs: want at most %d", len(q.Runs), mostCompared)
	}
	var list []run.Listed
	for _, at := range q.Runs {
		r, err := find(w, at, (*workspace.Workspace).Run)
		if err == nil && r.Info == nil {
			err = fault.BadInputf("%s: %s", at, r.Problem)
		}
		if err != nil {
			return Differences{}, err
		}
		list = append(list, r.Listed)
	}
	return Differences{append([]run.Setting{}, run.Differing(list)...)}, nil
}
