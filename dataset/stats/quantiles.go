package stats

import (
	"cmp"
	"slices"
)

// A Prediction is a value and the outcome that it predicts, in the same unit.
type Prediction struct{ Value, Outcome float64 }

// A Quantile contains the means of predictions with similar values.
type Quantile struct {
	N              int
	Value, Outcome float64
}

// Quantiles sorts predictions in place by value and returns the means of n parts of equal size, lowest values
// first. Predictions are calibrated if the mean value of each part equals its mean outcome. Empty parts are
// omitted. [Calibration] does the same for positions of games, in equal parts of the probability of winning.
func Quantiles(predictions []Prediction, n int) []Quantile {
	slices.SortStableFunc(predictions, func(a, b Prediction) int { return cmp.Compare(a.Value, b.Value) })
	list := make([]Quantile, 0, n)
	for i := range n {
		part := predictions[i*len(predictions)/n : (i+1)*len(predictions)/n]
		if len(part) == 0 {
			continue
		}
		q := Quantile{N: len(part)}
		for _, p := range part {
			q.Value += p.Value / float64(len(part))
			q.Outcome += p.Outcome / float64(len(part))
		}
		list = append(list, q)
	}
	return list
}
