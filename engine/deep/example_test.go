package deep_test

import (
	"context"
	"fmt"
	"log"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
)

// A search of the start, step by step, with the evaluator that counts mobility, and an
// ending solved.
func Example() {
	e := deep.New(deep.Options{Depth: 4, Level: deep.Exact, TableBytes: 1 << 20})
	for info := range e.Search(context.Background(), engine.Standard()) {
		fmt.Println(info.Depth, info.Score, engine.Game{Moves: info.PV})
	}

	p, err := engine.ParsePosition("-OOOOOO-XXOOOOOXXXXXOXXXXXOXOXXXXXOOXXXXXXXXOXXXXXXXXXXX-XXXXXO- O")
	if err != nil {
		log.Fatal(err)
	}
	info, err := e.Solve(context.Background(), p.Board)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%v wins %+.0f discs by %v\n", p.Color, info.Score, info.Move())
	// Output:
	// 1 0 d3
	// 2 -1 d3c3
	// 3 3 d3c5c6
	// 4 -1 d3c5f6f5
	// white wins +14 discs by a8
}
