package tune

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/outflank/outflank/engine/runtime/portable"
)

// CMAES is the evolution strategy with covariance matrix adaptation (N. Hansen, "The CMA evolution strategy:
// a tutorial", https://arxiv.org/abs/1604.00772, with the strategy parameters of its table 1 for positive
// weights). Each step draws a group around a mean; its better half moves the mean and adapts the
// distribution. Only the order of the ratings matters, so they may be relative. The result is the mean,
// because under noise the best vector of a group is usually just the luckiest.
//
// gonum/optimize (v0.17) draws with the covariance matrix but never uses the step size. On the 10-dimensional
// sphere function it reaches 0.04 after 20,000 evaluations; this implementation falls below 1e-9 after about
// 2,000.
type CMAES struct {
	Generations int     `json:"generations"`
	Population  int     `json:"population"` // 0 = 4 + 3 ln n for n weights
	Sigma       float64 `json:"sigma"`      // initial standard deviation of a weight
	Seed        uint64  `json:"seed"`
}

// DefaultCMAES contains settings for weights of the order of 1.
var DefaultCMAES = CMAES{Generations: 300, Population: 20, Sigma: 0.5, Seed: 1}

// cmaesState is the state of the method except for the mean, which is Step.Best.
type cmaesState struct {
	Sigma      float64   `json:"sigma"`
	Covariance []float64 `json:"covariance"` // n×n, row by row
	Path       []float64 `json:"path"`       // p_c, the path of the mean
	StepPath   []float64 `json:"step_path"`  // p_σ, the path of the normalised mean, for the step size
}

// Check returns an error for invalid settings.
func (c CMAES) Check() error {
	err := errors.Join(between("generations", c.Generations, 1, maxSteps), positive("sigma", c.Sigma))
	if c.Population != 0 {
		err = errors.Join(err, between("population", c.Population, 4, maxPopulation))
	}
	return err
}

// Len returns the number of generations.
func (c CMAES) Len() int { return c.Generations }

// Ask draws a group around the mean.
func (c CMAES) Ask(s Step) [][]float64 {
	n := len(s.Best)
	state := c.state(s)
	axes, lengths := state.axes(n)
	rng := stream(c.Seed, forAsk, s.Number)
	group := make([][]float64, c.population(n))
	for i := range group {
		x := make([]float64, n)
		for k, axis := range axes {
			portable.AddScaled(x, lengths[k]*portable.Normal(rng), axis)
		}
		group[i] = slices.Clone(s.Best)
		portable.AddScaled(group[i], state.Sigma, x)
	}
	return group
}

func (c CMAES) population(n int) int {
	if c.Population > 0 {
		return c.Population
	}
	return 4 + int(3*portable.Log(float64(n)))
}

// state returns the state after a step, or the initial state.
func (c CMAES) state(s Step) cmaesState {
	if s.CMAES != nil {
		return *s.CMAES
	}
	n := len(s.Best)
	state := cmaesState{c.Sigma, make([]float64, n*n), make([]float64, n), make([]float64, n)}
	for i := range n {
		state.Covariance[i*n+i] = 1
	}
	return state
}

// axes returns the eigenvectors of the covariance matrix and the square roots of its eigenvalues. No
// eigenvalue is below the rounding error of the largest.
func (s *cmaesState) axes(n int) (axes [][]float64, lengths []float64) {
	axes, lengths = axesOf(s.Covariance, n)
	least := 1e-14 * max(slices.Max(lengths), 1e-300)
	for i, v := range lengths {
		lengths[i] = math.Sqrt(max(v, least))
	}
	return axes, lengths
}

// Tell moves the mean and adapts the distribution.
func (c CMAES) Tell(s *Step) {
	n := len(s.Best)
	k, state := newConstants(n, len(s.Group)), c.state(*s)
	moves := make([][]float64, k.parents) // y: from the mean to the vectors of the better half, in units of σ
	mean := make([]float64, n)            // y_w
	for i, at := range ranked(s.Ratings.Values)[:k.parents] {
		moves[i] = make([]float64, n)
		floats.SubTo(moves[i], s.Group[at], s.Best)
		floats.Scale(1/state.Sigma, moves[i])
		portable.AddScaled(mean, k.weights[i], moves[i])
	}
	next := cmaesState{Covariance: slices.Clone(state.Covariance), Path: slices.Clone(state.Path),
		StepPath: slices.Clone(state.StepPath)}
	steady := next.follow(&state, &k, mean, s.Number)
	next.reshape(&k, moves, steady)
	next.Sigma = state.Sigma * portable.Exp(k.cs/k.damping*(portable.Norm(next.StepPath)/k.expected-1))
	best := slices.Clone(s.Best)
	portable.AddScaled(best, state.Sigma, mean)
	s.Best, s.CMAES = best, &next
}

// follow updates both paths. It reports whether the step path is short enough to update the other path (h_σ).
// Without this condition, the mean would run away after too small an initial step size.
func (s *cmaesState) follow(old *cmaesState, k *constants, mean []float64, generation int) (steady bool) {
	n := len(mean)
	floats.Scale(1-k.cs, s.StepPath)
	portable.AddScaled(s.StepPath, math.Sqrt(k.cs*(2-k.cs)*k.effective), old.whitened(mean))
	length := portable.Norm(s.StepPath) / math.Sqrt(1-portable.Pow(1-k.cs, float64(2*generation)))
	steady = length < (1.4+2/float64(n+1))*k.expected
	floats.Scale(1-k.cc, s.Path)
	if steady {
		portable.AddScaled(s.Path, math.Sqrt(k.cc*(2-k.cc)*k.effective), mean)
	}
	return steady
}

// whitened returns C^(-1/2)·x.
func (s *cmaesState) whitened(x []float64) []float64 {
	n := len(x)
	axes, lengths := s.axes(n)
	y := make([]float64, n)
	for k, axis := range axes {
		portable.AddScaled(y, portable.Dot(axis, x)/lengths[k], axis)
	}
	return y
}

// reshape updates the covariance matrix from its previous value, the path, and the moves of the better half.
func (s *cmaesState) reshape(k *constants, moves [][]float64, steady bool) {
	n := len(s.Path)
	keep := 1 - k.c1 - k.cmu
	if !steady {
		keep += float64(k.c1 * k.cc * (2 - k.cc))
	}
	for i := range n {
		for j := range n {
			c := float64(keep*s.Covariance[i*n+j]) + float64(k.c1*s.Path[i]*s.Path[j])
			for m, y := range moves {
				c += float64(k.cmu * k.weights[m] * y[i] * y[j])
			}
			s.Covariance[i*n+j] = c
		}
	}
}

// constants contains the strategy parameters for n weights.
type constants struct {
	parents   int
	weights   []float64 // of the parents, sum 1
	effective float64   // μ_eff, the effective number of parents
	cc, cs    float64   // decay rates of the paths
	c1, cmu   float64   // learning rates of the covariance matrix from its path and from the parents
	damping   float64   // of the step size
	expected  float64   // expected length of a standard normal vector
}

func newConstants(n, population int) constants {
	k := constants{parents: population / 2}
	squares := 0.0
	for i := range k.parents {
		k.weights = append(k.weights, portable.Log(float64(population+1)/2)-portable.Log(float64(i+1)))
	}
	floats.Scale(1/portable.Sum(k.weights), k.weights)
	for _, w := range k.weights {
		squares += float64(w * w)
	}
	d, m := float64(n), 1/squares
	k.effective = m
	k.cc = (4 + m/d) / (d + 4 + 2*m/d)
	k.cs = (m + 2) / (d + m + 5)
	k.c1 = 2 / (float64((d+1.3)*(d+1.3)) + m)
	k.cmu = min(1-k.c1, 2*(m-2+1/m)/(float64((d+2)*(d+2))+m))
	k.damping = 1 + float64(2*max(0, math.Sqrt((m-1)/(d+1))-1)) + k.cs
	k.expected = math.Sqrt(d) * (1 - 1/(4*d) + 1/(21*d*d))
	return k
}
