package run

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"

	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/qlearn"
)

// RoundKind is the kind of job that has an actor learn its games of a round: the actor and the name
// of the shared checkpoint in, what it has learned out.
const RoundKind = "train-round"

// roundSettings are what the rounds of a phase have in common.
type roundSettings struct {
	Here  []byte // the Config with the names that its files have in the set, as JSON; later phases are left out
	Data  []Data // of each phase
	Phase int    // its index
}

// A roundJob is an actor's share of a round.
type roundJob struct {
	Checkpoint string `json:"checkpoint"` // name of what is shared
	Actor      int    `json:"actor"`
	Games      int    `json:"games"` // of all actors
}

// roundSet returns the set of the rounds of a phase.
func roundSet(cfg Config, data []Data, phase int) (set parallel.Set, err error) {
	cfg.Phases, cfg.Evaluate = cfg.Phases[:phase+1], EvaluateConfig{}
	set.Kind = RoundKind
	programs, repeats, err := cfg.traits()
	if err != nil {
		return set, err
	}
	set.Programs, set.Varies = programs, !repeats
	sent, err := cfg.withFiles(func(path string) (string, error) { return set.AddFile(path), nil })
	if err != nil {
		return set, err
	}
	s := roundSettings{Data: data[:phase+1], Phase: phase}
	if s.Here, err = json.Marshal(sent); err != nil {
		return set, err
	}
	var text bytes.Buffer
	err = gob.NewEncoder(&text).Encode(s)
	set.Settings = text.Bytes()
	return set, err
}

// learnOn has the actors of a phase's trainer learn on a farm until end is called, with the error for
// which it stops. Where there is no farm, or one actor after the other changes the same weights, they
// learn here.
func learnOn(ctx context.Context, farm parallel.Farm, t *qlearn.Trainer, cfg Config, data []Data,
	phase int) (end func(error) error, err error) {
	if l := &cfg.Phases[phase].Learn; farm == nil || l.Actors < 2 || l.Asynchronous || t.Done() == l.Games {
		return func(err error) error { return err }, nil
	}
	set, err := roundSet(cfg, data, phase)
	if err != nil {
		return nil, err
	}
	jobs, err := farm(ctx, set)
	if err != nil {
		return nil, err
	}
	t.Elsewhere = func(ctx context.Context, checkpoint []byte, games, actors int) (answers [][]byte, err error) {
		name, err := jobs.Share(ctx, checkpoint)
		if err != nil {
			return nil, err
		}
		do := func(ctx context.Context, actor int) ([]byte, error) {
			job, err := json.Marshal(roundJob{name, actor, games})
			if err != nil {
				return nil, err
			}
			return jobs.Do(ctx, job)
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
		if err != nil {
			jobs.Leave()
			return err
		}
		return jobs.Close()
	}, nil
}

// OpenRoundJobs returns what does the jobs of [RoundKind]. Opponents that start programs are refused
// unless programs is set.
func OpenRoundJobs(programs bool) parallel.Opener {
	return func(text []byte, file func(string) (string, error)) (parallel.Do, func(), error) {
		var s roundSettings
		if err := gob.NewDecoder(bytes.NewReader(text)).Decode(&s); err != nil {
			return nil, nil, fmt.Errorf("run: settings of a round: %w", err)
		}
		here, err := openHere(s.Here, programs, file)
		if err != nil {
			return nil, nil, err
		}
		if s.Phase < 0 || s.Phase >= len(here.Phases) || s.Phase >= len(s.Data) {
			return nil, nil, errors.New("run: settings of a round: there is no such phase")
		}
		r := &rounds{config: here, data: s.Data, phase: s.Phase, file: file}
		return r.do, nil, nil
	}
}

// rounds do the jobs of a phase.
type rounds struct {
	config *Config
	data   []Data
	phase  int
	file   func(name string) (string, error)

	mu         sync.Mutex
	name       string // of the checkpoint
	checkpoint []byte
	idle       []*learner
}

// A learner is a trainer for one job at a time.
type learner struct {
	*qlearn.Trainer
	at string // name of the checkpoint that it was restored from
}

func (r *rounds) do(ctx context.Context, in []byte) ([]byte, error) {
	var j roundJob
	if err := json.Unmarshal(in, &j); err != nil {
		return nil, err
	}
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

// learner returns a trainer that stands at a checkpoint.
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

// take returns a checkpoint, of which the last one is kept, and an idle trainer, if there is one.
func (r *rounds) take(name string) (checkpoint []byte, l *learner, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.name != name {
		path, err := r.file(name)
		if err != nil {
			return nil, nil, err
		}
		if r.checkpoint, err = os.ReadFile(path); err != nil {
			return nil, nil, err
		}
		r.name = name
	}
	if n := len(r.idle); n > 0 {
		l, r.idle = r.idle[n-1], r.idle[:n-1]
	}
	return r.checkpoint, l, nil
}

// trainer makes a trainer of the phase, whose weights are to be restored.
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
