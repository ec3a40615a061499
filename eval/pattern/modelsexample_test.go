package pattern_test

import (
	"fmt"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval/pattern"
)

// Example evaluates a position for the side to move. The values of general are in the unit win,
// before the squash: log-odds of winning.
func Example_shipped() {
	m, err := pattern.OpenModel("general")
	if err != nil {
		panic(err)
	}
	game, err := engine.ParseGame(engine.StandardStart(), "f5f4e3")
	if err != nil {
		panic(err)
	}
	p, err := game.End()
	if err != nil {
		panic(err)
	}
	fmt.Println(m.Meta["unit"], m.Meta["squash"])
	fmt.Printf("%v: %.2f\n", p.Color, m.Linear().Eval(p.Board))
	// Output:
	// win logit
	// white: -0.42
}
