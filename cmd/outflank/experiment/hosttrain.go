package experiment

import (
	"context"
	"fmt"

	"github.com/outflank/outflank/qlearn/study"
	"github.com/outflank/outflank/qlearn/study/reports"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/durable"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/qlearn"
	training "github.com/outflank/outflank/qlearn/run"
)

// followReport sets what the CS181 report's learner does: Q-learning with the maximum
// over all moves and nothing else, ε from 0.2 on. It prints no learning rate: against random
// ten times and a tenth of this one score the same, and with normalised steps it diverges.
func followReport(p *training.Phase) {
	p.Model.Features = eval.ReportID
	p.Games.Random, p.Games.RandomVsAgents = 0, 0
	l := &p.Learn
	l.Rule, l.Lambda, l.Reward, l.Squash, l.Conservative, l.Normalise = qlearn.Q, 0, qlearn.Win, qlearn.None, 0, false
	l.Alpha, l.AlphaEnd, l.Epsilon, l.EpsilonEnd = 0.003, 0.0003, 0.2, 0.01
}

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
	if source == "data" {
		source = training.SourceTranscripts
	}
	p := training.NewPhase(source)
	p.Learn.Games, p.Learn.Seed = job.Games, job.Seed
	switch job.Rule {
	case "":
	case reports.Rule, reports.RuleWithoutAction:
		followReport(&p)
		p.Model.Actions = job.Rule == reports.Rule
	default:
		return p, fmt.Errorf("rule %q: want %q, %q or none", job.Rule, reports.Rule, reports.RuleWithoutAction)
	}
	if job.Mode == "data" {
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
