package analysis_test

import (
	"context"
	"fmt"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/search"
)

// The moves of a game on the 4×4 board that lost something against best play.
func ExampleAnalyst_Analyze() {
	shape, _ := engine.SquareShape(4)
	start, _ := shape.Start()
	game, err := engine.ParseGame(start, "c4d4a2a3a4b4d3b1c1a1d2d1")
	if err != nil {
		fmt.Println(err)
		return
	}
	analyst := analysis.Analyst{New: func(int) analysis.Searcher {
		return search.New(nil, search.Options{Exact: 12})
	}}
	for move, err := range analyst.Analyze(context.Background(), game) {
		if err != nil {
			fmt.Println(err)
			return
		}
		if move.Loss > 0 {
			fmt.Printf("%2d. %v by %v loses %v discs, %s was best\n", move.Ply, move.Move, move.Side,
				move.Loss, move.Best)
		}
	}
	// Output:
	//  3. a2 by black loses 4 discs, d3 was best
	//  4. a3 by white loses 12 discs, a1 was best
	//  9. c1 by black loses 2 discs, a1 was best
	// 10. a1 by white loses 2 discs, d1 was best
}
