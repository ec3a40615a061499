package agents

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/search"
	"github.com/outflank/outflank/eval"
)

// netKinds play with the networks of "Genetic Othello". The paper does not list their evolved weights.
// Without a file of weights, they play with random weights, as before the first generation.
var netKinds = []Kind{
	{
		Name: "mmnet", About: "Mini-Max Neural Net, 64-32-1, under alpha-beta", Source: paperGenetic,
		boards: fullBoard,
		Params: slices.Concat(dnaParams(eval.MMNet),
			withoutEval(variant(alphaBetaKind, "", "", "", "depth=4", "exact=0").Params)), build: buildMMNet,
	},
	{
		Name: "net", About: "Neural Net, 64-64-64, that chooses the move directly", Source: paperGenetic,
		boards: fullBoard,
		Params: dnaParams(eval.PolicyNet), build: buildNet,
	},
}

// dnaParams returns the parameters that select the network of a kind. The default is the paper's size.
func dnaParams(k eval.NetKind) []Param {
	return []Param{
		{"dna", "", fmt.Sprintf("a text file of the weights, %d numbers for a %v net, as tune and train write", k.Len(), k)},
		{"hidden", strconv.Itoa(k.Hidden), "nodes of the middle layer"},
		{"seed", "1", "of random weights where there is no file"},
	}
}

// withoutEval returns the parameters except those that select an evaluator.
func withoutEval(list []Param) []Param {
	return slices.DeleteFunc(slices.Clone(list), func(q Param) bool {
		return q.Key == "eval" || q.Key == "model"
	})
}

func buildMMNet(p *params) (newAgent, error) {
	k, dna, err := p.dna(eval.MMNet)
	opt := p.searchOptions(search.AlphaBeta)
	return func(*rand.Rand) engine.Agent { return OfNet(k, dna, opt) }, err
}

func buildNet(p *params) (newAgent, error) {
	k, dna, err := p.dna(eval.PolicyNet)
	return func(*rand.Rand) engine.Agent { return OfNet(k, dna, search.Options{}) }, err
}

// OfNet returns an agent that uses a network. If the network has an output for each square, the agent plays
// the legal move with the highest output, like net:dna=FILE. If it has a single output, it is the evaluator
// of a search, like mmnet:dna=FILE; opt applies except for Win. The number of weights must match the kind of
// network.
func OfNet(k eval.NetKind, dna []float64, opt search.Options) engine.Agent {
	if k.Outputs > 1 {
		return netPlayer{newNet(k, dna)}
	}
	opt.Win = PointsWin
	return search.New(newNet(k, dna), opt)
}

// newNet returns a network with the weights dna, whose number must match.
func newNet(k eval.NetKind, dna []float64) *eval.Net {
	net, err := eval.NewNet(k, dna)
	if err != nil {
		panic(err)
	}
	return net
}

// dna returns the size and the weights that the spec selects. k is the paper's size.
func (p *params) dna(k eval.NetKind) (eval.NetKind, []float64, error) {
	k.Hidden = p.integer("hidden", 1, eval.MaxHidden)
	seed := uint64(p.wide("seed", 0, 1<<50))
	path := p.text("dna")
	if path == "" {
		return k, eval.RandomDNA(k, rand.New(rand.NewPCG(seed, 0))), nil
	}
	f, err := durable.Open(path)
	if err != nil {
		return k, nil, err
	}
	defer f.Close()
	dna, err := eval.ReadDNA(k, f)
	if err != nil {
		return k, nil, fault.BadInput(fmt.Errorf("%s: %w", path, err))
	}
	return k, dna, nil
}

// A netPlayer plays the legal move with the highest output.
type netPlayer struct{ net *eval.Net }

// Choose returns the legal move with the highest output.
func (n netPlayer) Choose(_ context.Context, b engine.Board) (engine.Square, error) {
	if s := n.net.Best(b); s != engine.None {
		return s, nil
	}
	return engine.None, engine.ErrNoMove
}
