package agents

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/eval"
)

// Parse parses an agent spec, reads its files and returns a player whose name is the spec. Each of its agents
// plays one game at a time; call [Close] when an agent is no longer needed. On unsupported boards, agents
// return an error. An invalid spec is a misuse error, and a damaged file is a bad input error, see package
// fault.
func Parse(spec string) (arena.Player, error) {
	build, boards, err := resolve(spec)
	if err != nil {
		return arena.Player{}, err
	}
	return arena.Player{Name: spec, New: boards.guard(spec, build)}, nil
}

// MustParse is [Parse] for constant specs: it panics if Parse returns an error.
func MustParse(spec string) arena.Player {
	p, err := Parse(spec)
	if err != nil {
		panic(err)
	}
	return p
}

// ParseOn is [Parse] for games on boards of one shape. It returns an error if the agent does not support
// them.
func ParseOn(spec string, sh engine.Shape) (arena.Player, error) {
	build, boards, err := resolve(spec)
	if err == nil {
		err = boards.check(spec, sh)
	}
	return arena.Player{Name: spec, New: build}, err
}

// resolve returns a function that creates the agents of a spec, and the boards on which they can play.
func resolve(spec string) (newAgent, Boards, error) {
	kind, rest, err := split(spec)
	if err != nil {
		return nil, 0, err
	}
	kind.Name, _, _ = strings.Cut(spec, ":") // as written in the spec, for errors
	p, err := parseParams(kind, rest)
	if err != nil {
		return nil, 0, fault.Misuse(fmt.Errorf("agent %q: %w", spec, err))
	}
	build, err := kind.build(p)
	if err == nil {
		build, err = p.common(build)
	}
	if err == nil {
		err = p.err
	}
	if err != nil {
		return nil, 0, fmt.Errorf("agent %q: %w", spec, err)
	}
	return build, p.boards, nil
}

// ParseAll parses several specs.
func ParseAll(specs []string) ([]arena.Player, error) {
	players := make([]arena.Player, len(specs))
	for i, spec := range specs {
		var err error
		if players[i], err = Parse(spec); err != nil {
			return nil, err
		}
	}
	return players, nil
}

// Files returns the sorted paths of the files in a spec. It returns nil for an invalid spec.
func Files(spec string) (paths []string) {
	kind, rest, err := split(spec)
	if err != nil {
		return nil
	}
	p, err := parseParams(kind, rest)
	if err != nil {
		return nil
	}
	for _, value := range p.values {
		if info, err := os.Stat(value); err == nil && info.Mode().IsRegular() {
			paths = append(paths, value)
		}
	}
	slices.Sort(paths)
	return paths
}

// SpecOf returns a spec that plays with a file of learned weights: a model if net is "", otherwise a network
// of that size, see [eval.ParseNetKind].
func SpecOf(net, path string) string {
	k, err := eval.ParseNetKind(net)
	switch {
	case err != nil:
		return "q:" + quoted("model", path)
	case k == eval.PolicyNet:
		return "net:" + quoted("dna", path)
	case k == eval.MMNet:
		return "mmnet:depth=1," + quoted("dna", path)
	case k.Outputs > 1:
		return fmt.Sprintf("net:hidden=%d,%s", k.Hidden, quoted("dna", path))
	}
	return fmt.Sprintf("mmnet:depth=1,hidden=%d,%s", k.Hidden, quoted("dna", path))
}
