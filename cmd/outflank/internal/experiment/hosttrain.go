package experiment

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/qlearn"
	training "github.com/outflank/outflank/qlearn/run"
	"github.com/outflank/outflank/qlearn/study"
)

// followReport sets the method of the CS181 report's learner: Q-learning with the maximum over all moves,
// without extensions, one game after the other.
func followReport(p *training.Phase, rule study.Rule) error {
	p.Model.Features = rule.Features
	p.Games.Random, p.Games.RandomVsAgents = 0, 0
	l := &p.Learn
	l.Rule, l.Lambda, l.Reward, l.Squash = qlearn.Q, 0, qlearn.Win, qlearn.None
	l.Conservative, l.Normalise = 0, false
	l.Actors, l.Schedule, l.Epsilon, l.EpsilonEnd = 1, qlearn.Constant, rule.Epsilon, rule.EpsilonEnd
	l.Alpha, l.AlphaEnd, l.Gamma = rule.Alpha, rule.Alpha, cmp.Or(rule.Gamma, 1)
	switch rule.Actions {
	case "":
	case "classes":
		p.Model.Actions = true
	case "squares":
		p.Model.ActionSquares = true
	default:
		return fmt.Errorf("weights of actions %q: want classes, squares or none", rule.Actions)
	}
	return nil
}

// fromTranscripts is the mode of a job that learns from the host's games.
const fromTranscripts = "data"

// train trains a model as `outflank train` does and returns the content of its file.
func (h *experimentHost) train(ctx context.Context, job study.TrainJob) ([]byte, error) {
	l, err := h.lessons(ctx)
	if err != nil {
		return nil, err
	}
	return l.train(ctx, job)
}

// lessons are the games that trainings learn from.
type lessons struct {
	Data  training.Data
	Count int // number of the host's finished games
}

// lessons reads the host's games as data to learn from. It reads them only once.
func (h *experimentHost) lessons(ctx context.Context) (l lessons, err error) {
	g, err := h.Games(ctx)
	if err != nil {
		return l, err
	}
	paths, _, err := h.paths()
	if err != nil {
		return l, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.data == nil {
		data, err := h.app.ReadTraining(ctx, paths, store.Filter{})
		if err != nil {
			return l, err
		}
		h.data = &data
	}
	return lessons{*h.data, g.Count}, nil
}

// train runs a job. If the agent's values diverge, it returns the weights at that point.
func (l lessons) train(ctx context.Context, job study.TrainJob) ([]byte, error) {
	p, err := l.phase(job)
	if err != nil {
		return nil, err
	}
	t, err := training.NewSingle(p, l.Data, 1)
	if err != nil {
		return nil, err
	}
	for _, err := range t.Train(ctx) {
		if errors.Is(err, qlearn.ErrDiverged) {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	var text bytes.Buffer
	err = t.Learned().Write(&text)
	return text.Bytes(), err
}

// phase returns the phase of a training job. If the job asks for more games than there are, it uses them
// several times.
func (l lessons) phase(job study.TrainJob) (training.Phase, error) {
	source := job.Mode
	if source == fromTranscripts {
		source = training.SourceTranscripts
	}
	p := training.NewPhase(source)
	p.Learn.Games, p.Learn.Seed = job.Games, job.Seed
	if job.Rule != (study.Rule{}) {
		if err := followReport(&p, job.Rule); err != nil {
			return p, err
		}
	}
	if job.Mode == fromTranscripts {
		p.Games.Epochs = max(1, (job.Games+l.Count/2)/l.Count)
	}
	return p, nil
}
