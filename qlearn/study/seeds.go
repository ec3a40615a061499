package study

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/text"
)

// SeedsRow returns the row of a measure of agents that were trained or evolved several times, given the games
// of each seed. The seeds are the trials. Trainings that differ only in their seed differ in strength, and
// the games of one training do not show by how much. The interval is Student's over the means of the seeds.
// It is the most robust choice for as few as five seeds (Colas, Sigaud and Oudeyer, "How many random seeds?",
// 2018, section 4; a nested bootstrap of so few is too narrow). It is never narrower than the interval of all
// games as if one player had played them. A single seed has no interval.
func (m measure) SeedsRow(label string, bySeed [][]twoGames) Row {
	var seeds []float64
	for _, games := range bySeed {
		seeds = append(seeds, *m.Row("", games).Ours)
	}
	return m.Row(label, slices.Concat(bySeed...)).overSeeds(seeds)
}

// rowOf returns the row of a measure, over seeds if there are several.
func (m measure) rowOf(label string, bySeed [][]twoGames) Row {
	if len(bySeed) == 1 {
		return m.Row(label, bySeed[0])
	}
	return m.SeedsRow(label, bySeed)
}

// overSeeds turns the row of all games into the row of agents that were trained or evolved with these seeds.
func (r Row) overSeeds(seeds []float64) Row {
	low, high, ok := r.interval()
	share := *r.Ours
	mean, seedsLow, seedsHigh := meanOfSeeds(seeds)
	r.Ours, r.Low, r.High, r.Seeds = text.Known(mean), nil, nil, seeds
	if ok && len(seeds) > 1 {
		moved := mean - share // 0 if all seeds, or opponents, have equally many games
		low, high = r.Unit.possible(min(low+moved, seedsLow), max(high+moved, seedsHigh))
		r.Low, r.High = text.Known(low), text.Known(high)
	}
	return r
}

// meanOfSeeds returns the mean and its Student interval. If all numbers are equal, the interval is the mean
// itself.
func meanOfSeeds(x []float64) (mean, low, high float64) {
	mean, sd := stat.MeanStdDev(x, nil)
	if len(x) < 2 {
		return mean, mean, mean
	}
	half := arena.Student(len(x)) * sd / math.Sqrt(float64(len(x)))
	return mean, mean - half, mean + half
}

// oneSeed returns half the width of the 95 % interval for a further seed's number around the mean, or 0 for
// fewer than two numbers.
func oneSeed(x []float64) float64 {
	if len(x) < 2 {
		return 0
	}
	return arena.Student(len(x)) * stat.StdDev(x, nil)
}
