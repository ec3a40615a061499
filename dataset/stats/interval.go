package stats

import (
	"math"

	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/text"
)

// confidence is the level of all intervals of this package: they contain the true value in 95 of 100 cases if
// games are independent. Games in the same tournament or between the same players are not quite independent,
// so exact intervals would be somewhat wider.
const confidence = 0.95

// sample sums whole numbers exactly, so their order does not matter.
type sample struct{ n, sum, squares int }

func (s *sample) add(x int) { s.n, s.sum, s.squares = s.n+1, s.sum+x, s.squares+x*x }

func (s *sample) merge(t sample) { s.n, s.sum, s.squares = s.n+t.n, s.sum+t.sum, s.squares+t.squares }

// mean returns the mean, or NaN for an empty sample.
func (s sample) mean() float64 { return float64(s.sum) / float64(s.n) }

// variance returns the unbiased estimate of the variance, or NaN for fewer than two numbers.
func (s sample) variance() float64 {
	if s.n < 2 {
		return math.NaN()
	}
	n := float64(s.n)
	return max(0, (float64(s.squares)-float64(s.sum)*float64(s.sum)/n)/(n-1))
}

// interval returns the bounds of Student's t interval of the mean, or NaN for fewer than two numbers.
func (s sample) interval() (low, high float64) {
	if s.n < 2 {
		return math.NaN(), math.NaN()
	}
	half := float64(arena.Student(s.n) * math.Sqrt(s.variance()/float64(s.n)))
	return s.mean() - half, s.mean() + half
}

// intervalWithin is interval for numbers that cannot be below least or above most, nor can their mean.
func (s sample) intervalWithin(least, most float64) (low, high float64) {
	low, high = s.interval()
	return max(low, least), min(high, most)
}

// share returns part/whole, unknown if whole is 0.
func share(part, whole int) *float64 { return text.Known(float64(part) / float64(whole)) }
