package study

import (
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// boardOf expands ten class weights, in the order of package eval, to the board. It copies 64 weights
// unchanged.
func boardOf(weights []float64) (b [64]float64) {
	if len(weights) == 64 {
		copy(b[:], weights)
		return b
	}
	for s := range b {
		b[s] = weights[eval.Class(engine.Square(s))]
	}
	return b
}

// classNames are the squares after which package eval names the classes.
var classNames = func() (names [10]string) {
	for i, set := range eval.Classes {
		names[i] = set.First().String()
	}
	return names
}()

// cornerClass is the class of the corners. The classes from centreClass on form the centre of 16 squares.
const (
	cornerClass = 0
	centreClass = 7 // c3
)

// classes returns each class's share of the total weight: its mean weight, divided by the sum of the absolute
// means. An even share is a tenth.
func classes(b [64]float64) (mean [10]float64) {
	var n [10]float64
	for s, w := range b {
		mean[eval.Class(engine.Square(s))] += w
		n[eval.Class(engine.Square(s))]++
	}
	sum := 0.0
	for i := range mean {
		mean[i] /= n[i]
		sum += math.Abs(mean[i])
	}
	for i := range mean {
		mean[i] /= max(sum, 1e-300)
	}
	return mean
}

// cornerLead returns the corners' weight minus a multiple of the largest absolute weight of other classes.
func cornerLead(mean [10]float64, times float64) float64 {
	largest := 0.0
	for _, w := range mean[cornerClass+1:] {
		largest = max(largest, math.Abs(w))
	}
	return mean[cornerClass] - times*largest
}

// asymmetry returns the share of the squared weights that is due to deviations from the class means. It is 0
// if symmetric squares have equal weights, and 1 if each class has mean 0. It covers the squares in the
// centre, or all others.
func asymmetry(b [64]float64, centre bool) float64 {
	var byClass [10][]float64
	for s, w := range b {
		byClass[eval.Class(engine.Square(s))] = append(byClass[eval.Class(engine.Square(s))], w)
	}
	rest, all := 0.0, 0.0
	for i, list := range byClass {
		if (i >= centreClass) != centre {
			continue
		}
		mean := stat.Mean(list, nil)
		for _, w := range list {
			rest += (w - mean) * (w - mean)
			all += w * w
		}
	}
	return rest / max(all, 1e-300)
}
