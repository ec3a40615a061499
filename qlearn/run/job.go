package run

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// Kind is the kind of job that trains a run from its beginning to its end: a set has one job, whose
// text says nothing, and what comes back is the last checkpoint with the best model.
const Kind = "train-run"

// jobSettings are a run.
type jobSettings struct {
	Info []byte // config.json
	Here []byte // the Config with the names that its files have in the set, as JSON: gob has no pointers to 0
	Data []Data // of each phase
}

// trained is a run at its end.
type trained struct {
	Checkpoint []byte // the file
	Best       []byte // the file
}

// job returns the set of the run's job.
func (r *Training) job() (set parallel.Set, err error) {
	set.Kind = Kind
	programs, repeats, err := r.Info.traits()
	if err != nil {
		return set, err
	}
	set.Programs, set.Varies = programs, !repeats
	s := jobSettings{Data: r.data}
	if s.Info, err = os.ReadFile(r.folder.file(ConfigFile)); err != nil {
		return set, err
	}
	sent, err := r.Info.withFiles(func(path string) (string, error) { return set.AddFile(path), nil })
	if err != nil {
		return set, err
	}
	if s.Here, err = json.Marshal(sent); err != nil {
		return set, err
	}
	var text bytes.Buffer
	err = gob.NewEncoder(&text).Encode(s)
	set.Settings = text.Bytes()
	return set, err
}

// TrainOn has a farm train the run from its beginning to its end, in one job, whatever has been
// trained of it here. Then its folder is as after [Training.Train]. When ctx ends the error is its;
// a farm to which the same run is given again may know the outcome.
func (r *Training) TrainOn(ctx context.Context, farm parallel.Farm) error {
	set, err := r.job()
	if err != nil {
		return err
	}
	jobs, err := farm(ctx, set)
	if err != nil {
		return err
	}
	answer, err := jobs.Do(ctx, []byte(Kind))
	if err == nil {
		err = r.adopt(answer)
	}
	if err != nil {
		jobs.Leave()
		return err
	}
	for _, err := range r.Train(ctx) {
		if err != nil {
			jobs.Leave()
			return err
		}
	}
	return jobs.Close()
}

// adopt puts the end of the run into its folder, to be resumed from there.
func (r *Training) adopt(answer []byte) error {
	var t trained
	if err := gob.NewDecoder(bytes.NewReader(answer)).Decode(&t); err != nil {
		return fmt.Errorf("%s: the answer of the farm: %w", r.Dir(), err)
	}
	state, trainer, err := parseCheckpoint(t.Checkpoint)
	if err == nil && (state.Config != r.Info.sum || !state.Done || state.Best == nil ||
		state.Best.Sum != durable.SHA256(t.Best)) {
		err = errors.New("it is not the end of this run")
	}
	if err != nil {
		return fmt.Errorf("%s: the answer of the farm: %w", r.Dir(), err)
	}
	r.State, r.checkpointed = *state, trainer
	return errors.Join(durable.WriteFile(r.BestPath(), t.Best),
		durable.WriteFile(r.folder.file(CheckpointFile), t.Checkpoint))
}

// OpenJobs returns what does the jobs of [Kind]. Agents that start programs are refused unless
// programs is set.
func OpenJobs(programs bool) parallel.Opener {
	return func(text []byte, file func(string) (string, error)) (parallel.Do, func(), error) {
		var s jobSettings
		if err := gob.NewDecoder(bytes.NewReader(text)).Decode(&s); err != nil {
			return nil, nil, fmt.Errorf("run: settings of a job: %w", err)
		}
		here, err := openHere(s.Here, programs, file)
		if err != nil {
			return nil, nil, err
		}
		return func(ctx context.Context, _ []byte) ([]byte, error) { return s.train(ctx, here) }, nil, nil
	}
}

// openHere reads a configuration that names files of a set, and returns it with their paths.
func openHere(text []byte, programs bool, file func(string) (string, error)) (*Config, error) {
	var here Config
	if err := json.Unmarshal(text, &here); err != nil {
		return nil, fmt.Errorf("run: settings of a job: %w", err)
	}
	starts, _, err := here.traits()
	if err == nil && starts && !programs {
		err = fmt.Errorf("an agent of the run: %w", parallel.ErrPrograms)
	}
	if err == nil {
		here, err = here.withFiles(file)
	}
	return &here, err
}

// train trains the run in a folder that is removed in the end.
func (s *jobSettings) train(ctx context.Context, here *Config) (_ []byte, err error) {
	dir, err := os.MkdirTemp("", "outflank-run-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	info, err := parseInfo(s.Info)
	if err != nil {
		return nil, err
	}
	r := newTraining(info, Options{})
	r.here, r.data = here, s.Data
	if r.folder, err = lockFolder(dir); err != nil {
		return nil, err
	}
	defer r.Close()
	for _, err := range r.Train(ctx) {
		if err != nil {
			return nil, err
		}
	}
	var t trained
	if t.Checkpoint, err = os.ReadFile(r.folder.file(CheckpointFile)); err != nil {
		return nil, err
	}
	if t.Best, err = os.ReadFile(r.BestPath()); err != nil {
		return nil, err
	}
	var answer bytes.Buffer
	err = gob.NewEncoder(&answer).Encode(t)
	return answer.Bytes(), err
}
