package stats_test

import (
	"fmt"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
)

// Black wins a game of three moves: winners play f5 and c3, losers d6.
func ExampleSquareWeights() {
	moves, err := engine.ParseMoves("f5d6c3")
	if err != nil {
		fmt.Println(err)
		return
	}
	var w stats.SquareWeights
	w.Add(&dataset.Game{Game: engine.Game{Start: engine.StandardStart(), Moves: moves}, Score: +12})
	weights := w.Weights()
	for s := range engine.Square(64) {
		if w.WinnerMoves[s]+w.LoserMoves[s] > 0 {
			fmt.Println(s, w.WinnerMoves[s], w.LoserMoves[s], weights[s])
		}
	}
	// Output:
	// c3 1 0 1
	// f5 1 0 0
	// d6 0 1 0
}
