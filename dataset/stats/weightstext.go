package stats

import (
	"fmt"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/text"
)

// String lists W by counts and by relative frequencies, ignoring Relative. Each class of symmetric squares
// takes a line, with its interval ([SquareWeights.Intervals]). Squares without counted moves are omitted.
func (w SquareWeights) String() string {
	var out strings.Builder
	fmt.Fprintf(&out, "W of %s, %s of them draws and left out\n",
		text.Plural(w.Games, "game"), text.Number(w.DrawsExcluded))
	fmt.Fprintf(&out, "%-6s  %-25s  by shares, with 95 %% intervals\n", "square", "by counts")
	counts, shares, sums := w, w, w.sums()
	counts.Relative, shares.Relative = false, true
	columns := [2][64]string{counts.texts(), shares.texts()}
	for c, s := range classSquares {
		if sums[c]+sums[classes+c] > 0 {
			fmt.Fprintf(&out, "%-6v  %-25s  %s\n", s, columns[0][s], columns[1][s])
		}
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// texts returns each weight with its interval. It omits intervals that are unknown or have no width.
func (w SquareWeights) texts() (list [64]string) {
	weights := w.Weights()
	low, high := w.Intervals()
	for s := range list {
		list[s] = fmt.Sprintf("%+.3f", weights[s])
		if low[s] < high[s] {
			list[s] += fmt.Sprintf(" (%+.3f to %+.3f)", low[s], high[s])
		}
	}
	return list
}

// imagesOf returns the images of s under the symmetries of the board, smallest first.
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
