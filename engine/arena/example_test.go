package arena_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
)

func Example() {
	m := arena.Match{
		Players: []arena.Player{
			{Name: "random", New: func(rng *rand.Rand) engine.Agent { return engine.Random{Rand: rng} }},
			{Name: "greedy", New: func(*rand.Rand) engine.Agent { return engine.Greedy{} }},
		},
		Games: 200, Perturb: 0.05, Seed: 1,
	}
	cross := arena.NewTally(len(m.Players))
	for r, err := range m.Run(context.Background()) {
		if err != nil {
			fmt.Println(err)
			return
		}
		cross.Add(r)
	}
	fmt.Println("greedy against random:", cross.Of(1, 0))
	for _, r := range arena.Rate(cross.Pairs()) {
		fmt.Printf("%s %+.0f (%+.0f to %+.0f)\n", m.Players[r.Player].Name, r.Elo, r.Low, r.High)
	}
	// Output:
	// greedy against random: +126 =10 -64, 65.5 % (58.7–71.7)
	// random -56 (-81 to -30)
	// greedy +56 (+30 to +81)
}
