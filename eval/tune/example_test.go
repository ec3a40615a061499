package tune_test

import (
	"context"
	"fmt"

	"github.com/outflank/outflank/eval/tune"
)

// Vectors play each other: the one whose first weight is nearer to 3 wins.
func ExampleRun() {
	play := func(_ context.Context, group [][]float64, games []tune.Game) ([]int, error) {
		miss := func(i int) float64 { return (group[i][0] - 3) * (group[i][0] - 3) }
		scores := make([]int, len(games))
		for i, g := range games {
			if miss(g.Black) < miss(g.White) {
				scores[i] = 10
			} else if miss(g.Black) > miss(g.White) {
				scores[i] = -10
			}
		}
		return scores, nil
	}
	method := tune.CMAES{Generations: 30, Population: 8, Sigma: 1, Seed: 1}
	objective := tune.RoundRobin(play, 1, tune.Points)
	var last tune.Step
	for step, err := range tune.Run(context.Background(), method, objective, tune.Begin([]float64{0, 0})) {
		if err != nil {
			fmt.Println(err)
			return
		}
		last = step
	}
	fmt.Printf("%.2f after %d games\n", last.Best[0], last.Games)
	// Output: 3.00 after 1680 games
}
