package arena

import (
	"errors"
	"slices"
	"strconv"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// A Resolver creates players from specs: texts that name agents with their parameters. The package returns
// its errors unchanged.
type Resolver interface {
	// Players returns a player for each spec. The specs are all different and become the players' names.
	Players(specs []string) ([]Player, error)
	// CheckOn returns an error if the agent of a spec cannot play on boards of this shape.
	CheckOn(spec string, sh engine.Shape) error
	// Param reports whether the spec's kind of agent has a parameter, and whether the spec sets it.
	Param(spec, key string) (has, given bool, err error)
	// WithParam adds a parameter to a spec that does not set it.
	WithParam(spec, key, value string) string
	// WithFiles returns the spec with the path of each file replaced by the result of name.
	WithFiles(spec string, name func(path string) (string, error)) (string, error)
	// Traits reports whether the agent of a spec starts a program, and whether its games are repeatable.
	Traits(spec string) (program, repeats bool, err error)
}

// limitedSpecs returns the specs with the limits and other parameters that Config sets for all agents.
func (cfg Config) limitedSpecs(r Resolver) ([]string, error) {
	return withLimits(r, cfg.Agents, []limit{
		{"time", cfg.Time}, {"depth", positive(cfg.Depth)}, {"nodes", positive(cfg.Nodes)}, {"sims", positive(cfg.Sims)},
		{"restart", map[bool]string{true: "true"}[cfg.Restart]},
	})
}

// A limit is a parameter that Config sets for all agents that have it; "" = it does not.
type limit struct{ key, value string }

// withLimits adds limits to specs. It returns an error for a limit that no agent has.
func withLimits(r Resolver, specs []string, limits []limit) ([]string, error) {
	for _, limit := range limits {
		if limit.value == "" {
			continue
		}
		full, used, err := withParam(r, specs, limit.key, limit.value)
		if err != nil {
			return nil, err
		}
		if !used {
			return nil, &fault.SettingError{Setting: limit.key,
				Err: errors.New("none of the agents has a parameter " + limit.key)}
		}
		specs = full
	}
	return specs, nil
}

// positive returns n as a text, or "" if it is not positive.
func positive(n int) string {
	if n <= 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// withParam adds a parameter to each spec whose agent has the parameter, unless the spec sets it. It
// also reports whether any agent has it.
func withParam(r Resolver, specs []string, key, value string) (full []string, used bool, err error) {
	full = slices.Clone(specs)
	for i, spec := range specs {
		has, given, err := r.Param(spec, key)
		if err != nil {
			return nil, false, err
		}
		used = used || has
		if has && !given {
			full[i] = r.WithParam(spec, key, value)
		}
	}
	return full, used, nil
}

// players returns the players of the specs, with the specs as names. It applies the settings Ties and
// Timeout, which the names do not show. It returns an error if an agent cannot play on a board of the
// openings.
func (cfg Config) players(r Resolver, specs []string, openings []engine.Game) ([]Player, error) {
	full, err := withLimits(r, specs, []limit{{"timeout", cfg.Timeout}})
	if err == nil && cfg.Ties != "" {
		full, _, err = withParam(r, full, "ties", cfg.Ties)
	}
	if err == nil && cfg.Timeout != "" {
		full, _, err = withParam(r, full, "boards", "1")
	}
	if err != nil {
		return nil, err
	}
	if err := checkBoards(r, full, openings); err != nil {
		return nil, err
	}
	list, err := r.Players(full)
	for i := range list {
		list[i].Name = specs[i]
	}
	return list, err
}

// checkBoards returns an error if an agent cannot play on a board of the openings.
func checkBoards(r Resolver, specs []string, openings []engine.Game) error {
	for _, g := range openings {
		sh := g.Start.Board.Shape
		if sh == engine.Full {
			continue
		}
		for _, spec := range specs {
			if err := r.CheckOn(spec, sh); err != nil {
				return err
			}
		}
	}
	return nil
}
