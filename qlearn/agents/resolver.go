package agents

import (
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
)

// A Resolver makes players of specs as the command line has them. It is what matches and
// tournaments resolve their agents by.
type Resolver struct{}

// Players returns the players of specs, which are called by these and differ.
func (Resolver) Players(specs []string) ([]arena.Player, error) { return ParseAll(specs) }

// CheckOn returns an error if the agent of a spec cannot play on boards of a shape.
func (Resolver) CheckOn(spec string, sh engine.Shape) error {
	_, err := ParseOn(spec, sh)
	return err
}

// Param tells whether agents of the spec's kind have a parameter, and whether the spec gives it.
func (Resolver) Param(spec, key string) (has, given bool, err error) { return HasParam(spec, key) }

// WithParam adds a parameter to a spec that does not give it.
func (Resolver) WithParam(spec, key, value string) string { return WithParam(spec, key, value) }
