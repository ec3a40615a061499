package run

import (
	"context"
	"errors"
	"sync"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/qlearn"
)

// A roundJob is an actor's share of a round.
type roundJob struct {
	Checkpoint string `json:"checkpoint"` // name of the shared file
	Actor      int    `json:"actor"`
	Games      int    `json:"games"` // games of all actors
}

// roundKind makes an actor learn its games of a round and returns the changes.
var roundKind = parallel.Kind[jobSettings, roundJob, []byte]{
	Name:   "train-round",
	Files:  jobSettings.withFiles,
	Traits: jobSettings.traits,
	Open: func(s jobSettings, file parallel.File) (parallel.Func[roundJob, []byte], error) {
		if s.Phase < 0 || s.Phase >= len(s.Here.Phases) || s.Phase >= len(s.Data) {
			return nil, errors.New("run: settings of a round: there is no such phase")
		}
		return (&rounds{config: &s.Here, data: s.data(), phase: s.Phase, file: file}).do, nil
	},
}

// learnOn makes the actors of a phase's trainer learn on a farm, until end is called with the error that
// stops the training. If there is no farm, if there is only one actor, or if the actors are asynchronous,
// they learn here.
func learnOn(ctx context.Context, farm parallel.Farm, t *qlearn.Trainer, cfg Config, data []Data,
	phase int) (end func(error) error, err error) {
	if l := &cfg.Phases[phase].Learn; farm == nil || l.Actors < 2 || l.Asynchronous || t.Done() == l.Games {
		return func(err error) error { return err }, nil
	}
	cfg.Phases, cfg.Evaluate = cfg.Phases[:phase+1], EvaluateConfig{}
	s := newJobSettings(cfg, data[:phase+1])
	s.Phase = phase
	team, err := roundKind.Team(ctx, farm, s, 1, nil, func(_ roundJob, answer []byte) error {
		return t.CheckShare(answer)
	})
	if err != nil {
		return nil, err
	}
	t.Elsewhere = func(ctx context.Context, checkpoint []byte, games, actors int) (answers [][]byte, err error) {
		name, err := team.Share(ctx, checkpoint)
		if err != nil {
			return nil, err
		}
		do := func(ctx context.Context, actor int) ([]byte, error) {
			return team.Do(ctx, roundJob{name, actor, games})
		}
		for answer, err := range parallel.Map(ctx, actors, actors, parallel.Numbers(0, actors), do) {
			if err != nil {
				return nil, err
			}
			answers = append(answers, answer)
		}
		return answers, nil
	}
	return func(err error) error {
		t.Elsewhere = nil
		return team.End(err)
	}, nil
}

// rounds runs a phase's jobs.
type rounds struct {
	config *Config
	data   []Data
	phase  int
	file   parallel.File

	mu         sync.Mutex
	name       string // of the latest checkpoint
	checkpoint []byte
	idle       []*learner
}

// A learner is a trainer for one job at a time.
type learner struct {
	*qlearn.Trainer
	at string // name of the checkpoint that it was restored from
}

func (r *rounds) do(ctx context.Context, j roundJob) ([]byte, error) {
	l, err := r.learner(j.Checkpoint)
	if err != nil {
		return nil, err
	}
	answer, err := l.LearnShare(ctx, j.Actor, j.Games)
	if err == nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.idle = append(r.idle, l)
	}
	return answer, err
}

// learner returns a trainer restored from a checkpoint.
func (r *rounds) learner(name string) (l *learner, err error) {
	checkpoint, l, err := r.take(name)
	if err != nil {
		return nil, err
	}
	if l == nil {
		l = &learner{}
		if l.Trainer, err = r.trainer(); err != nil {
			return nil, err
		}
	}
	if l.at != name {
		l.at = name
		err = l.Restore(checkpoint)
	}
	return l, err
}

// take returns a checkpoint, and an idle trainer if there is one. The latest checkpoint stays in memory.
func (r *rounds) take(name string) (checkpoint []byte, l *learner, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.name != name {
		path, err := r.file(name)
		if err != nil {
			return nil, nil, err
		}
		if r.checkpoint, err = durable.ReadFile(path); err != nil {
			return nil, nil, err
		}
		r.name = name
	}
	if n := len(r.idle); n > 0 {
		l, r.idle = r.idle[n-1], r.idle[:n-1]
	}
	return r.checkpoint, l, nil
}

// trainer creates a trainer for the phase. Its weights have yet to be restored.
func (r *rounds) trainer() (*qlearn.Trainer, error) {
	var from qlearn.Learned
	for i := range r.phase + 1 {
		p := &r.config.Phases[i]
		var err error
		if from, err = p.Model.start(withDummyWeights(from), squaresOf(r.data), p.Learn.Seed); err != nil {
			return nil, err
		}
	}
	return newTrainer(&r.config.Phases[r.phase], &r.data[r.phase], from, 1)
}
