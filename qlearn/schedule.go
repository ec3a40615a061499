package qlearn

import (
	"math"

	"github.com/outflank/outflank/engine/runtime/portable"
)

// A Schedule defines how the step size falls from the first game to the last.
type Schedule uint8

const (
	Constant    Schedule = iota // the step size stays the same
	LinearSteps                 // falls by the same amount each game
	Cosine                      // falls along half a cosine: slowly, fast, slowly (Loshchilov and Hutter 2017)
	Harmonic                    // falls like 1/n: a/(1+n·c) (Robbins and Monro 1951)
)

// at returns the value after a share done of the games, 0 to 1.
func (s Schedule) at(first, last, done float64) float64 {
	switch s {
	case LinearSteps:
		return first + float64((last-first)*done)
	case Cosine:
		return last + float64((first-last)*(1+portable.Cos(math.Pi*done))/2)
	case Harmonic:
		return first / (1 + float64(done*(first/max(last, first*1e-6)-1)))
	}
	return first
}

// done returns the share of the games that come before game n.
func (c Config) done(n int) float64 {
	if c.Games <= 1 {
		return 0
	}
	return min(1, float64(n)/float64(c.Games-1))
}

// alpha returns the step size of game n.
func (c Config) alpha(n int) float64 { return c.Schedule.at(c.Alpha, c.AlphaEnd, c.done(n)) }

// epsilon returns the probability of a random move in game n.
func (c Config) epsilon(n int) float64 {
	if c.Epsilon == 0 {
		return 0
	}
	done := c.done(n)
	return portable.Pow(c.Epsilon, 1-done) * portable.Pow(max(c.EpsilonEnd, 1e-6), done)
}
