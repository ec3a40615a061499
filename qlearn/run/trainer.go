package run

import (
	"cmp"
	"context"
	"sync"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/search"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/qlearn"
)

// newTrainer creates the trainer of a phase that starts with the weights from.
func newTrainer(p *Phase, data *Data, from qlearn.Learned, workers int) (*qlearn.Trainer, error) {
	q, err := from.Approximator(p.Learn.Optimizer)
	if err != nil {
		return nil, err
	}
	source, err := p.Games.source(data, &p.Learn)
	if err != nil {
		return nil, err
	}
	t, err := qlearn.New(q, p.Learn, source)
	if err != nil {
		return nil, err
	}
	t.Workers, t.Solve = workers, perfectScores()
	if p.Learn.Potential != "" {
		t.Potential, err = qlearn.OpenPotential(cmp.Or(p.Potential, p.Learn.Potential))
	}
	return t, err
}

// perfectScores returns a function for [qlearn.Trainer.Solve] that uses the full engine where it supports the
// board. With ten empty squares, the engine takes 0.06 ms and the plain search 0.8 ms. Engines can be reused,
// because their results are exact and do not depend on earlier ones.
func perfectScores() func(engine.Board) int {
	engines := sync.Pool{New: func() any {
		return deep.New(deep.Options{Last: deep.Exact, TableBytes: 1 << 20})
	}}
	return func(b engine.Board) int {
		if b.Shape != engine.Full {
			info, _ := search.Solve(context.Background(), b, search.Options{}) // cannot fail without a limit
			return int(info.Score)
		}
		e := engines.Get().(*deep.Engine)
		defer engines.Put(e)
		info, _ := e.Solve(context.Background(), b) // cannot fail either
		return int(info.Score)
	}
}

// start returns the initial weights of a phase: those of its file, those learned before with the phase's
// features, or new ones. seed is the phase's seed.
func (c *ModelConfig) start(before qlearn.Learned, squares []float64,
	seed uint64) (_ qlearn.Learned, err error) {
	if c.Init != "" && before.IsZero() {
		if before, err = c.read(c.Init); err != nil {
			return before, err
		}
	}
	switch {
	case c.Net == "":
		before.Model, err = c.startModel(before.Model, squares)
	case before.Net == nil:
		return c.newNet(seed)
	}
	return before, err
}

// startModel applies the configuration to a model. If m is nil, it creates a new model.
func (c *ModelConfig) startModel(m *eval.Model, squares []float64) (_ *eval.Model, err error) {
	if m != nil {
		m, err = c.promote(m, squares)
	} else {
		m, err = newModel(c.Features, squares)
	}
	switch {
	case err != nil || m.Actions != nil:
	case c.ActionSquares:
		m.Actions = make([]float64, 64)
	case c.Actions:
		m.Actions = make([]float64, len(eval.Classes))
	}
	return m, err
}

// promote changes a model to the features of the configuration.
func (c *ModelConfig) promote(m *eval.Model, squares []float64) (*eval.Model, error) {
	if c.Features == m.Features.ID() {
		return m, nil
	}
	if w := m.Features.Params(); w != nil {
		squares = w
	}
	f, err := eval.New(c.Features, squares)
	if err != nil {
		return nil, err
	}
	if _, byMover := eval.ByMover(m.Features); byMover {
		f, _ = eval.ByMover(f)
	}
	return m.Promote(f)
}

func newModel(features string, squares []float64) (*eval.Model, error) {
	f, err := eval.New(features, squares)
	if err != nil {
		return nil, err
	}
	f, _ = eval.ByMover(f)
	return eval.NewModel(f), nil
}
