package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/search"
	"github.com/outflank/outflank/eval"
)

// netKinds play by the networks of "Genetic Othello". Their evolved weights were not
// printed, so without a file of them they are as before the first generation.
var netKinds = []agentKind{
	{
		name: "mmnet", about: "Mini-Max Neural Net, 64-32-1, under alpha-beta", source: paperGenetic, boards: fullBoard,
		params: slices.Concat(dnaParams, withoutEval(variant(alphaBetaKind, "", "", "", "depth=4", "exact=0").params)), build: buildMMNet,
	},
	{
		name: "net", about: "Neural Net, 64-64-64, that chooses the move directly", source: paperGenetic, boards: fullBoard,
		params: dnaParams, build: buildNet,
	},
}

var dnaParams = []param{
	{"dna", "", "a text file of the weights: 2112 numbers for mmnet, 8320 for net"},
	{"seed", "1", "of random weights where there is no file"},
}

// withoutEval are the parameters that do not choose an evaluator.
func withoutEval(list []param) []param {
	return slices.DeleteFunc(slices.Clone(list), func(q param) bool { return q.Key == "eval" || q.Key == "model" })
}

func buildMMNet(p *params) (newAgent, error) {
	dna, err := p.dna(eval.MMNet)
	opt := p.searchOptions(search.AlphaBeta)
	opt.Win = pointsWin
	return func(*rand.Rand) engine.Agent { return search.New(newNet(eval.MMNet, dna), opt) }, err
}

func buildNet(p *params) (newAgent, error) {
	dna, err := p.dna(eval.PolicyNet)
	return func(*rand.Rand) engine.Agent { return netPlayer{newNet(eval.PolicyNet, dna)} }, err
}

// newNet makes a network of DNA that has its length.
func newNet(k eval.NetKind, dna []float64) *eval.Net {
	net, err := eval.NewNet(k, dna)
	if err != nil {
		panic(err)
	}
	return net
}

// dna returns the weights that the spec names.
func (p *params) dna(k eval.NetKind) ([]float64, error) {
	seed := uint64(p.integer("seed", 0, 1<<50))
	path := p.text("dna")
	if path == "" {
		return eval.RandomDNA(k, rand.New(rand.NewPCG(seed, 0))), nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	dna, err := eval.ReadDNA(k, f)
	if err != nil {
		return nil, inputError{fmt.Errorf("%s: %w", path, err)}
	}
	return dna, nil
}

// A netPlayer plays what the network likes best.
type netPlayer struct{ net *eval.Net }

// Choose returns the legal move with the highest output.
func (n netPlayer) Choose(_ context.Context, b engine.Board) (engine.Square, error) {
	if s := n.net.Best(b); s != engine.None {
		return s, nil
	}
	return engine.None, engine.ErrNoMove
}
