package arena

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/outflank/outflank/engine/runtime/portable"
)

// Scale is the number of Elo points for odds of e: 400 points mean ten wins for every loss.
const Scale = 400 / math.Ln10

// expected returns the expected share of the points, 0 to 1, against a player weaker by the given number of
// Elo points.
func expected(elo float64) float64 { return 1 / (1 + portable.Exp(-elo/Scale)) }

// Difference returns the Elo difference for which score, 0 to 1, is the expected score. It is the inverse of
// [expected]. It is infinite for 0 and 1.
func Difference(score float64) float64 { return Scale * portable.Log(score/(1-score)) }

// Z is the half width of a 95 % interval in standard errors: the 97.5 % quantile of the normal distribution.
const Z = 1.959963984540054

// Student returns the half width of the 95 % interval of a mean of n numbers, at least 2, in standard errors.
// It is the 97.5 % quantile of Student's distribution with n-1 degrees of freedom.
func Student(n int) float64 { return distuv.StudentsT{Sigma: 1, Nu: float64(n - 1)}.Quantile(0.975) }

// Wilson returns the bounds of the 95 % confidence interval of a share, 0 to 1, of n independent trials.
// Without trials the bounds are 0 and 1.
//
// It is Wilson's score interval (E. B. Wilson, "Probable inference, the law of succession, and statistical
// inference", 1927). Its bounds are sensible even if every game was won. A draw counts as half a success.
// With draws, results vary less, so the true interval is narrower.
func Wilson(share float64, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	m := float64(n)
	middle := (share + Z*Z/(2*m)) / (1 + Z*Z/m)
	half := float64(Z / (1 + Z*Z/m) * math.Sqrt(share*(1-share)/m+Z*Z/(4*m*m)))
	low, high = max(0, middle-half), min(1, middle+half)
	if share == 0 {
		low = 0 // remove the rounding error
	}
	if share == 1 {
		high = 1
	}
	return low, high
}
