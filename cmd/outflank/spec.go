package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
)

// An agentKind is one way to play that an agent spec can name. A spec is
//
//	name
//	name:key=value,key=value,key="a value, with commas"
type agentKind struct {
	name    string
	aliases []string
	params  []param // its own; every kind has the commonParams as well
	about   string
	source  string // the paper it comes from
	boards  boardKind
	build   func(p *params) (newAgent, error)
}

// newAgent makes an agent for one game.
type newAgent func(rng *rand.Rand) engine.Agent

// agentKinds is the one list of what can play, family by family.
var agentKinds = slices.Concat(simpleKinds, searchKinds, []agentKind{engineKind}, monteCarloKinds, modelKinds, netKinds, []agentKind{playerKind}, foreignKinds)

// The source papers, as the list of agents cites them.
const (
	paperCassio  = "Fennell, Cassio"
	paperSearch  = "Zhang and Chen, Searching Algorithms in Playing Othello"
	paperGenetic = "Hong and Kahn, Genetic Othello"
	paperUmea    = "Ranvier, Othello artificial intelligence"
	paperCS181   = "Bai, Lin and Shan, CS181 Othello AI"
)

// A boardKind says on which boards an agent or an evaluator knows its way.
type boardKind uint8

const (
	anyBoard   boardKind = iota
	fullBoard            // it names squares of the 8×8 board
	wholeBoard           // and wants all of them
)

func (k boardKind) String() string {
	return [...]string{anyBoard: "any", fullBoard: "8x8, with or without holes", wholeBoard: "8x8 without holes"}[k]
}

// check refuses boards that the agent of that name cannot play on.
func (k boardKind) check(name string, sh engine.Shape) error {
	base, _, _ := strings.Cut(sh.String(), "-")
	if k == fullBoard && base != "8x8" || k == wholeBoard && sh != engine.Full {
		return misuse(fmt.Errorf("agent %q plays on boards of kind %v, not on %v", name, k, sh))
	}
	return nil
}

// agentHelp names all agents for help texts.
func agentHelp() string {
	var text strings.Builder
	for _, k := range agentKinds {
		fmt.Fprintf(&text, "  %-12s %s\n", k.name, k.about)
	}
	text.WriteString("\n`outflank agents` lists their parameters.\n")
	return text.String()
}

// findKind returns the kind of agent that a spec names, and its parameters.
func findKind(spec string) (agentKind, string, error) {
	name, rest, _ := strings.Cut(spec, ":")
	i := slices.IndexFunc(agentKinds, func(k agentKind) bool {
		return k.name == name || slices.Contains(k.aliases, name)
	})
	if i < 0 {
		return agentKind{}, "", misuse(fmt.Errorf("agent %q: there is no agent %q; there are\n%s", spec, name, agentHelp()))
	}
	return agentKinds[i], rest, nil
}

// parseSpec reads an agent spec. The player is named by the spec itself. Its agents
// fail on boards that they do not know their way on.
func parseSpec(spec string) (arena.Player, error) {
	build, boards, err := resolve(spec)
	if err != nil {
		return arena.Player{}, err
	}
	return arena.Player{Name: spec, New: boards.guard(spec, build)}, nil
}

// parseSpecOn is parseSpec for games on boards of one shape, which it checks.
func parseSpecOn(spec string, sh engine.Shape) (arena.Player, error) {
	build, boards, err := resolve(spec)
	if err == nil {
		err = boards.check(spec, sh)
	}
	return arena.Player{Name: spec, New: build}, err
}

// resolve returns what a spec means and where it can play.
func resolve(spec string) (newAgent, boardKind, error) {
	kind, rest, err := findKind(spec)
	if err != nil {
		return nil, 0, err
	}
	kind.name, _, _ = strings.Cut(spec, ":") // as it was called, in messages
	p, err := parseParams(kind, rest)
	if err != nil {
		return nil, 0, misuse(fmt.Errorf("agent %q: %w", spec, err))
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

// parseSpecs reads several.
func parseSpecs(specs []string) ([]arena.Player, error) {
	players := make([]arena.Player, len(specs))
	for i, spec := range specs {
		var err error
		if players[i], err = parseSpec(spec); err != nil {
			return nil, err
		}
	}
	return players, nil
}
