package stats

import (
	"fmt"
	"math"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/text"
)

// String lists W by counts and by relative frequencies, whatever Relative says, a line for each
// square that symmetry makes no other of; ± is half of the 95 % interval, see [SquareWeights.Margins].
// Squares on which no move was counted are left out.
func (w SquareWeights) String() string {
	counts, shares := w, w
	counts.Relative, shares.Relative = false, true
	values := [2][64]float64{counts.Weights(), shares.Weights()}
	margins := [2][64]float64{counts.Margins(), shares.Margins()}
	var out strings.Builder
	fmt.Fprintf(&out, "W of %s, %s of them draws and left out\n",
		text.Plural(w.Games, "game"), text.Number(w.DrawsExcluded))
	out.WriteString("square       by counts       by shares\n")
	for s := range engine.Square(64) {
		if images := imagesOf(s); images[0] == s && margins[0][s] > 0 {
			fmt.Fprintf(&out, "%-6v  %+.3f ± %.3f  %+.3f ± %.3f\n",
				s, values[0][s], margins[0][s], values[1][s], margins[1][s])
		}
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// imagesOf returns the squares that the symmetries of the board make of s, the least first.
func imagesOf(s engine.Square) []engine.Square {
	var set engine.Set
	for y := range engine.Symmetry(8) {
		set |= y.Square(s).Set()
	}
	var list []engine.Square
	for image := range set.All() {
		list = append(list, image)
	}
	return list
}

// Margins returns half of the 95 % interval of each of the Weights. It takes moves for independent:
// counts then vary as much as they are large.
func (w SquareWeights) Margins() (m [64]float64) {
	winners, losers, largest := 1.0, 1.0, 0.0
	if w.Relative {
		won, lost := w.Moves()
		winners, losers = float64(max(1, won)), float64(max(1, lost))
	}
	for _, x := range w.Averaged() {
		largest = max(largest, math.Abs(x))
	}
	if largest == 0 {
		return m
	}
	for s := range m {
		images, variance := imagesOf(engine.Square(s)), 0.0
		for _, i := range images {
			variance += float64(w.WinnerMoves[i])/(winners*winners) + float64(w.LoserMoves[i])/(losers*losers)
		}
		m[s] = arena.Z * math.Sqrt(variance) / float64(len(images)) / largest
	}
	return m
}
