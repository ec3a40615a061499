package stats_test

import (
	"fmt"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
)

// Values of an evaluator, here the disc difference, against how games ended.
func ExampleCalibration() {
	g, err := engine.ParseGame(engine.StandardStart(), "e6f4e3f6g5d6e7f5c5") // black takes all
	if err != nil {
		fmt.Println(err)
		return
	}
	c := stats.NewCalibration(func(b engine.Board) float64 { return float64(b.Mine.Len() - b.Theirs.Len()) })
	c.Add(&dataset.Game{Game: g, Score: +64})
	t := c.Result().Total
	fmt.Printf("%d positions, mean absolute error %.1f discs, R² %.2f\n", t.Positions, *t.MAE, *t.R2)
	// Output:
	// 9 positions, mean absolute error 62.4 discs, R² 0.04
}
