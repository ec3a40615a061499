package run

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// MaxRuns is the maximum number of runs in a sweep.
const MaxRuns = 10_000

// A SweepPlan defines the runs of a sweep: each combination of values of the axes with each seed.
type SweepPlan struct {
	Axes   []Axis   // for different settings
	Seeds  []uint64 // at least one, all different
	Random int      // number of combinations to draw at random; 0 = all combinations
	Seed   uint64   // seed of the draw
}

// runs returns the runs of a plan.
func (p *SweepPlan) runs() (runs []SweepRun, err error) {
	for i, x := range p.Axes {
		if slices.ContainsFunc(p.Axes[:i], func(y Axis) bool { return x.Key == y.Key }) {
			return nil, &AxisError{x.String(), fmt.Errorf("%s is given twice", x.Key)}
		}
	}
	if p.Random < 0 || p.Random > MaxRuns {
		return nil, fmt.Errorf("%d random combinations: want 0 to %d", p.Random, MaxRuns)
	}
	points, err := p.points()
	if err != nil {
		return nil, err
	}
	if n := len(points) * len(p.Seeds); n < 1 || n > MaxRuns {
		return nil, fmt.Errorf("%d runs: want 1 to %d", n, MaxRuns)
	}
	for _, values := range points {
		for _, seed := range p.Seeds {
			runs = append(runs, SweepRun{fmt.Sprintf("%03d", len(runs)+1), values, seed})
		}
	}
	return runs, nil
}

// points returns the combinations to try: one value for each axis.
func (p *SweepPlan) points() (points [][]string, err error) {
	if p.Random > 0 {
		rng := rand.New(rand.NewPCG(p.Seed, 0))
		for range p.Random {
			var values []string
			for _, x := range p.Axes {
				values = append(values, x.draw(rng))
			}
			points = append(points, values)
		}
		return points, nil
	}
	points = [][]string{nil}
	for _, x := range p.Axes {
		if x.isRange {
			return nil, fmt.Errorf("%v: a range needs random combinations", x)
		}
		var next [][]string
		for _, q := range points {
			for _, v := range x.values {
				next = append(next, append(slices.Clone(q), v))
			}
		}
		if points = next; len(points) > MaxRuns {
			return nil, fmt.Errorf("more than %d combinations", MaxRuns)
		}
	}
	return points, nil
}

// An AxisError reports an invalid axis.
type AxisError struct {
	Axis string // the axis or its key
	Err  error
}

// Error names the axis and the reason.
func (e *AxisError) Error() string { return e.Axis + ": " + e.Err.Error() }

// Unwrap returns Err.
func (e *AxisError) Unwrap() error { return e.Err }
