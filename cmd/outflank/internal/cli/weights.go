package cli

import (
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/text"
)

// PrintWeights prints the weights on a board, and which squares differ most in counts.
func (a *App) PrintWeights(w stats.SquareWeights) {
	a.Printf("%d games, %d of them draws and left out\n\n", w.Games, w.DrawsExcluded)
	if w.NoResult > 0 {
		a.Printf("left out as well: %s without a known result\n\n", text.Plural(w.NoResult, "game"))
	}
	weights := w.Weights()
	if weights == [64]float64{} {
		a.Printf("no square differs from another: nothing is known of them\n")
		return
	}
	a.PrintBoard(weights)
	if w.Relative {
		winners, losers := w.Moves()
		a.Printf("\nrelative frequencies: %d moves of winners, %d of losers\n", winners, losers)
	}
	low, high := engine.Square(0), engine.Square(0)
	d := w.Difference()
	for s := range engine.Square(64) {
		if d[s] < d[low] {
			low = s
		}
		if d[s] > d[high] {
			high = s
		}
	}
	if d[high] > 0 && d[low] < 0 {
		a.Printf("\nwinners played %v %d times more than losers, and %v %d times fewer\n", high, d[high],
			low, -d[low])
	}
}
