package experiment

import (
	"cmp"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/qlearn/agents"
)

// experimentAgents are the agents of the program, for experiments here and on a fleet's workers.
type experimentAgents struct{ agents.Resolver }

// Player returns the player of a spec.
func (experimentAgents) Player(spec string) (arena.Player, error) { return agents.Parse(spec) }

// Starts returns the starts of a match on boards of a shape with random holes.
func (experimentAgents) Starts(shape string, holes engine.Holes, n int, seed uint64) ([]engine.Game, error) {
	return arena.Config{Games: 2 * n, Seed: seed, Shape: cmp.Or(shape, "8x8"), Holes: holes}.Starts()
}
