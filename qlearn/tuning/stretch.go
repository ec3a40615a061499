package tuning

import (
	"context"
	"iter"
)

const (
	rowsPart     = 2048 // positions whose losses are summed up together, here or on a farm
	stretchParts = 64   // of a stretch that is worth sending
)

// A stretch is some parts of the positions, to be rated by one of a group of vectors.
type stretch struct {
	X      []float64 `json:"x"`
	From   int       `json:"from"` // rows
	To     int       `json:"to"`
	member int       // of the group
}

// A ratedStretch is the losses of the parts of a stretch.
type ratedStretch struct {
	member int
	losses []float64
}

// stretches yields those of n rows for each vector of a group, with a number of parts each.
func stretches(group [][]float64, n, parts int) iter.Seq[stretch] {
	return func(yield func(stretch) bool) {
		for i, x := range group {
			for from := 0; from < n; from += parts * rowsPart {
				if !yield(stretch{x, from, min(from+parts*rowsPart, n), i}) {
					return
				}
			}
		}
	}
}

// rate sums up the losses of each part of a stretch.
func (o *Outcome) rate(_ context.Context, s stretch) (losses []float64, err error) {
	for from := s.From; from < s.To; from += rowsPart {
		losses = append(losses, o.loss(s.X, o.rows[from:min(from+rowsPart, s.To)]))
	}
	return losses, nil
}
