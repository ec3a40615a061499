package tune

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"

	"github.com/outflank/outflank/engine/runtime/portable"
)

// A Method searches for a vector with a high rating, step by step: it asks for the ratings of a group of
// vectors and learns from them. Its random numbers depend only on its seed and the step number, so a [Step]
// is its whole state.
type Method interface {
	// Check returns an error for invalid settings.
	Check() error
	// Len returns the number of steps.
	Len() int
	// Ask returns the group to rate after step s. It does not change s.
	Ask(s Step) [][]float64
	// Tell updates a step after its Group has been rated. It sets Best and the rest of the method's state, in
	// memory that no other step shares.
	Tell(s *Step)
}

// A Step is the state of a method after a step. It owns its slices, which do not change later.
type Step struct {
	Number      int         `json:"step"`      // from 1; 0 = before the first step
	Start       []float64   `json:"start"`     // the initial vector
	Best        []float64   `json:"best"`      // the best vector, according to the method
	Group       [][]float64 `json:"group"`     // the rated vectors
	Ratings     Ratings     `json:"ratings"`   // their ratings
	Diversity   float64     `json:"diversity"` // standard deviation of a weight in the group, averaged over the weights
	Evaluations int         `json:"evaluations"`
	Games       int         `json:"games"` // sum over all steps so far, like Evaluations

	Annealing *annealingState `json:"annealing,omitempty"` // state of this method
	CMAES     *cmaesState     `json:"cmaes,omitempty"`     // state of this method
}

// Begin returns the state before the first step. The length of start determines the number of weights.
func Begin(start []float64) Step { return Step{Start: start, Best: start} }

// Value returns the highest rating in the group, or NaN before the first step. Relative ratings are only
// comparable within a group.
func (s *Step) Value() float64 {
	if s.Number == 0 {
		return math.NaN()
	}
	return s.Ratings.Values[s.Ratings.best()]
}

// Run runs the steps of a method after from and yields each. It ends after the method's last step, or with an
// error of the settings, the objective or the context.
func Run(ctx context.Context, m Method, f Objective, from Step) iter.Seq2[Step, error] {
	return func(yield func(Step, error) bool) {
		err := errors.Join(m.Check(), from.check())
		for s := from; err == nil && s.Number < m.Len(); {
			if s, err = advance(ctx, m, f, s); err == nil && !yield(s, nil) {
				return
			}
		}
		if err != nil {
			yield(Step{}, fmt.Errorf("tune: %w", err))
		}
	}
}

// advance runs one step.
func advance(ctx context.Context, m Method, f Objective, s Step) (Step, error) {
	if err := ctx.Err(); err != nil {
		return s, err
	}
	group := m.Ask(s)
	if err := checkVectors(group, len(s.Start)); err != nil {
		return s, fmt.Errorf("step %d: %w", s.Number+1, err)
	}
	ratings, err := f(ctx, s.Number, group)
	if err == nil {
		err = ratings.check(len(group))
	}
	if err != nil {
		return s, fmt.Errorf("step %d: %w", s.Number+1, err)
	}
	s.Number++
	s.Group, s.Ratings, s.Diversity = group, ratings, diversity(group)
	s.Evaluations += len(group)
	s.Games += ratings.Games
	m.Tell(&s)
	return s, nil
}

// check returns an error if no method can resume from the step.
func (s *Step) check() error {
	switch {
	case len(s.Start) == 0:
		return errors.New("no weights to start from")
	case s.Number < 0 || s.Evaluations < 0 || s.Games < 0:
		return fmt.Errorf("step %d after %d evaluations and %d games", s.Number, s.Evaluations, s.Games)
	case s.Number > 0 && len(s.Group) == 0:
		return fmt.Errorf("step %d has no group", s.Number)
	}
	if err := checkVectors(append([][]float64{s.Start, s.Best}, s.Group...), len(s.Start)); err != nil ||
		s.Number == 0 {
		return err
	}
	return s.Ratings.check(len(s.Group))
}

// checkVectors returns an error unless all vectors consist of n finite weights.
func checkVectors(vectors [][]float64, n int) error {
	for i, x := range vectors {
		if len(x) != n {
			return fmt.Errorf("vector %d has %d weights, want %d", i+1, len(x), n)
		}
		for k, w := range x {
			if math.IsNaN(w) || math.IsInf(w, 0) {
				return fmt.Errorf("vector %d: weight %d is %v", i+1, k+1, w)
			}
		}
	}
	return nil
}

// diversity returns the standard deviation of a weight in the group, averaged over the weights.
func diversity(group [][]float64) float64 {
	sum, column := 0.0, make([]float64, len(group))
	for k := range group[0] {
		for i, x := range group {
			column[i] = x[k]
		}
		sum += portable.Deviation(column)
	}
	return sum / float64(len(group[0]))
}

// A purpose is the use of a random number stream.
type purpose uint64

const (
	forAsk purpose = iota
	forTell
	purposes = 4 // leaves room for more purposes without changing existing streams
)

// stream returns the random number stream of a method for a purpose after a step.
func stream(seed uint64, p purpose, step int) *rand.Rand {
	return rand.New(rand.NewPCG(seed, uint64(step)*purposes+uint64(p)))
}

// within returns a number from -r to r.
func within(rng *rand.Rand, r float64) float64 { return r * (2*rng.Float64() - 1) }

// around returns a random vector whose weights are within r of the weights of x.
func around(rng *rand.Rand, x []float64, r float64) []float64 {
	y := make([]float64, len(x))
	for i := range y {
		y[i] = x[i] + within(rng, r)
	}
	return y
}

// positive returns an error unless x is more than 0 and finite.
func positive(name string, x float64) error {
	if !(x > 0 && x <= math.MaxFloat64) {
		return fmt.Errorf("%s is %v, want more than 0", name, x)
	}
	return nil
}

// Limits that keep settings from exhausting memory.
const (
	maxSteps      = 1_000_000_000
	maxPopulation = 10_000
)

// between returns an error unless n is from low to high.
func between(name string, n, low, high int) error {
	if n < low || n > high {
		return fmt.Errorf("%s is %d, want %d to %d", name, n, low, high)
	}
	return nil
}
