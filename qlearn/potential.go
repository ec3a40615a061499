package qlearn

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/engine/search"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/pattern"
)

// OpenPotential returns a function that creates evaluators in discs for [Config.Potential]: a heuristic of
// [eval.HeuristicNames], a shipped model, or the model in a file. An unknown name is a misuse, and a damaged
// file is bad input.
func OpenPotential(name string) (func() search.Evaluator, error) {
	m, err := potentialModel(name)
	if err != nil {
		return nil, err
	}
	return func() search.Evaluator { return DiscEvaluator(m) }, nil
}

// PotentialFile returns the path of the file that a [Config.Potential] names, or "" if it names none.
func PotentialFile(name string) string {
	if _, ok := eval.FindHeuristic(name); ok || pattern.IsShipped(name) {
		return ""
	}
	return name
}

func potentialModel(name string) (*eval.Model, error) {
	if h, ok := eval.FindHeuristic(name); ok {
		return h.Model(), nil
	}
	m, err := pattern.OpenModel(name)
	if errors.Is(err, fs.ErrNotExist) {
		err = fault.Misuse(fmt.Errorf("there is no evaluator or file %q%w", name,
			cmp.Or(text.Meant(name, eval.HeuristicNames()), ": want an evaluator such as default, or a model file")))
	}
	return m, err
}

// defaultPotentialDiscs is the default of [Config.PotentialDiscs].
const defaultPotentialDiscs = 64

// phi returns Φ of a board for the side to move, -1 to 1, or 0 without a potential.
func (l *learner) phi(b engine.Board) float64 {
	if l.potential == nil {
		return 0
	}
	return max(-1, min(1, l.potential.Eval(b)/cmp.Or(l.cfg.PotentialDiscs, defaultPotentialDiscs)))
}

// shaping returns F(s,s') = discount·Φ(s') − Φ(s), for the player of turn u: the reward that shaping adds on
// the way from u to next. Without a next turn s' is terminal, and Φ(s') is 0. In a sum of discounted rewards
// the potentials in between cancel out, so the discount of n steps is γⁿ.
func (u *turn) shaping(next *turn, discount float64) float64 {
	switch {
	case next == nil:
		return -u.phi
	case next.color != u.color:
		return float64(-discount*next.phi) - u.phi
	}
	return float64(discount*next.phi) - u.phi
}
