package arena_test

import (
	"context"
	"fmt"
	"os"

	"github.com/outflank/outflank/engine/arena"
)

// Three agents on the 4×4 board, the last of which plays perfectly: steps are against the agent before.
func Example_ladder() {
	l := arena.Ladder{
		Config: arena.Config{Agents: []string{"random", "greedy", "perfect"}, Games: 60, Random: 3, Seed: 1,
			Shape: "4x4"},
		Moves: 100,
		Judge: perfectJudge,
	}
	for p, err := range l.Run(context.Background(), players{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		if p.Result != nil {
			_ = p.Result.WriteMarkdown(os.Stdout)
		}
	}
	// Output:
	// |  | Elo | step | 95 % | games | score | discs | loss | 95 % | moves |
	// | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
	// | random | +0 |  |  |  |  |  | 2.38 | 1.47–3.29 | 100 |
	// | greedy | -41 | -41 | -120 to +35 | 60 | 44.2 % | -0.9 | 1.88 | 0.97–2.79 | 100 |
	// | perfect | +261 | +301 | +215 to +435 | 60 | 85.0 % | +7.8 | 0.00 | 0.00–0.00 | 100 |
	//
	// Each agent played 60 games against the one before it, every opening with both colours, after 3 random plies, seed 1. Moves drawn from these games were judged by perfect to depth 12, exactly from 12 empty squares on.
}
