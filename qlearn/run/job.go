package run

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// Jobs returns the kinds of jobs of a training: a complete run, and an actor's share of a round.
func Jobs() []parallel.AnyKind { return []parallel.AnyKind{trainKind, roundKind} }

// jobSettings are the settings of all jobs of a run.
type jobSettings struct {
	Info  []byte     `json:"info,omitempty"` // config.json, for a complete run
	Here  Config     `json:"here"`           // for rounds, without later phases
	Data  []SentData `json:"data"`           // by phase
	Phase int        `json:"phase"`          // for rounds: index of the phase
}

func newJobSettings(cfg Config, data []Data) jobSettings {
	s := jobSettings{Here: cfg}
	for _, d := range data {
		s.Data = append(s.Data, SentData(d))
	}
	return s
}

func (s jobSettings) withFiles(name parallel.File) (_ jobSettings, err error) {
	s.Here, err = s.Here.withFiles(name)
	return s, err
}

func (s jobSettings) traits() (parallel.Traits, error) { return s.Here.traits() }

func (s *jobSettings) data() (list []Data) {
	for _, d := range s.Data {
		list = append(list, Data(d))
	}
	return list
}

// trained is a finished run.
type trained struct {
	Checkpoint []byte `json:"checkpoint"` // the checkpoint file
	Best       []byte `json:"best"`       // the file of the best model
}

// trainKind trains a complete run. A set contains one job, whose input is ignored.
var trainKind = parallel.Kind[jobSettings, string, trained]{
	Name:   "train-run",
	Files:  jobSettings.withFiles,
	Traits: jobSettings.traits,
	Open: func(s jobSettings, _ parallel.File) (parallel.Func[string, trained], error) {
		return func(ctx context.Context, _ string) (trained, error) { return s.train(ctx) }, nil
	},
}

// TrainOn trains the whole run on a farm, in one job, even if part of it has already been trained here. It
// leaves the folder in the same state as [Training.Train]. If ctx ends, TrainOn returns its error; if the
// farm gets the same run again, it may already know the result.
func (r *Training) TrainOn(ctx context.Context, farm parallel.Farm) (err error) {
	s := newJobSettings(r.Info.Config, r.data)
	if s.Info, err = durable.ReadFile(r.folder.file(ConfigFile)); err != nil {
		return err
	}
	team, err := trainKind.Team(ctx, farm, s, 1, nil, func(_ string, t trained) error {
		_, _, err := r.ended(t)
		return err
	})
	if err != nil {
		return err
	}
	defer func() { err = team.End(err) }()
	t, err := team.Do(ctx, "")
	if err != nil {
		return err
	}
	if err := r.adopt(t); err != nil {
		return fmt.Errorf("%s: the answer of the farm: %w", r.Dir(), err)
	}
	for _, err := range r.Train(ctx) {
		if err != nil {
			return err
		}
	}
	return nil
}

// adopt writes the final state of the run to its folder, so that the run resumes from there.
func (r *Training) adopt(t trained) error {
	state, trainer, err := r.ended(t)
	if err != nil {
		return err
	}
	r.State, r.checkpointed = *state, trainer
	return errors.Join(durable.WriteFile(r.BestPath(), t.Best),
		durable.WriteFile(r.folder.file(CheckpointFile), t.Checkpoint))
}

// ended returns the contents of the run's final checkpoint, or an error if the answer is invalid.
func (r *Training) ended(t trained) (*State, []byte, error) {
	state, trainer, err := parseCheckpoint(t.Checkpoint)
	if err != nil {
		return nil, nil, err
	}
	if state.Config != r.Info.sum || !state.Done || state.Best == nil ||
		state.Best.Sum != durable.SHA256(t.Best) {
		return nil, nil, errors.New("it is not the end of this run")
	}
	return state, trainer, nil
}

// train trains the run in a temporary folder.
func (s *jobSettings) train(ctx context.Context) (t trained, err error) {
	dir, err := os.MkdirTemp("", "outflank-run-")
	if err != nil {
		return t, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	info, err := parseInfo(s.Info)
	if err != nil {
		return t, err
	}
	r := newTraining(info, Options{})
	r.here, r.data = &s.Here, s.data()
	if r.folder, err = lockFolder(dir); err != nil {
		return t, err
	}
	defer r.Close()
	for _, err := range r.Train(ctx) {
		if err != nil {
			return t, err
		}
	}
	if t.Checkpoint, err = durable.ReadFile(r.folder.file(CheckpointFile)); err != nil {
		return t, err
	}
	t.Best, err = durable.ReadFile(r.BestPath())
	return t, err
}
