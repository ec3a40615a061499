package agents

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/mcts"
	"github.com/outflank/outflank/eval"
)

// monteCarloKinds choose moves by the results of random playouts.
var monteCarloKinds = []Kind{
	{
		Name: "flat-mc", About: "flat Monte Carlo: the same number of playouts for each move, without a tree",
		Source: "Browne and others 2012",
		Params: monteCarloParams(), build: buildMonteCarlo(mcts.Flat),
	},
	{
		Name: "least-visited", About: "Monte Carlo tree search that follows the least visited moves",
		Source: paperCassio,
		Params: monteCarloParams(), build: buildMonteCarlo(mcts.LeastVisited),
	},
	{
		Name: "ucb", About: "Monte Carlo tree search with upper confidence bounds, C·√(2 ln n / n_j)",
		Source: paperCassio,
		Params: monteCarloParams(Param{"c", "0.35", "weight of exploration"}), build: buildMonteCarlo(mcts.UCB),
	},
	{
		Name: "uct", About: "UCT with the bonus c·√(ln N(s) / N(s,a))", Source: paperSearch,
		Params: monteCarloParams(Param{"c", "0.5", "weight of exploration"}), build: buildMonteCarlo(mcts.UCT),
	},
	{
		Name:   "epsilon-uct",
		About:  "ε-greedy UCT: playouts use square rewards, or with probability ε move at random",
		Source: paperSearch, boards: fullBoard,
		Params: monteCarloParams(
			Param{"c", "0.5", "weight of exploration"},
			Param{"epsilon", "0.1", "probability of a random move in a playout"},
			Param{"rewards", "paip", "an evaluator of the list that is square weights"},
		),
		build: buildMonteCarlo(mcts.UCT),
	},
}

// monteCarloParams returns the parameters of all Monte Carlo agents, followed by more.
func monteCarloParams(more ...Param) []Param {
	return slices.Concat([]Param{
		{"sims", "1000", "simulations for each move, 0 = until the memory is full; without limit where time is limited and sims is not given"},
	}, more, []Param{
		{"play", "", "the move that is played: value (highest mean result) or visits (most simulations)"},
		{"memory", "64", "memory for nodes in MiB; when it is full the tree stops growing"},
		{"threads", "1", "trees grown at the same time and added up"},
		{"reuse", "true", "keep the tree from move to move; the papers do not say that they do"},
		{"prove", "true", "take results near the end of a game for proven, and end the search that has proven its own; the papers know only wins and visits"},
	})
}

func buildMonteCarlo(sel mcts.Selection) func(p *params) (newAgent, error) {
	return func(p *params) (newAgent, error) {
		opt := p.monteCarloOptions(sel)
		switch {
		case opt.Simulations == 0 && sel == mcts.Flat:
			p.fail(fmt.Errorf("sims=0: flat search never fills its memory"))
		case opt.Simulations == 0 && opt.NoProof:
			p.fail(fmt.Errorf("sims=0: without proofs the search of an ending never fills its memory"))
		}
		return func(rng *rand.Rand) engine.Agent { return mcts.New(rng, opt) }, p.err
	}
}

func (p *params) monteCarloOptions(sel mcts.Selection) mcts.Options {
	opt := mcts.Options{
		Selection:   sel,
		Simulations: p.integer("sims", 0, mcts.Unlimited),
		Memory:      p.integer("memory", 1, 1<<20) << 20,
		Threads:     p.integer("threads", 1, 1024),
		Forget:      !p.flag("reuse"),
		NoProof:     !p.flag("prove"),
		ByValue:     sel != mcts.UCT,
	}
	if p.text("time") != "" && !p.given("sims") {
		opt.Simulations = mcts.Unlimited
	}
	if p.given("play") {
		opt.ByValue = p.choice("play", "value", "visits") == 0
	}
	if _, ok := p.declared("c"); ok {
		opt.C = p.number("c", 0, 1000)
	}
	if _, ok := p.declared("epsilon"); ok {
		opt.Epsilon, opt.Rewards = p.number("epsilon", 0, 1), p.rewards()
	}
	return opt
}

// rewards returns the square weights for the key "rewards".
func (p *params) rewards() []float64 {
	name := p.text("rewards")
	if h, ok := eval.FindHeuristic(name); ok {
		if f := h.Model().Features; f.ID() == "position" {
			return f.Params()
		}
	}
	p.fail(fmt.Errorf("rewards=%s: want square weights, such as paip or swh", name))
	return nil
}
