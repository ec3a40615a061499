package fit

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"iter"
	"runtime"
	"strconv"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/tune"
)

// A Phase is a stage of a fit.
type Phase string

// The phases: first Reading and, unless Prior plays the first round, Fitting; then Playing and Fitting in
// each round.
const (
	Reading  Phase = "reading"  // read games and solve positions near the end
	Playing  Phase = "playing"  // play games
	Fitting  Phase = "fitting"  // pass over the positions
	Training Phase = "training" // pass over the positions to train the embedding
)

// A Progress is the progress of a fit. The first Progress of each phase has Done = 0.
type Progress struct {
	Phase       Phase
	Done, Total int // of the phase; Total is 0 if unknown

	Model  *eval.Model // nil until the end; in discs, with metadata about the fit
	Result *Result     // nil until the end
}

// Run fits a model to games. It uses complete games from the ordinary start, except those in the split test.
// It yields a Progress from time to time, and the last one contains the model. It stops at the first error:
// an invalid setting (misuse), an error of the games, or the error of ctx.
func Run(ctx context.Context, games iter.Seq2[dataset.Game, error], o Options) iter.Seq2[Progress, error] {
	return func(yield func(Progress, error) bool) {
		if o.Workers == 0 {
			o.Workers = runtime.GOMAXPROCS(0)
		}
		f := fitter{Options: o, yield: yield, result: Result{Seed: o.Play.Seed}}
		f.recorded.name, f.played.name = "games", "played"
		if err := f.run(ctx, games); err != nil && !errors.Is(err, errStopped) {
			yield(Progress{}, err)
		}
	}
}

// A fitter is the state of a fit.
type fitter struct {
	Options
	features         eval.Features
	recorded, played sampleSet
	also             int        // number of games used from other fits
	alsoSum          hash.Hash  // SHA-256 of these games as encoded by encodeGames
	games            int        // number of recorded games used
	fingerprint      string     // SHA-256 of their transcripts
	sum              eval.Model // Prior without its embedding
	prior            []float64  // the weights of Prior in the features' order; nil = no Prior
	opening          []float64  // the weights of Opening in that order, in discs
	result           Result
	yield            func(Progress, error) bool
}

// errStopped ends a fit when the caller stops ranging.
var errStopped = errors.New("stopped")

func (f *fitter) report(p Progress) error {
	if !f.yield(p, nil) {
		return errStopped
	}
	return nil
}

func (f *fitter) run(ctx context.Context, games iter.Seq2[dataset.Game, error]) (err error) {
	if err := f.Check(); err != nil {
		return err
	}
	if f.features, err = eval.New(f.Features, eval.DefaultSquares()); err != nil {
		return fault.Misuse(err)
	}
	f.Held = len(f.HoldOut)
	if err := errors.Join(f.takePrior(), f.takeOpening()); err != nil {
		return err
	}
	if err := f.read(ctx, games); err != nil {
		return err
	}
	if err := f.readKept(); err != nil {
		return err
	}
	model, err := f.first(ctx)
	for round := range f.Play.nonEmptyRounds() {
		if err == nil {
			err = f.playRound(ctx, model, round)
		}
		if err == nil {
			model, err = f.regress(ctx)
		}
	}
	if err != nil {
		return err
	}
	if f.Embedding.Size > 0 {
		train, validate := f.mixed(&f.recorded, &f.played)
		if err := f.embed(ctx, model, train, validate); err != nil {
			return err
		}
	}
	f.result.judge(model, &f.recorded, &f.played)
	if err := f.describe(model); err != nil {
		return err
	}
	return f.report(Progress{Phase: Fitting, Model: model, Result: &f.result})
}

// takePrior stores the weights of Prior in the features' order.
func (f *fitter) takePrior() (err error) {
	if f.Prior == nil {
		return nil
	}
	if unit := f.Prior.Meta["unit"]; unit != "discs" {
		return fault.Misuse(fmt.Errorf("the model to go on from has the unit %.40q, want discs", unit))
	}
	if f.From, err = fingerprint(f.Prior); err != nil {
		return err
	}
	f.sum = *f.Prior
	f.sum.Embedding = nil
	m, err := f.sum.Promote(f.features)
	if err != nil {
		return fault.Misuse(err)
	}
	f.prior = m.Weights
	return nil
}

// first returns the model that plays the first round.
func (f *fitter) first(ctx context.Context) (*eval.Model, error) {
	if f.Prior != nil && f.Play.Games > 0 {
		return f.Prior, nil
	}
	return f.regress(ctx)
}

// regress fits a model to the training samples of both sets.
func (f *fitter) regress(ctx context.Context) (*eval.Model, error) {
	if err := f.report(Progress{Phase: Fitting, Total: f.Iterations}); err != nil {
		return nil, err
	}
	train, validate := f.mixed(&f.recorded, &f.played)
	model := eval.NewModel(f.features)
	if f.prior != nil {
		copy(model.Weights, f.prior)
	}
	if f.Prior != nil {
		lessPrior(&f.sum, train, validate)
	}
	ridge := tune.Ridge{
		Len: f.features.Len(), Train: &sampleRows{f.features, train},
		Penalty: func(int) float64 { return f.Ridge }, Smooth: f.Smooth, Next: nextStages(f.features),
		Iterations: f.Iterations, Patience: 4, Workers: f.Workers,
	}
	if len(validate) > 0 {
		ridge.Validate = &sampleRows{f.features, validate}
	}
	model.Meta = map[string]string{"unit": "discs"}
	for step, err := range ridge.Run(ctx) {
		if err != nil {
			return nil, err
		}
		if step.Best {
			copy(model.Weights, step.Weights)
			for i, w := range f.prior {
				model.Weights[i] += w
			}
			f.result.Iterations = step.Iteration
		}
		if err := f.report(Progress{Phase: Fitting, Done: step.Iteration, Total: f.Iterations}); err != nil {
			return nil, err
		}
	}
	f.mixOpening(model)
	f.result.Weights, f.result.Positions = f.features.Len(), len(train)
	return model, nil
}

// lessPrior subtracts a model's values from the targets. The regression then finds the change of the model's
// weights.
func lessPrior(prior *eval.Model, lists ...[]sample) {
	linear := prior.Linear()
	for _, list := range lists {
		for i := range list {
			list[i].target -= float32(linear.Eval(list[i].board()))
		}
	}
}

// nextStages returns, for each weight, the index of the same weight in the next stage, or -1 if there is
// none.
func nextStages(f eval.Features) []int32 {
	next := make([]int32, f.Len())
	for _, t := range eval.Terms(f) {
		for i := range t.Len * t.Stages {
			next[t.Offset+i] = -1
			if i < t.Len*(t.Stages-1) {
				next[t.Offset+i] = int32(t.Offset + i + t.Len)
			}
		}
	}
	return next
}

// describe adds metadata about the fit.
func (f *fitter) describe(m *eval.Model) error {
	config, err := json.Marshal(f.Options)
	if err != nil {
		return err
	}
	m.Meta["made"] = "outflank fit"
	m.Meta["config"] = string(config)
	m.Meta["years"] = cmp.Or(f.Years, "all")
	m.Meta["data"] = fmt.Sprintf("%d finished games, sha256 %s", f.games, f.fingerprint)
	if f.also > 0 {
		m.Meta["also"] = fmt.Sprintf("%d games that other fits played, sha256 %x", f.also, f.alsoSum.Sum(nil))
	}
	m.Meta["positions"] = strconv.Itoa(f.result.Positions)
	m.Meta["iterations"] = strconv.Itoa(f.result.Iterations)
	return nil
}
