package deep

import "math"

// probCutDepth is the least depth at which a shallow search may stand for a deep
// one, and maxCuts how many such searches may be nested.
const (
	probCutDepth = 3
	maxCuts      = 2
)

// probCut guesses from a shallower search that a node's value lies clearly beyond
// alpha, on either side, and returns a bound if so (multi-ProbCut).
func (w *worker) probCut(n *node, alpha int) (score int, cut bool) {
	if n.level == Exact || n.depth < probCutDepth || n.cuts >= maxCuts {
		return 0, false
	}
	depth := shallower(n.depth)
	empties := n.empties()
	margin := margins[n.level]
	guess := w.evaluate(n)
	unsure := int(math.Ceil(margin * sigma(empties, n.depth, 0)))
	wide := int(math.Ceil(margin * sigma(empties, n.depth, depth)))
	shallow := *n
	shallow.depth = depth
	shallow.cuts++
	if bound := alpha + 1 + wide; bound <= 64 && guess >= alpha+1-unsure {
		if w.nullWindow(&shallow, bound-1) >= bound && !w.stopped {
			return alpha + 1, true
		}
	}
	if bound := alpha - wide; bound >= -64 && guess <= alpha+unsure {
		if w.nullWindow(&shallow, bound) <= bound && !w.stopped {
			return alpha, true
		}
	}
	return alpha, false
}

// shallower returns the depth of the search that stands for one of the given
// depth: about half, of the same parity.
func shallower(depth int) int {
	d := 2*(depth/4) + depth&1
	if d == 0 || d >= depth {
		return depth - 2
	}
	return d
}

// sigma returns the standard deviation, in discs, of the difference between
// searches of the two depths of positions with so many empty squares.
func sigma(empties, depth, shallow int) float64 {
	s := -0.10*float64(empties) + 0.31*float64(depth) - 0.58*float64(shallow)
	return 0.076*s*s + 1.16*s + 5.4
}
