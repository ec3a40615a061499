package tournament

import (
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
)

// A Resolver makes players of specs.
type Resolver interface {
	// Players returns the players of specs, which are called by these and differ.
	Players(specs []string) ([]arena.Player, error)
	// CheckOn returns an error if the agent of a spec cannot play on boards of a shape.
	CheckOn(spec string, sh engine.Shape) error
	// Param tells whether agents of the spec's kind have a parameter, and whether the spec gives it.
	Param(spec, key string) (has, given bool, err error)
	// WithParam adds a parameter to a spec that does not give it.
	WithParam(spec, key, value string) string
}
