package tune

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
)

// Ridge is the regression
//
//	minimise  Σ weight (x·w − target)²  +  Σ Penalty(i) w[i]²  +  Smooth Σ (w[i] − w[Next[i]])²
//
// over the rows of Train, from w = 0.
type Ridge struct {
	Len      int                 // number of weights
	Train    Rows                // rows to learn from
	Validate Rows                // rows that decide when to stop; nil = run all Iterations
	Penalty  func(i int) float64 // of weight i, ≥ 0; nil = 0
	Smooth   float64             // penalty on differences between tied weights, ≥ 0
	// Next contains, for each weight i, the weight tied to it, which must be greater than i and different for
	// each i; -1 = none. nil = no ties.
	Next       []int32
	Iterations int // maximum number; 0 = 200
	Patience   int // number of iterations without a lower Error before Run stops; 0 = 10
	Workers    int // goroutines, at most 8; they do not affect the weights; 0 = 1
}

// A RidgeStep is the state after an iteration of the regression.
type RidgeStep struct {
	Iteration int       // from 1
	Residual  float64   // norm of the gradient relative to the initial one
	Error     float64   // root mean square error on Validate; NaN without Validate
	Best      bool      // Error is the lowest so far; always true without Validate
	Weights   []float64 // overwritten by the next iteration; copy them to keep them
}

// Run solves the regression and yields a RidgeStep for each iteration. It ends after Iterations, after
// Patience iterations without progress, when the gradient vanishes, or with the error of the context. The
// result is the Weights of the last RidgeStep with Best set.
func (r *Ridge) Run(ctx context.Context) iter.Seq2[RidgeStep, error] {
	return func(yield func(RidgeStep, error) bool) {
		if err := r.check(); err != nil {
			yield(RidgeStep{}, fmt.Errorf("tune: ridge: %w", err))
			return
		}
		s := newSolver(ctx, r)
		for step := range s.steps {
			if ctx.Err() != nil {
				yield(RidgeStep{}, ctx.Err())
				return
			}
			if !yield(step, nil) {
				return
			}
		}
		if ctx.Err() != nil {
			yield(RidgeStep{}, ctx.Err())
		}
	}
}

func (r *Ridge) check() error {
	switch {
	case r.Train == nil:
		return errors.New("no rows to learn from")
	case r.Next != nil && len(r.Next) != r.Len:
		return fmt.Errorf("%d ties for %d weights", len(r.Next), r.Len)
	case !(r.Smooth >= 0):
		return fmt.Errorf("smoothing %v, want 0 or more", r.Smooth)
	}
	return r.checkTies()
}

// checkTies returns an error unless the ties form chains in ascending order.
func (r *Ridge) checkTies() error {
	tied := make([]bool, len(r.Next))
	for i, k := range r.Next {
		switch {
		case k == -1:
		case int(k) <= i || int(k) >= r.Len:
			return fmt.Errorf("weight %d is tied to %d, want a later one", i, k)
		case tied[k]:
			return fmt.Errorf("two weights are tied to %d", k)
		default:
			tied[k] = true
		}
	}
	return nil
}

// A solver is the state of the conjugate gradient method: A w = b with A = XᵀCX + penalties and b =
// XᵀC·targets, where C contains the weights of the rows.
type solver struct {
	*Ridge
	passes      *passes
	like        preconditioner
	w           []float64 // solution so far
	residual    []float64 // b - A w
	direction   []float64
	image       []float64   // A·direction
	guess       []float64   // the residual after the preconditioner
	rz          float64     // residual · guess
	validation  *validation // nil = no validation rows
	first, best float64
}

func newSolver(ctx context.Context, r *Ridge) *solver {
	s := &solver{Ridge: r, best: math.Inf(1), passes: newPasses(ctx, r.Len, r.Workers)}
	s.w, s.image, s.direction, s.guess = make([]float64, r.Len), make([]float64, r.Len), make([]float64, r.Len),
		make([]float64, r.Len)
	var diagonal []float64
	s.residual, diagonal = s.passes.begin(r.Train)
	s.like = newPreconditioner(r, diagonal)
	if r.Validate != nil {
		s.validation = newValidation(s.passes, r.Validate)
	}
	s.first = math.Sqrt(product(s.residual, s.residual))
	return s
}

func (r *Ridge) penalty(i int) float64 {
	if r.Penalty == nil {
		return 0
	}
	return r.Penalty(i)
}

// steps runs the iterations.
func (s *solver) steps(yield func(RidgeStep) bool) {
	limit, patience := s.Iterations, s.Patience
	if limit == 0 {
		limit = 200
	}
	if patience == 0 {
		patience = 10
	}
	waited := 0
	for i := range limit {
		if !s.turn(i == 0) || s.passes.ctx.Err() != nil {
			return
		}
		step := s.advance(i + 1)
		if waited++; step.Best {
			waited = 0
		}
		if !yield(step) || waited >= patience {
			return
		}
	}
}

// turn finds the next direction. It returns false if the gradient has vanished.
func (s *solver) turn(first bool) bool {
	s.like.solve(s.guess, s.residual)
	rz := product(s.residual, s.guess)
	if !(rz > 0) || math.Sqrt(rz) < 1e-30 {
		return false
	}
	keep := 0.0
	if !first {
		keep = rz / s.rz
	}
	for i, z := range s.guess {
		s.direction[i] = z + float64(keep*s.direction[i])
	}
	s.rz = rz
	return true
}

// advance moves along the direction to the minimum.
func (s *solver) advance(iteration int) RidgeStep {
	s.passes.image(s.image, s.Train, s.direction)
	for i, d := range s.direction {
		s.image[i] += float64(s.penalty(i) * d)
	}
	for i, k := range s.Next {
		if k >= 0 {
			d := float64(s.Smooth * (s.direction[i] - s.direction[k]))
			s.image[i] += d
			s.image[k] -= d
		}
	}
	far := s.rz / product(s.direction, s.image)
	for i, d := range s.direction {
		s.w[i] += float64(far * d)
		s.residual[i] -= float64(far * s.image[i])
	}
	step := RidgeStep{iteration, math.Sqrt(product(s.residual, s.residual)) / s.first, math.NaN(), true, s.w}
	if s.validation != nil {
		step.Error = s.validation.move(far, s.direction)
		step.Best = step.Error < s.best
		s.best = min(s.best, step.Error)
	}
	return step
}

func product(a, b []float64) float64 {
	sum := 0.0
	for i, x := range a {
		sum += float64(x * b[i])
	}
	return sum
}
