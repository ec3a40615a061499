package eval

import (
	"slices"

	"github.com/outflank/outflank/engine"
)

// positionTerm returns the term whose value is the sum of W over my discs minus the sum over theirs (CS181
// report, "Position Heuristic Function"). W contains a weight for each square of the 8×8 board; squares of
// equal weight are counted together. On boards of other shapes, squares get the weights of their [roles] on
// 8×8.
func positionTerm(w []float64) term {
	values := slices.Compact(slices.Sorted(slices.Values(w)))
	sets := make([]engine.Set, len(values))
	for s, v := range w {
		i, _ := slices.BinarySearch(values, v)
		sets[i] |= engine.Square(s).Set()
	}
	byRole := [...][numRoles]float64{
		engine.Orthogonal: roleWeights(w, engine.Orthogonal),
		engine.Hexagonal:  roleWeights(w, engine.Hexagonal),
	}
	return scalar("position", func(b engine.Board) float64 {
		if b.Shape == engine.Full {
			return weighDiscs(b, sets, values)
		}
		found := roles(b.Shape)
		return weighDiscs(b, found[:], byRole[b.Shape.Lattice&1][:])
	})
}

// weighDiscs returns the sum of the weights of my discs minus the sum for theirs.
func weighDiscs(b engine.Board, sets []engine.Set, weights []float64) (sum float64) {
	for i, set := range sets {
		sum += float64(weights[i] * float64((b.Mine&set).Len()-(b.Theirs&set).Len()))
	}
	return sum
}

// A square's role describes how its disc can be flipped on a board of any shape. A disc can be flipped along
// an axis if both neighbours on it exist. A square without such an axis is a corner. If a neighbour on such
// an axis is a corner, the square is beside a corner: flipping its disc along that axis gives the corner
// away. On 8×8 there are five roles: corners; C-squares and X-squares, beside corners, with one and four
// such axes, respectively; and other edge squares and the inside, also with one and four.
//
// Corners have role 0. Squares with n axes have role 2n, or 2n-1 beside a corner.
const numRoles = 9

// roles returns the squares of each role. Roles depend only on the shape, so symmetric squares have the same
// role.
func roles(sh engine.Shape) (found [numRoles]engine.Set) {
	atLeast := [6]engine.Set{sh.Field} // flippable along at least this many axes
	var open [4]engine.Set             // flippable along this axis
	axes := sh.Lattice.Axes()
	for i, a := range axes {
		open[i] = sh.Field & between(a, sh.Field)
		for n := i + 1; n > 0; n-- {
			atLeast[n] |= atLeast[n-1] & open[i]
		}
	}
	corners := sh.Field &^ atLeast[1]
	var beside engine.Set
	for i, a := range axes {
		beside |= open[i] & a.Step(corners)
	}
	found[0] = corners
	for n := 1; n <= len(axes); n++ {
		all := atLeast[n] &^ atLeast[n+1]
		found[2*n-1], found[2*n] = all&beside, all&^beside
	}
	return found
}

// roleWeights returns the weight of each role: the mean of W over the squares with this role on the 8×8
// board. Roles between edge and inside, which occur beside holes, get interpolated weights.
func roleWeights(w []float64, l engine.Lattice) (weights [numRoles]float64) {
	full := roles(engine.Full)
	most := len(l.Axes())
	between := func(edge, inside engine.Set, n int) float64 {
		share := float64(n-1) / float64(most-1)
		return float64((1-share)*meanWeight(w, edge)) + float64(share*meanWeight(w, inside))
	}
	weights[0] = meanWeight(w, full[0])
	for n := 1; n <= most; n++ {
		weights[2*n-1] = between(full[1], full[7], n)
		weights[2*n] = between(full[2], full[8], n)
	}
	return weights
}

func meanWeight(w []float64, set engine.Set) (mean float64) {
	for s := range set.All() {
		mean += w[s] / float64(set.Len())
	}
	return mean
}
