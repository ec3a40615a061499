package tune

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
)

// Embedding is the regression of a network with one hidden layer over rows. Each index has a vector of Size
// numbers. The prediction for a row of a group g is
//
//	Σ_k Out[g][k] s(Bias[g][k] + Σ values · Vectors[index][k]),   s(z) = min(max(z, 0), 2)²
//
// Stochastic gradient descent minimises Σ weight (prediction − target)². Each vector has its own step size
// (J. Duchi, E. Hazan and Y. Singer, "Adaptive subgradient methods for online learning and stochastic
// optimization", 2011, with one sum of squares for the whole vector), which falls linearly to 0 at the end.
type Embedding struct {
	Len      int     // number of indexes
	Groups   int     // number of groups; 0 = 1
	Size     int     // numbers per index, a multiple of 8
	Train    Rows    // rows to learn from
	Validate Rows    // rows that measure the error; nil = none
	Epochs   int     // passes over Train; 0 = 10
	Rate     float64 // step size; 0 = 0.01
	Unit     float64 // target that corresponds to an output of 1; 0 = 16
	Seed     uint64  // of the initial vectors and of the order of batches
}

// A Network is the state of an [Embedding] during its regression. Rows of its slices have the length Size.
type Network struct {
	Vectors   []float32 // by index
	Bias, Out []float32 // by group; Out is in the unit of the targets
}

// An EmbeddingStep is the state after an epoch of the regression.
type EmbeddingStep struct {
	Epoch    int     // from 1
	Training float64 // root mean square error on Train during the epoch
	Error    float64 // root mean square error on Validate; NaN without Validate
	Absolute float64 // mean absolute error on Validate; NaN without Validate
	Network  Network // overwritten by the next epoch
}

// limit is the maximum of the hidden layer before it is squared.
const limit = 2

// Run trains the network and yields an EmbeddingStep for each epoch. It ends after all epochs or with the
// error of the context.
func (e Embedding) Run(ctx context.Context) iter.Seq2[EmbeddingStep, error] {
	return func(yield func(EmbeddingStep, error) bool) {
		if err := e.complete(); err != nil {
			yield(EmbeddingStep{}, fmt.Errorf("tune: embedding: %w", err))
			return
		}
		d := newDescent(&e)
		for epoch := range e.Epochs {
			step := d.epoch(ctx, epoch)
			if ctx.Err() != nil {
				yield(EmbeddingStep{}, ctx.Err())
				return
			}
			if !yield(step, nil) {
				return
			}
		}
	}
}

// complete sets defaults and returns an error if a setting is out of range.
func (e *Embedding) complete() error {
	if e.Groups == 0 {
		e.Groups = 1
	}
	if e.Epochs == 0 {
		e.Epochs = 10
	}
	if e.Rate == 0 {
		e.Rate = 0.01
	}
	if e.Unit == 0 {
		e.Unit = 16
	}
	switch {
	case e.Train == nil:
		return errors.New("no rows to learn from")
	case e.Size < 8 || e.Size%8 != 0:
		return fmt.Errorf("vectors of %d numbers, want a multiple of 8", e.Size)
	case e.Len < 1 || e.Groups < 1 || e.Epochs < 1 || !(e.Rate > 0) || !(e.Unit > 0):
		return errors.New("a setting is not above 0")
	}
	return nil
}

// A descent is the state of the regression.
type descent struct {
	*Embedding
	Network                      // Out in units
	vectorSums         []float32 // sum of squared gradients of each vector
	biasSums, outSums  []float32
	rng                *rand.Rand
	batch              Batch
	hidden, slope, top []float32 // buffers
}

func newDescent(e *Embedding) *descent {
	d := &descent{Embedding: e, rng: rand.New(rand.NewPCG(e.Seed, 0))}
	n := e.Size
	d.Vectors, d.vectorSums = make([]float32, e.Len*n), make([]float32, e.Len)
	d.Bias, d.Out = make([]float32, e.Groups*n), make([]float32, e.Groups*n)
	d.biasSums, d.outSums = make([]float32, e.Groups), make([]float32, e.Groups)
	d.hidden, d.slope, d.top = make([]float32, n), make([]float32, n), make([]float32, n)
	for i := range d.Vectors {
		d.Vectors[i] = 0.02 * (d.rng.Float32() - 0.5)
	}
	for i := range d.Out {
		d.Bias[i], d.Out[i] = 0.3, 0.3
		if i%2 == 1 {
			d.Out[i] = -0.3
		}
	}
	return d
}

// epoch passes once over the rows.
func (d *descent) epoch(ctx context.Context, epoch int) EmbeddingStep {
	order := d.rng.Perm(d.Train.Batches())
	squares, weights := 0.0, 0.0
	for i, batch := range order {
		if ctx.Err() != nil {
			break
		}
		left := 1 - (float64(epoch)+float64(i)/float64(len(order)))/float64(d.Epochs)
		rate := float32(d.Rate * left)
		d.batch.Reset()
		d.Train.Append(batch, &d.batch)
		for row := range d.batch.ends {
			e := float64(d.learn(row, rate))
			squares += float64(d.batch.weights[row] * e * e)
			weights += d.batch.weights[row]
		}
	}
	step := EmbeddingStep{Epoch: epoch + 1, Training: d.Unit * math.Sqrt(squares/weights)}
	step.Error, step.Absolute = d.validate()
	step.Network = Network{d.Vectors, d.Bias, make([]float32, len(d.Out))}
	for i, x := range d.Out {
		step.Network.Out[i] = x * float32(d.Unit)
	}
	return step
}

// predict returns the output for a row of the batch, and leaves the hidden layer in d.hidden.
func (d *descent) predict(row int) float32 {
	indexes, values := d.batch.row(row)
	n, group := d.Size, int(d.batch.groups[row])
	copy(d.hidden, d.Bias[group*n:][:n])
	for i, at := range indexes {
		addVector(d.hidden, values[i], d.Vectors[int(at)*n:][:n])
	}
	sum := float32(0)
	for k, out := range d.Out[group*n:][:n] {
		z := min(max(d.hidden[k], 0), limit)
		sum += float32(out * float32(z*z))
	}
	return sum
}

// learn moves the network towards the target of a row. It returns the error before, in units.
func (d *descent) learn(row int, rate float32) float32 {
	e := d.predict(row) - float32(d.batch.targets[row]/d.Unit)
	force := e * float32(d.batch.weights[row])
	indexes, values := d.batch.row(row)
	n, group := d.Size, int(d.batch.groups[row])
	out, bias := d.Out[group*n:][:n], d.Bias[group*n:][:n]
	slopes, tops := float32(0), float32(0)
	for k, z := range d.hidden {
		z = min(max(z, 0), limit)
		d.slope[k], d.top[k] = 0, force*z*z
		if z > 0 && z < limit {
			d.slope[k] = 2 * force * out[k] * z
		}
		slopes += float32(d.slope[k] * d.slope[k])
		tops += float32(d.top[k] * d.top[k])
	}
	slopes, tops = slopes/float32(n), tops/float32(n)
	addVector(out, -stride(&d.outSums[group], tops, rate), d.top)
	addVector(bias, -stride(&d.biasSums[group], slopes, rate), d.slope)
	for i, at := range indexes {
		times := float32(values[i] * stride(&d.vectorSums[at], slopes, rate))
		addVector(d.Vectors[int(at)*n:][:n], -times, d.slope)
	}
	return e
}

// stride adds a square to a vector's sum and returns its step size.
func stride(sum *float32, square, rate float32) float32 {
	*sum += square
	return rate / float32(math.Sqrt(float64(*sum)+1e-12))
}

// addVector adds times v to z.
func addVector(z []float32, times float32, v []float32) {
	v = v[:len(z)]
	for k := range z {
		z[k] += float32(times * v[k])
	}
}

// validate returns the root mean square and the mean absolute error on Validate.
func (d *descent) validate() (rms, mean float64) {
	if d.Validate == nil {
		return math.NaN(), math.NaN()
	}
	squares, sum, weights := 0.0, 0.0, 0.0
	for i := range d.Validate.Batches() {
		d.batch.Reset()
		d.Validate.Append(i, &d.batch)
		for row, target := range d.batch.targets {
			e := math.Abs(float64(d.predict(row))*d.Unit - target)
			squares += float64(d.batch.weights[row] * e * e)
			sum += float64(d.batch.weights[row] * e)
			weights += d.batch.weights[row]
		}
	}
	return math.Sqrt(squares / weights), sum / weights
}
