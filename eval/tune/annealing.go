package tune

import (
	"errors"
	"fmt"
	"slices"

	"github.com/outflank/outflank/engine/runtime/portable"
)

// Annealing is the simulated annealing of Bai, Lin and Shan ("CS181 Othello AI", Fig. 2). It starts from
// random weights. Each step compares the weights with a neighbour, which is closer at lower temperatures. It
// always accepts a better neighbour, and accepts a worse one with Metropolis's probability exp(ΔE/T), where
// ΔE is the difference between the two ratings. With [RoundRobin] in [Discs], it is "the difference in the
// final number of pieces between the games played by the Minimax Agent under the new and old weights".
type Annealing struct {
	Steps int     `json:"steps"`
	First float64 `json:"first"` // temperature T0 of the first step, in the unit of the ratings
	Final float64 `json:"final"` // temperature Tf of the last step; in between, it falls geometrically
	Scale float64 `json:"scale"` // the initial weights are drawn within this distance of the start; a neighbour differs in each weight by a normal deviate of standard deviation Scale·T/T0
	Seed  uint64  `json:"seed"`
}

// CS181Annealing contains settings for ratings in discs. The report gives no numbers.
var CS181Annealing = Annealing{Steps: 400, First: 10, Final: 0.1, Scale: 1, Seed: 1}

// annealingState is the state of the method.
type annealingState struct {
	Temperature float64 `json:"temperature"` // of the last step
	Difference  float64 `json:"difference"`  // ΔE: the neighbour's rating minus the current one
	Accepted    bool    `json:"accepted"`    // whether the neighbour was accepted
}

// Check returns an error for invalid settings.
func (a Annealing) Check() error {
	err := errors.Join(between("steps", a.Steps, 1, maxSteps), positive("first temperature", a.First),
		positive("final temperature", a.Final), positive("scale", a.Scale))
	if err == nil && a.Final > a.First {
		err = fmt.Errorf("final temperature is %v, want at most the first, %v", a.Final, a.First)
	}
	return err
}

// Len returns the number of steps.
func (a Annealing) Len() int { return a.Steps }

// temperature returns the temperature of step n, counted from 0.
func (a Annealing) temperature(n int) float64 {
	if n == 0 {
		return a.First
	}
	return a.First * portable.Pow(a.Final/a.First, float64(n)/float64(a.Steps-1))
}

// Ask returns a neighbour and the current weights.
func (a Annealing) Ask(s Step) [][]float64 {
	rng := stream(a.Seed, forAsk, s.Number)
	old := s.Best
	if s.Number == 0 {
		old = around(rng, s.Start, a.Scale)
	}
	far := a.Scale * a.temperature(s.Number) / a.First
	neighbour := make([]float64, len(old))
	for i := range neighbour {
		neighbour[i] = old[i] + float64(far*portable.Normal(rng))
	}
	return [][]float64{neighbour, slices.Clone(old)}
}

// Tell accepts or rejects the neighbour.
func (a Annealing) Tell(s *Step) {
	t := a.temperature(s.Number - 1)
	difference := s.Ratings.Values[0] - s.Ratings.Values[1]
	uniform := stream(a.Seed, forTell, s.Number).Float64()
	accepted := metropolis(difference, t, uniform)
	s.Annealing = &annealingState{t, difference, accepted}
	s.Best = slices.Clone(s.Group[1])
	if accepted {
		copy(s.Best, s.Group[0])
	}
}

// metropolis reports whether to accept a change that raises the rating by d at temperature t. uniform is a
// random number from 0 to 1.
func metropolis(d, t, uniform float64) bool { return d >= 0 || uniform < portable.Exp(d/t) }
