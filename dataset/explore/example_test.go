package explore_test

import (
	"context"
	"fmt"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/engine"
)

// What was played after f5, and by whom: c4e3 is f5d6 turned by half.
func Example() {
	games := func(yield func(dataset.Game, error) bool) {
		for i, transcript := range []string{"f5d6c3", "c4e3f6", "f5f6e6"} {
			g, err := engine.ParseGame(engine.StandardStart(), transcript)
			if !yield(dataset.Game{Game: g, ID: int64(i), Year: 1990 + i, Black: "Ann", White: "Bob",
				Score: 2 - 4*i}, err) {
				return
			}
		}
	}
	x, err := explore.Build(context.Background(), games, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	after, _ := engine.ParseGame(engine.StandardStart(), "f5")
	r, _ := x.Explore(after, explore.Filter{}, 0, explore.First)
	for _, m := range r.Moves {
		fmt.Println(m.Move, m.Name, m.Games)
	}
	after, _ = engine.ParseGame(engine.StandardStart(), "f5d6")
	p, _ := after.End()
	page, _ := x.Reaching(p, explore.Filter{Result: explore.WhiteWon}, explore.Newest, 0, 10)
	for _, hit := range page.Hits {
		fmt.Println(hit.Year, hit.Black, hit.White, hit.Score, hit)
	}
	// Output:
	// d6 Perpendicular 2
	// f6 Diagonal 1
	// 1991 Ann Bob -2 c4e3f6
}
