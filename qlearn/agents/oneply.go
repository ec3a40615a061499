package agents

import (
	"fmt"
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/search"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/pattern"
	"github.com/outflank/outflank/qlearn"
)

// simpleKinds look no further than the boards after their own moves.
var simpleKinds = []Kind{
	{
		Name: "random", About: "a uniformly random legal move", Source: paperSearch,
		build: func(*params) (newAgent, error) {
			return func(rng *rand.Rand) engine.Agent { return engine.Random{Rand: rng} }, nil
		},
	},
	{
		Name: "greedy", About: "the move that flips the most discs", Source: "folklore",
		build: func(*params) (newAgent, error) {
			return func(*rand.Rand) engine.Agent { return engine.Greedy{} }, nil
		},
	},
	localKind,
	variant(localKind, "swh", "the standard weighted heuristic of the Othello League, one ply",
		"Yoshioka, Ishii and Ito 1999", "eval=swh", "ties=random"),
}

var localKind = Kind{
	Name: "local", About: "local maximization: the move to the board with the highest evaluation",
	Source: paperSearch,
	Params: []Param{
		{"eval", "paip", evalAbout},
		{"model", "", "a model file instead of eval"},
		{"ties", "first", tiesAbout},
	},
	build: buildLocal,
}

func buildLocal(p *params) (newAgent, error) {
	e, err := p.evaluator()
	draw := p.ties()
	return func(rng *rand.Rand) engine.Agent { return search.Local{Evaluator: e.new(), Rand: draw(rng)} }, err
}

const tiesAbout = "which of equally good moves: first or random"

// ties returns a function that turns an agent's random numbers into those that break ties, or into nil if the
// agent plays the first of equal moves.
func (p *params) ties() func(*rand.Rand) *rand.Rand {
	random := p.choice("ties", "first", "random") == 1
	return func(rng *rand.Rand) *rand.Rand {
		if !random {
			return nil
		}
		return rng
	}
}

// modelKinds play with a model.
var modelKinds = []Kind{
	{
		Name: "q", About: "the move with the highest Q of a trained model, looking one ply ahead",
		Source: paperCS181,
		Params: []Param{
			{"model", pattern.General, "what `outflank train` made, or a model that ships with the command: general, league or built-in"},
			{"ties", "first", tiesAbout},
		},
		build: buildQ,
	},
}

func buildQ(p *params) (newAgent, error) {
	model, err := p.model()
	if err != nil {
		return nil, err
	}
	if _, is := eval.ByMover(model.Features); !is && model.Meta["config"] != "" { // else tuned for a search
		path := p.text("model")
		return nil, fault.BadInput(fmt.Errorf("%s: the model of %s learned from its opponent's counts, a defect "+
			"of earlier versions: "+
			"train it again, or play it as it was by local:model=%[1]s", path, model.Features.ID()))
	}
	draw := p.ties()
	return func(rng *rand.Rand) engine.Agent { return qlearn.NewAgent(model, draw(rng)) }, nil
}
