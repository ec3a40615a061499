package tuning

import (
	"context"
	"iter"
)

const (
	rowsPart     = 2048 // positions whose losses are summed up together, whoever does it
	stretchParts = 64   // of a stretch that is worth sending
)

// A stretch is some parts of the positions, to be rated by one of a group of vectors.
type stretch struct {
	member   int
	x        []float64
	from, to int       // rows
	losses   []float64 // of the parts
}

// stretches yields those of n rows for each vector of a group, with a number of parts each.
func stretches(group [][]float64, n, parts int) iter.Seq[stretch] {
	return func(yield func(stretch) bool) {
		for i, x := range group {
			for from := 0; from < n; from += parts * rowsPart {
				if !yield(stretch{member: i, x: x, from: from, to: min(from+parts*rowsPart, n)}) {
					return
				}
			}
		}
	}
}

// rate sums up the losses of each part of a stretch.
func (o *Outcome) rate(_ context.Context, s stretch) (stretch, error) {
	for from := s.from; from < s.to; from += rowsPart {
		s.losses = append(s.losses, o.loss(s.x, o.rows[from:min(from+rowsPart, s.to)]))
	}
	return s, nil
}
