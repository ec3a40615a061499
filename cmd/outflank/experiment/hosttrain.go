package experiment

import (
	"context"
	"fmt"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/durable"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/qlearn"
	training "github.com/outflank/outflank/qlearn/run"
	"github.com/outflank/outflank/qlearn/study"
	"github.com/outflank/outflank/qlearn/study/reports"
)

// followReport sets what the CS181 report's learner does: Q-learning with the maximum over
// all moves and nothing else, one game after the other with a constant α, ε from 0.2 on. The
// report prints no α: of 0.003 and 0.0003 it is the one that scores more against random.
func followReport(p *training.Phase, mode, rule string) error {
	p.Model.Features, p.Model.Actions = eval.ReportID, true
	p.Games.Random, p.Games.RandomVsAgents = 0, 0
	l := &p.Learn
	l.Rule, l.Lambda, l.Reward, l.Squash, l.Conservative, l.Normalise = qlearn.Q, 0, qlearn.Win, qlearn.None, 0, false
	l.Actors, l.Schedule, l.Epsilon, l.EpsilonEnd = 1, qlearn.Constant, 0.2, 0.01
	slow := mode == fromTranscripts
	switch rule {
	case reports.Rule:
	case reports.RuleWithoutAction:
		p.Model.Actions = false
	case reports.RuleOneSided:
		p.Model.Features = "position+own-mobility+own-stability+parity+discs"
	case reports.RuleOtherRate:
		slow = !slow
	case reports.RuleConstantEpsilon:
		l.EpsilonEnd = l.Epsilon
	default:
		return fmt.Errorf("no learner has the rule %q", rule)
	}
	l.Alpha = 0.003
	if slow {
		l.Alpha = 0.0003
	}
	l.AlphaEnd = l.Alpha
	return nil
}

// fromTranscripts is the mode of a job that learns from the host's games.
const fromTranscripts = "data"

// Train trains a model as `outflank train` does and writes it.
func (h *experimentHost) Train(ctx context.Context, job study.TrainJob) error {
	p, err := h.phase(ctx, job)
	if err != nil {
		return err
	}
	data, err := h.training(ctx)
	if err != nil {
		return err
	}
	t, err := training.NewSingle(p, data, 1)
	if err != nil {
		return err
	}
	for _, err := range t.Train(ctx) {
		if err != nil {
			return err
		}
	}
	return durable.Replace(job.File, t.Learned().Write)
}

// phase returns what a job is to learn. Where there are fewer games than it asks
// for, they are gone through several times.
func (h *experimentHost) phase(ctx context.Context, job study.TrainJob) (training.Phase, error) {
	source := job.Mode
	if source == fromTranscripts {
		source = training.SourceTranscripts
	}
	p := training.NewPhase(source)
	p.Learn.Games, p.Learn.Seed = job.Games, job.Seed
	if job.Rule != "" {
		if err := followReport(&p, job.Mode, job.Rule); err != nil {
			return p, err
		}
	}
	if job.Mode == fromTranscripts {
		g, err := h.Games(ctx)
		if err != nil {
			return p, err
		}
		p.Games.Epochs = max(1, (job.Games+g.Count/2)/g.Count)
	}
	return p, nil
}

// training returns the games as data to learn from, read once.
func (h *experimentHost) training(ctx context.Context) (training.Data, error) {
	paths, _, err := h.paths()
	if err != nil {
		return training.Data{}, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.data == nil {
		data, err := h.app.ReadTraining(ctx, paths, dataset.Filter{})
		if err != nil {
			return data, err
		}
		h.data = &data
	}
	return *h.data, nil
}
