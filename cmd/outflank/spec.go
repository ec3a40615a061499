package main

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/search"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/qlearn"
)

// An agentKind is one way to play that an agent spec can name. A spec is
//
//	name
//	name:key=value,key=value
type agentKind struct {
	name   string
	params string // keys with their defaults, for the help text
	about  string
	build  func(p *params) (func(rng *rand.Rand) engine.Agent, error)
}

// agentKinds is the one list of what can play.
var agentKinds = []agentKind{
	{"random", "", "a uniformly random legal move", buildRandom},
	{"greedy", "", "the move that turns the most discs", buildGreedy},
	{"minimax", "depth=2, model=FILE", "plain minimax; the CS181 report's minimax(1) is depth=2, its minimax(2) is depth=4", buildMinimax},
	{"ab", "depth=6, exact=12, hash=16 (MiB), nodes=0 (no limit), model=FILE", "alpha-beta, deepening, exact from so many empties on", buildAlphaBeta},
	{"q", "model=FILE", "the move with the highest Q of a trained model, looking one ply ahead", buildQ},
}

// agentHelp describes all specs for help texts.
func agentHelp() string {
	var text strings.Builder
	for _, k := range agentKinds {
		fmt.Fprintf(&text, "  %-8s %s", k.name, k.about)
		if k.params != "" {
			fmt.Fprintf(&text, "\n           (%s)", k.params)
		}
		text.WriteByte('\n')
	}
	return text.String()
}

// parseSpec reads an agent spec. The player is named by the spec itself.
func parseSpec(spec string) (arena.Player, error) {
	name, rest, _ := strings.Cut(spec, ":")
	i := slices.IndexFunc(agentKinds, func(k agentKind) bool { return k.name == name })
	if i < 0 {
		return arena.Player{}, usageError{fmt.Errorf("agent %q: there is no agent %q; there are\n%s", spec, name, agentHelp())}
	}
	p, err := parseParams(rest)
	if err != nil {
		return arena.Player{}, usageError{fmt.Errorf("agent %q: %w", spec, err)}
	}
	newAgent, err := agentKinds[i].build(p)
	if err == nil {
		err = p.finish(agentKinds[i])
	}
	if err != nil {
		return arena.Player{}, fmt.Errorf("agent %q: %w", spec, err)
	}
	return arena.Player{Name: spec, New: newAgent}, nil
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

func buildRandom(*params) (func(*rand.Rand) engine.Agent, error) {
	return func(rng *rand.Rand) engine.Agent { return engine.Random{Rand: rng} }, nil
}

func buildGreedy(*params) (func(*rand.Rand) engine.Agent, error) {
	return func(*rand.Rand) engine.Agent { return engine.Greedy{} }, nil
}

func buildMinimax(p *params) (func(*rand.Rand) engine.Agent, error) {
	return buildSearch(p, search.Options{
		Algorithm: search.Minimax,
		Depth:     p.integer("depth", 2, 1, 60),
	})
}

func buildAlphaBeta(p *params) (func(*rand.Rand) engine.Agent, error) {
	return buildSearch(p, search.Options{
		Algorithm:  search.AlphaBeta,
		Depth:      p.integer("depth", 6, 1, 60),
		Exact:      p.integer("exact", 12, 0, 60),
		Nodes:      uint64(p.integer("nodes", 0, 0, 1<<50)),
		TableBytes: p.integer("hash", 16, 1, 1<<20) << 20,
	})
}

func buildSearch(p *params, opt search.Options) (func(*rand.Rand) engine.Agent, error) {
	model, err := p.model()
	if err != nil {
		return nil, err
	}
	if model == nil {
		model = eval.Default()
	}
	return func(*rand.Rand) engine.Agent { return search.New(discs(model), opt) }, nil
}

func buildQ(p *params) (func(*rand.Rand) engine.Agent, error) {
	model, err := p.model()
	if err != nil {
		return nil, err
	}
	if model == nil {
		return nil, usageError{fmt.Errorf("it needs model=FILE; `outflank train` makes one")}
	}
	return func(*rand.Rand) engine.Agent { return qlearn.NewAgent(model) }, nil
}

// discs returns an evaluator for one goroutine in discs, whatever the model's
// unit: a value of 1 where the unit is wins stands for 64 discs.
func discs(m *eval.Model) search.Evaluator {
	if m.Meta["unit"] == unitWin {
		return winsAsDiscs{m.Linear()}
	}
	return m.Linear()
}

// unitWin marks models whose values are expected results: 1 win, -1 loss.
const unitWin = "win"

type winsAsDiscs struct{ *eval.Linear }

func (e winsAsDiscs) Eval(b engine.Board) float64 { return 64 * e.Linear.Eval(b) }

// params are the key=value pairs of a spec. The first error sticks.
type params struct {
	values map[string]string
	asked  []string
	err    error
}

func parseParams(text string) (*params, error) {
	p := &params{values: map[string]string{}}
	if text == "" {
		return p, nil
	}
	for _, pair := range strings.Split(text, ",") {
		key, value, ok := strings.Cut(pair, "=")
		if !ok || key == "" || value == "" {
			return nil, fmt.Errorf("%q: want key=value", pair)
		}
		if _, twice := p.values[key]; twice {
			return nil, fmt.Errorf("%s is given twice", key)
		}
		p.values[key] = value
	}
	return p, nil
}

// integer returns the value of key, which must lie in low to high. Numbers such
// as 1e6 are allowed.
func (p *params) integer(key string, preset, low, high int) int {
	p.asked = append(p.asked, key)
	text, ok := p.values[key]
	if !ok {
		return preset
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || x != float64(int(x)) || int(x) < low || int(x) > high {
		p.fail(fmt.Errorf("%s=%s: want a whole number from %d to %d", key, text, low, high))
		return preset
	}
	return int(x)
}

// model returns the model in the file that key "model" names, nil if it names none.
func (p *params) model() (*eval.Model, error) {
	p.asked = append(p.asked, "model")
	path, ok := p.values["model"]
	if !ok {
		return nil, nil
	}
	return readModel(path)
}

func (p *params) fail(err error) {
	if p.err == nil {
		p.err = usageError{err}
	}
}

// finish returns the first error: a bad value, or a key that nobody asked for.
func (p *params) finish(k agentKind) error {
	for key := range p.values {
		if !slices.Contains(p.asked, key) {
			p.fail(fmt.Errorf("%s has no parameter %q (it has: %s)", k.name, key, cmp.Or(k.params, "none")))
		}
	}
	return p.err
}
