package search_test

import (
	"context"
	"fmt"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/search"
)

// mobility counts on the side with more moves.
type mobility struct{}

func (mobility) Eval(b engine.Board) float64 {
	return float64(b.Moves().Len() - b.Pass().Moves().Len())
}

func Example() {
	s := search.New(mobility{}, search.Options{Depth: 4})
	for info := range s.Search(context.Background(), engine.Standard()) {
		fmt.Println(info.Depth, info.Score, engine.Game{Moves: info.PV})
	}
	// Output:
	// 1 0 d3
	// 2 -1 d3c3
	// 3 3 d3c5c6
	// 4 -1 d3c5f6f5
}

// On 4×4 squares the second player wins by ten discs, counting the two squares
// that stay empty.
func ExampleSolve() {
	shape, _ := engine.SquareShape(4)
	start, _ := shape.Start()
	info, err := search.Solve(context.Background(), start.Board, search.Options{})
	fmt.Println(info.Score, info.Exact, engine.Game{Moves: info.PV}, err)
	// Output: -10 true b1a1a2c1d4a3d1b4a4c4 <nil>
}
