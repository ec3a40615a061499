package eval

import "strings"

// Umea is the evaluation of Ranvier's program (Othello artificial intelligence, 2.4). It adds terms to static
// square weights. Each term can be changed or omitted. The unit is Ranvier's points.
type Umea struct {
	Bonus float64 // points per stable disc; 0 = none
	// Stable selects the definition of stable discs. "" or "edge", "line" and "enemy" are readings of the
	// report: the terms edge-stability, line-stability and enemy-stability. Any other text selects discs that
	// provably can never be flipped, as far as this is known without a search.
	Stable   string
	Mobility float64 // points per legal move; 0 = none
}

// DefaultUmea is the report's evaluation.
var DefaultUmea = Umea{Bonus: 8, Mobility: 1}

// Model returns the evaluation as a model. It omits terms with weight 0.
func (u Umea) Model() *Model {
	terms, weights := []string{"position"}, []float64{1}
	add := func(term string, points float64) {
		if points != 0 {
			terms, weights = append(terms, term), append(weights, 8*points) // these terms count in eighths
		}
	}
	switch u.Stable {
	case "", "edge":
		add("edge-stability", u.Bonus)
	case "line", "enemy":
		add(u.Stable+"-stability", u.Bonus)
	default:
		add("stability", u.Bonus)
	}
	add("mobility", u.Mobility)
	return points(strings.Join(terms, "+"), umeaSquares[:], weights...)
}
