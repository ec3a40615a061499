package agents

import (
	"fmt"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// A Resolver turns specs into players. It implements [arena.Resolver].
type Resolver struct{}

// Players returns the players for specs, which must be distinct and become the players' names.
func (Resolver) Players(specs []string) ([]arena.Player, error) { return ParseAll(specs) }

// CheckOn returns an error if a spec's agent cannot play on boards of this shape.
func (Resolver) CheckOn(spec string, sh engine.Shape) error {
	_, err := ParseOn(spec, sh)
	return err
}

// Param reports whether agents of the spec's kind have a parameter, and whether the spec sets it.
func (Resolver) Param(spec, key string) (has, given bool, err error) {
	kind, rest, err := split(spec)
	if err != nil {
		return false, false, err
	}
	p, err := parseParams(kind, rest)
	if err != nil {
		return false, false, fault.Misuse(fmt.Errorf("agent %q: %w", spec, err))
	}
	_, has = p.declared(key)
	return has, p.given(key), nil
}

// WithParam adds a parameter that the spec does not set yet.
func (Resolver) WithParam(spec, key, value string) string {
	if strings.Contains(spec, ":") {
		return spec + "," + key + "=" + value
	}
	return spec + ":" + key + "=" + value
}

// WithFiles returns a spec with its files renamed, see the function [WithFiles].
func (Resolver) WithFiles(spec string, name func(path string) (string, error)) (string, error) {
	return WithFiles(spec, name)
}

// Traits reports whether a spec's agent starts a program, and whether its games are repeatable. Games may not
// be repeatable if the agent starts a program, has a time limit or uses several threads.
func (Resolver) Traits(spec string) (program, repeats bool, err error) {
	d, err := DemandsOf(spec)
	return d.Command != "", err == nil && d.Command == "" && !d.Clock && d.Threads == 1, err
}
