package agents_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/qlearn/agents"
)

// Two agents by name, a game between them and its score.
func Example() {
	players, err := agents.ParseAll([]string{"minimax:depth=2", "greedy"})
	if err != nil {
		fmt.Println(err)
		return
	}
	rng := rand.New(rand.NewPCG(1, 1))
	game, err := engine.PlayOut(context.Background(), engine.Game{Start: engine.StandardStart()},
		[2]engine.Agent{
			engine.Black: players[0].New(rng),
			engine.White: players[1].New(rng),
		})
	if err != nil {
		fmt.Println(err)
		return
	}
	end, _ := game.End()
	fmt.Printf("%s %+d discs against %s\n", players[0].Name, end.Score(engine.Black), players[1].Name)
	// Output:
	// minimax:depth=2 +26 discs against greedy
}

// What a kind of agent is, and its parameters with their defaults.
func ExampleFind() {
	kind, err := agents.Find("least-visited")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s (%s)\n", kind.About, kind.Source)
	for _, p := range kind.Params {
		fmt.Println(p)
	}
	// Output:
	// Monte Carlo tree search that follows the least visited moves (Fennell, Cassio)
	// sims=1000
	// play
	// memory=64
	// threads=1
	// reuse=true
	// prove=true
}

// A player by name, where the name is a constant of the program.
func ExampleMustParse() {
	fmt.Println(agents.MustParse("ab:depth=2").Name)
	// Output:
	// ab:depth=2
}
