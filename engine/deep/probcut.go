package deep

import (
	"math"
	"sync"

	"github.com/outflank/outflank/engine/runtime/portable"
)

// probCutDepth is the smallest depth at which a shallow search may replace a deep one. maxCuts limits the
// nesting of such searches.
const (
	probCutDepth = 3
	maxCuts      = 2
)

// Errors describes the differences between the values of shallow and deep searches, for one evaluator. The
// standard deviation of the difference, in discs, is
//
//	exp(e0 + e1 n + e2 ln(d-s) + e3 ln(s+1) + e4 n ln(s+1) + e5 [d-s odd] + e6 [d to the end])
//
// for depths d and s, where 0 means the evaluator alone, and n = (number of empty squares)/60.
// `outflank probcut` fits the coefficients to searches of an evaluator.
type Errors [7]float64

// DefaultErrors fits the built-in evaluator.
var DefaultErrors = Errors{2.393, -2.331, 0.306, -0.431, 0.197, -0.017, -0.099}

// Terms returns the factors of e0 to e6 for searches of two depths.
func (Errors) Terms(empties, deep, shallow int) Errors {
	n, s := float64(empties)/60, portable.Log(float64(shallow+1))
	toEnd := 0.0
	if deep >= empties {
		toEnd = 1
	}
	return Errors{1, n, portable.Log(float64(deep - shallow)), s, n * s, float64((deep - shallow) & 1), toEnd}
}

// Sigma returns the standard deviation, in discs, of the difference between the values of searches of two
// depths. deep is the greater depth.
func (e Errors) Sigma(empties, deep, shallow int) float64 {
	sum := 0.0
	for i, x := range e.Terms(empties, deep, shallow) {
		sum += float64(e[i] * x)
	}
	return portable.Exp(sum)
}

// cutTable holds standard deviations by empty squares and depth: for a prediction by a shallower search, and
// by the evaluator alone.
type cutTable [65][65]struct{ shallow, none float64 }

func newCutTable(e Errors) *cutTable {
	t := &cutTable{}
	for empties := range t {
		for depth := 1; depth <= empties; depth++ {
			at := &t[empties][depth]
			at.none = e.Sigma(empties, depth, 0)
			if depth >= probCutDepth {
				at.shallow = e.Sigma(empties, depth, shallower(depth))
			}
		}
	}
	return t
}

// defaultCuts returns the table of DefaultErrors, which takes longer to create than a small search.
var defaultCuts = sync.OnceValue(func() *cutTable { return newCutTable(DefaultErrors) })

// probCut uses a shallower search to predict whether a node's value is clearly beyond alpha, on either side.
// If so, it returns a bound (multi-ProbCut).
func (w *worker) probCut(n *node, alpha int) (score int, cut bool) {
	if n.level == Exact || n.depth < probCutDepth || n.cuts >= maxCuts {
		return 0, false
	}
	sigma := &w.cuts[n.empties()][n.depth]
	margin := n.level.margin()
	guess := w.evaluate(n)
	unsure := int(math.Ceil(margin * sigma.none))
	wide := int(math.Ceil(margin * sigma.shallow))
	shallow := *n
	shallow.depth = shallower(n.depth)
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

// leafCut uses the evaluator alone to predict whether the value of a node one ply before the horizon is
// clearly beyond alpha, on either side. If so, it returns a bound.
func (w *worker) leafCut(n *node, alpha int) (score int, cut bool) {
	unsure := int(math.Ceil(n.level.margin() * w.cuts[n.empties()][n.depth].none))
	guess := w.evaluate(n)
	if guess >= alpha+1+unsure {
		return alpha + 1, true
	}
	return alpha, guess <= alpha-unsure
}

// shallower returns the depth of the search that predicts a search of the given depth: about half, with the
// same parity.
func shallower(depth int) int {
	d := 2*(depth/4) + depth&1
	if d == 0 || d >= depth {
		return depth - 2
	}
	return d
}
