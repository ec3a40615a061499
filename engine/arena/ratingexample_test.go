package arena_test

import (
	"fmt"

	"github.com/outflank/outflank/engine/arena"
)

// Ada has won 15 of 20 games against Bob, and Bob 12 of 20 against Cyd.
func Example_rating() {
	low, high := arena.Wilson(15.0/20, 20)
	fmt.Printf("Ada scored 75 %% (%.0f to %.0f), %+.0f Elo\n", 100*low, 100*high, arena.Difference(0.75))

	m := arena.Model{
		Players:  3,
		Meetings: []arena.Meeting{{A: 0, B: 1, Games: 20, Points: 15}, {A: 1, B: 2, Games: 20, Points: 12}},
		Prior:    arena.Prior{Draws: 2},
	}
	for i, r := range m.Fit() {
		fmt.Printf("%s %+.0f\n", []string{"Ada", "Bob", "Cyd"}[i], arena.Scale*r)
	}
	// Output:
	// Ada scored 75 % (53 to 89), +191 Elo
	// Ada +137
	// Bob -36
	// Cyd -97
}
