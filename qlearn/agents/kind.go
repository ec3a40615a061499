package agents

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

// A Kind is a family of agents. A spec gives its name before the colon.
type Kind struct {
	Name    string
	Aliases []string // other names
	Params  []Param  // without the [CommonParams], which every kind also supports
	About   string   // one-line description
	Source  string   // a paper, program or protocol
	boards  Boards   // boards that its agents support with any parameters
	alone   string   // parameter whose value may omit its key at the beginning of a spec; "" = none
	build   func(p *params) (newAgent, error)
}

// A newAgent function creates an agent for one game.
type newAgent func(rng *rand.Rand) engine.Agent

// builtIn lists the built-in kinds, family by family.
var builtIn = slices.Concat([]Kind{levelKind}, simpleKinds, searchKinds, []Kind{engineKind}, monteCarloKinds,
	modelKinds, netKinds, []Kind{playerKind}, externalKinds)

// The source papers, as the list of agents cites them.
const (
	paperCassio  = "Fennell, Cassio"
	paperSearch  = "Zhang and Chen, Searching Algorithms in Playing Othello"
	paperGenetic = "Hong and Kahn, Genetic Othello"
	paperUmea    = "Ranvier, Othello artificial intelligence"
	paperCS181   = "Bai, Lin and Shan, CS181 Othello AI"
)

// registered are the kinds added by Register.
var registered struct {
	sync.RWMutex
	kinds []Kind
}

// Register adds an agent that specs can use by name, with [CommonParams], in matches and as an opponent in
// training. play creates an agent for one game and must be safe for concurrent use. Register panics if the
// name is taken or not valid in a spec, or if play is nil.
func Register(name, about string, play func(rng *rand.Rand) engine.Agent) {
	if play == nil {
		panic(fmt.Sprintf("agents: register %q: there is no function that makes the agent", name))
	}
	registered.Lock()
	defer registered.Unlock()
	taken := func(k Kind) bool { return k.Name == name || slices.Contains(k.Aliases, name) }
	if name == "" || strings.ContainsAny(name, ":,= \"") ||
		slices.ContainsFunc(slices.Concat(builtIn, registered.kinds), taken) {
		panic(fmt.Sprintf("agents: register %q: the name is taken, or one that a spec cannot say", name))
	}
	build := func(*params) (newAgent, error) { return play, nil }
	registered.kinds = append(registered.kinds, Kind{Name: name, About: about, Source: "this program",
		build: build})
}

// Kinds returns all kinds, family by family. Callers must not change their parameters.
func Kinds() []Kind {
	registered.RLock()
	defer registered.RUnlock()
	return slices.Concat(builtIn, registered.kinds)
}

// Names returns the names and aliases of all kinds.
func Names() (list []string) {
	for _, k := range Kinds() {
		list = append(append(list, k.Name), k.Aliases...)
	}
	return list
}

// Needs returns the key of the kind's required parameter, a command or a file, or "" if there is none.
func (k Kind) Needs() string {
	for _, q := range k.Params {
		if q.Default == "" && (q.Key == "cmd" || q.Key == "file") {
			return q.Key
		}
	}
	return ""
}

// Help lists the kinds for help texts, one per line.
func Help() string {
	var text strings.Builder
	for _, k := range Kinds() {
		fmt.Fprintf(&text, "  %-12s %s\n", k.Name, k.About)
	}
	text.WriteString("\n`outflank agents` lists their parameters.\n")
	return text.String()
}

// Find returns the kind of a spec, name or alias, or a misuse error that suggests similar names.
func Find(spec string) (Kind, error) {
	kind, _, err := split(spec)
	return kind, err
}

// split returns the kind of a spec and the text after its colon.
func split(spec string) (Kind, string, error) {
	name, rest, _ := strings.Cut(policySpec(spec), ":")
	kinds := Kinds()
	i := slices.IndexFunc(kinds, func(k Kind) bool {
		return k.Name == name || slices.Contains(k.Aliases, name)
	})
	if i < 0 {
		return Kind{}, "", fault.Misuse(unknown(spec, name))
	}
	return kinds[i], rest, nil
}

// programs maps names of other authors' engines to specs that run them.
var programs = map[string]string{
	"edax": "nboard:cmd=edax", "egaroucid": "nboard:cmd=egaroucid", "ntest": "nboard:cmd=ntest",
	"grhino": "gtp:cmd=gtp-rhino",
}

// unknown returns the error for a spec without a valid kind.
func unknown(spec, name string) error {
	err := fmt.Errorf("there is no agent %q", name)
	if spec != name {
		err = fmt.Errorf("agent %q: %w", spec, err)
	}
	if play, ok := programs[strings.ToLower(name)]; ok {
		return fmt.Errorf("%w: other programs play by their command, as in %s", err, play)
	}
	if meant := text.Meant(name, Names()); meant != "" {
		return fmt.Errorf("%w%w", err, meant)
	}
	return fmt.Errorf("%w: `outflank agents` lists what there is", err)
}
