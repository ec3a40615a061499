package mcts_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/mcts"
)

// The last squares of a 4×4 game: the search ends when it has proven a win.
func Example() {
	shape, _ := engine.SquareShape(4)
	start, _ := shape.Start()
	game, _ := engine.ParseGame(start, "b1a1a2c1d4a3")
	position, _ := game.End()

	s := mcts.New(rand.New(rand.NewPCG(1, 1)), mcts.Default)
	best := s.Search(context.Background(), position.Board).Moves[0]
	fmt.Println(best.Move, best.Value, best.Proven)
	// Output: d1 0 true
}
