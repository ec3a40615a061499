package eval

import "strings"

// Umea is the evaluation of Ranvier's program (Othello artificial intelligence, 2.4): the
// static weights of squares and what he adds to them, which can be changed and left out. The
// unit is his points.
type Umea struct {
	Bonus float64 // of a disc that is stable, 0 = none
	// stable discs are those that can never be flipped, as far as no search is needed to see it; else those of
	// the report's Algorithm 4
	Definite bool
	Mobility float64 // of a legal move, 0 = none
}

// DefaultUmea is the evaluation as the report has it.
var DefaultUmea = Umea{Bonus: 8, Mobility: 1}

// Model returns the evaluation as a model, which computes nothing that counts 0.
func (u Umea) Model() *Model {
	terms, weights := []string{"position"}, []float64{1}
	add := func(term string, points float64) {
		if points != 0 {
			terms, weights = append(terms, term), append(weights, 8*points) // all three count in eighths
		}
	}
	if u.Definite {
		add("stability", u.Bonus)
	} else {
		add("edge-stability", u.Bonus)
	}
	add("mobility", u.Mobility)
	return points(strings.Join(terms, "+"), umeaSquares[:], weights...)
}
