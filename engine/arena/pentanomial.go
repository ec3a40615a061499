package arena

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// A Pentanomial counts the pairs of games in which a player got 0, ½, 1, 1½ or 2 points. A pair is two games
// of one opening with the colours swapped. The games of a pair depend on each other, because the opening
// favours one colour. Standard errors must therefore be computed from pairs; they are smaller than those
// computed from single games (M. Van den Bergh, "The GSPRT approximation", as used by fishtest and
// fastchess).
type Pentanomial [5]int

// Pairs returns the number of pairs.
func (p Pentanomial) Pairs() (n int) {
	for _, k := range p {
		n += k
	}
	return n
}

// Swap returns the pairs from the opponent's view.
func (p Pentanomial) Swap() Pentanomial { return Pentanomial{p[4], p[3], p[2], p[1], p[0]} }

// Score returns the player's share of the points, 0 to 1; NaN without pairs.
func (p Pentanomial) Score() float64 {
	mean, _ := p.moments(0)
	return mean
}

// moments returns the mean and variance of the player's share of the points in one pair, with virtual pairs
// added to each count.
func (p Pentanomial) moments(virtual float64) (mean, variance float64) {
	var n, sum, squares float64
	for i, k := range p {
		w, x := float64(k)+virtual, float64(i)/4
		n += w
		sum += float64(w * x)
		squares += float64(w * x * x)
	}
	mean = sum / n
	return mean, max(0, squares/n-float64(mean*mean))
}

// smallest is the number of virtual pairs added to each count. Without them, a match in which all pairs had
// the same result would have no error.
const smallest = 0.1

// StdErr returns the standard error of Score; NaN without pairs.
func (p Pentanomial) StdErr() float64 {
	if p.Pairs() == 0 {
		return math.NaN()
	}
	_, variance := p.moments(smallest)
	return math.Sqrt(variance / float64(p.Pairs()))
}

// Elo returns the player's advantage in Elo points with a 95 % confidence interval. A value is infinite if
// the score or its bound is 0 or 1, and NaN without pairs.
func (p Pentanomial) Elo() (elo, low, high float64) {
	s, e := p.Score(), float64(Z*p.StdErr())
	return Difference(s), Difference(max(0, s-e)), Difference(min(1, s+e))
}

// Superiority returns the likelihood that the player is stronger than the opponent, 0 to 1; ½ without pairs.
func (p Pentanomial) Superiority() float64 {
	if p.Pairs() == 0 {
		return 0.5
	}
	return distuv.UnitNormal.CDF((p.Score() - 0.5) / p.StdErr())
}

// String returns the counts: "[3 10 20 12 5]".
func (p Pentanomial) String() string { return fmt.Sprint([5]int(p)) }
