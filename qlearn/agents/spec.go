package agents

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/fault"
)

// An Kind is one way to play that an agent spec can name. A spec is
//
//	name
//	name:key=value,key=value,key="a value, with commas"
type Kind struct {
	Name    string
	Aliases []string
	Params  []Param // its own; every kind has the commonParams as well
	About   string
	Source  string // the paper it comes from
	boards  Boards
	build   func(p *params) (NewAgent, error)
}

// NewAgent makes an agent for one game.
type NewAgent func(rng *rand.Rand) engine.Agent

// Kinds is the one list of what can play, family by family.
var Kinds = slices.Concat(simpleKinds, searchKinds, []Kind{engineKind}, monteCarloKinds, modelKinds, netKinds, []Kind{playerKind}, foreignKinds)

// The source papers, as the list of agents cites them.
const (
	paperCassio  = "Fennell, Cassio"
	paperSearch  = "Zhang and Chen, Searching Algorithms in Playing Othello"
	paperGenetic = "Hong and Kahn, Genetic Othello"
	paperUmea    = "Ranvier, Othello artificial intelligence"
	paperCS181   = "Bai, Lin and Shan, CS181 Othello AI"
)

// A Boards says on which boards an agent or an evaluator knows its way.
type Boards uint8

const (
	AnyBoard   Boards = iota
	fullBoard         // it names squares of the 8×8 board
	wholeBoard        // and wants all of them
)

func (k Boards) String() string {
	return [...]string{AnyBoard: "any", fullBoard: "8x8, with or without holes", wholeBoard: "8x8 without holes"}[k]
}

// check refuses boards that the agent of that name cannot play on.
func (k Boards) check(name string, sh engine.Shape) error {
	base, _, _ := strings.Cut(sh.String(), "-")
	if k == fullBoard && base != "8x8" || k == wholeBoard && sh != engine.Full {
		return fault.Misuse(fmt.Errorf("agent %q plays on boards of kind %v, not on %v", name, k, sh))
	}
	return nil
}

// Help names all agents for help texts.
func Help() string {
	var text strings.Builder
	for _, k := range Kinds {
		fmt.Fprintf(&text, "  %-12s %s\n", k.Name, k.About)
	}
	text.WriteString("\n`outflank agents` lists their parameters.\n")
	return text.String()
}

// FindKind returns the kind of agent that a spec names, and its parameters.
func FindKind(spec string) (Kind, string, error) {
	name, rest, _ := strings.Cut(spec, ":")
	i := slices.IndexFunc(Kinds, func(k Kind) bool {
		return k.Name == name || slices.Contains(k.Aliases, name)
	})
	if i < 0 {
		return Kind{}, "", fault.Misuse(fmt.Errorf("agent %q: there is no agent %q; there are\n%s", spec, name, Help()))
	}
	return Kinds[i], rest, nil
}

// Parse reads an agent spec. The player is named by the spec itself. Its agents
// fail on boards that they do not know their way on.
func Parse(spec string) (arena.Player, error) {
	build, boards, err := resolve(spec)
	if err != nil {
		return arena.Player{}, err
	}
	return arena.Player{Name: spec, New: boards.guard(spec, build)}, nil
}

// ParseOn is parseSpec for games on boards of one shape, which it checks.
func ParseOn(spec string, sh engine.Shape) (arena.Player, error) {
	build, boards, err := resolve(spec)
	if err == nil {
		err = boards.check(spec, sh)
	}
	return arena.Player{Name: spec, New: build}, err
}

// resolve returns what a spec means and where it can play.
func resolve(spec string) (NewAgent, Boards, error) {
	kind, rest, err := FindKind(spec)
	if err != nil {
		return nil, 0, err
	}
	kind.Name, _, _ = strings.Cut(spec, ":") // as it was called, in messages
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

// ParseAll reads several.
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
