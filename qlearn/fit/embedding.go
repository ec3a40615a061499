package fit

import (
	"context"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/tune"
)

// Embedding contains the settings of the embedding that a fit trains beside the sum of weights, see
// [eval.Embedding].
type Embedding struct {
	Size   int     `json:"size"`   // numbers per vector: 0 = no embedding, 16 or 32
	Phases int     `json:"phases"` // number of equal phases of the game, 1 to 16
	Epochs int     `json:"epochs"` // passes over the positions, 1 to 1,000
	Rate   float64 `json:"rate"`   // step size, above 0
}

// embed trains an embedding on what the model's sum leaves of the samples' targets, and adds it to the model.
// Phases are trained independently, so the result does not depend on the number of workers.
func (f *fitter) embed(ctx context.Context, model *eval.Model, train, validate []sample) error {
	features, err := eval.New(patternsOf(f.features), nil)
	if err != nil {
		return err
	}
	e := &eval.Embedding{Features: features, Size: f.Embedding.Size}
	lessPrior(model, train, validate)
	var phases []*phase
	for k := range f.Embedding.Phases {
		from, _ := eval.StageDiscs(k, f.Embedding.Phases)
		if k == 0 {
			from = 0
		}
		e.Phases = append(e.Phases, from)
	}
	for k := range e.Phases {
		phases = append(phases, f.newPhase(ctx, e, k, train, validate))
	}
	defer func() {
		for _, p := range phases {
			p.stop()
		}
	}()
	for epoch := range f.Embedding.Epochs {
		if err := f.report(Progress{Phase: Training, Done: epoch, Total: f.Embedding.Epochs}); err != nil {
			return err
		}
		next := func(_ context.Context, p *phase) (struct{}, error) { return struct{}{}, p.advance() }
		for _, err := range parallel.Map(ctx, f.Workers, f.Workers, slices.Values(phases), next) {
			if err != nil {
				return err
			}
		}
	}
	e.Vectors = make([]int8, 0, len(phases)*features.Len()*e.Size)
	e.Bias, e.Out = make([]int16, 65*e.Size), make([]int16, 65*e.Size)
	for _, p := range phases {
		p.round(e)
	}
	model.Embedding = e
	return nil
}

// patternsOf returns the patterns and tuples among features, without stages.
func patternsOf(f eval.Features) string {
	var names []string
	for _, t := range eval.Terms(f) {
		if t.Images != nil {
			names = append(names, t.Name)
		}
	}
	return strings.Join(names, "+")
}

// A phase is the training of one phase of an embedding.
type phase struct {
	from, to int // numbers of discs, from ≤ discs < to
	last     tune.EmbeddingStep
	next     func() (tune.EmbeddingStep, error, bool)
	stop     func()
}

func (f *fitter) newPhase(ctx context.Context, e *eval.Embedding, k int, train, validate []sample) *phase {
	p := &phase{from: e.Phases[k], to: 65}
	if k+1 < len(e.Phases) {
		p.to = e.Phases[k+1]
	}
	t := tune.Embedding{
		Len: e.Features.Len(), Groups: 65, Size: e.Size, Epochs: f.Embedding.Epochs, Rate: f.Embedding.Rate,
		Train: &phaseRows{e.Features, p.of(train)}, Seed: f.Play.Seed,
	}
	rng := rand.New(rand.NewPCG(f.Play.Seed, engine.StreamFit-1-uint64(k)))
	list := t.Train.(*phaseRows).samples
	rng.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
	if some := p.of(validate); len(some) > 0 {
		t.Validate = &phaseRows{e.Features, some}
	}
	p.next, p.stop = iter.Pull2(t.Run(ctx))
	return p
}

// of returns the samples of the phase. They are sorted by the number of discs.
func (p *phase) of(list []sample) []sample {
	from, _ := slices.BinarySearchFunc(list, p.from, func(s sample, discs int) int { return s.discs() - discs })
	to, _ := slices.BinarySearchFunc(list, p.to, func(s sample, discs int) int { return s.discs() - discs })
	return slices.Clone(list[from:to])
}

// advance trains for one epoch.
func (p *phase) advance() error {
	step, err, ok := p.next()
	if ok && err == nil {
		p.last = step
	}
	return err
}

// hiddenUnit is 1 of the hidden layer in training, as a number of the embedding.
const hiddenUnit = eval.EmbeddingLimit / 2.0

// round appends the phase's vectors to an embedding, and sets its biases and outputs.
func (p *phase) round(e *eval.Embedding) {
	n := p.last.Network
	for _, x := range n.Vectors {
		e.Vectors = append(e.Vectors, int8(roundWithin(float64(x)*hiddenUnit, math.MaxInt8)))
	}
	for i := p.from * e.Size; i < p.to*e.Size; i++ {
		e.Bias[i] = int16(roundWithin(float64(n.Bias[i])*hiddenUnit, eval.MaxBias))
		e.Out[i] = int16(roundWithin(math.Ldexp(float64(n.Out[i])/(hiddenUnit*hiddenUnit), eval.EmbeddingShift),
			eval.MaxOut))
	}
}

func roundWithin(x, limit float64) float64 { return math.Round(min(max(x, -limit), limit)) }

// phaseRows provides the samples of a phase to a regression. Their groups are the numbers of discs.
type phaseRows struct {
	features eval.Features
	samples  []sample
}

// Batches returns the number of batches.
func (r *phaseRows) Batches() int { return (len(r.samples) + batchSamples - 1) / batchSamples }

// Append appends the rows of a batch.
func (r *phaseRows) Append(i int, b *tune.Batch) {
	phi := make([]eval.Feature, 0, 64)
	for _, s := range r.samples[i*batchSamples : min((i+1)*batchSamples, len(r.samples))] {
		phi = r.features.Append(phi[:0], s.board())
		for _, f := range phi {
			b.Add(f.Index, float32(f.Value))
		}
		b.EndIn(s.discs(), float64(s.target), float64(s.weight))
	}
}
