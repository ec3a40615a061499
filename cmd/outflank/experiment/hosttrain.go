package experiment

import (
	"context"
	"maps"
	"slices"

	"github.com/spf13/pflag"

	"github.com/outflank/outflank/cmd/outflank/learn"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/qlearn"
	training "github.com/outflank/outflank/qlearn/run"
)

// reportRule are the settings of the CS181 report's learner: Q-learning with the maximum
// over all moves and nothing else, ε from 0.2 on. It prints no learning rate: against random
// ten times and a tenth of this one score the same, and with normalised steps it diverges.
var reportRule = map[string]string{
	"rule": "q", "lambda": "0", "reward": "win", "random-plies": "0", "squash": "none", "conservative": "0", "normalise": "false", "alpha": "0.003", "alpha-end": "0.0003", "epsilon": "0.2", "epsilon-end": "0.01",
}

// Train trains a model as `outflank train` does and writes it.
func (h *experimentHost) Train(ctx context.Context, job TrainJob) error {
	o, err := h.trainOptions(ctx, job)
	if err != nil {
		return err
	}
	paths, _, err := h.paths()
	if err != nil {
		return err
	}
	_, made, err := learn.Train(h.app, ctx, paths, o)
	if err != nil {
		return err
	}
	return dataset.ReplaceFile(job.File, made.Write)
}

// trainOptions returns the options of a job. Where there are fewer games than it asks
// for, they are gone through several times.
func (h *experimentHost) trainOptions(ctx context.Context, job TrainJob) (*learn.TrainOptions, error) {
	o := &learn.TrainOptions{Mode: job.Mode, Features: training.DefaultFeatures, Epochs: 1, Cfg: qlearn.Default, Flags: pflag.NewFlagSet("train", pflag.ContinueOnError)}
	o.AddLearningFlags(o.Flags)
	if job.Report {
		o.Features = eval.ReportID
		for _, name := range slices.Sorted(maps.Keys(reportRule)) {
			if err := o.Flags.Set(name, reportRule[name]); err != nil {
				return nil, err
			}
		}
	}
	o.Cfg.Games, o.Cfg.Seed = job.Games, job.Seed
	if job.Mode == "data" {
		g, err := h.Games(ctx)
		if err != nil {
			return nil, err
		}
		o.Epochs = max(1, (job.Games+g.Count/2)/g.Count)
	}
	return o, o.Check()
}
