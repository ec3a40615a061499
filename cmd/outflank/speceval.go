package main

import (
	"fmt"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/search"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/qlearn"
)

const evalAbout = "an evaluator of the list"

// An evaluation is what a spec says to judge boards by.
type evaluation struct {
	new func() search.Evaluator // for one goroutine
	win float64                 // search.Options.Win
}

// evaluator returns the evaluator that keys "model" or "eval" name.
func (p *params) evaluator() (evaluation, error) {
	model, err := p.model()
	if err != nil {
		return evaluation{}, err
	}
	if model != nil && p.given("eval") {
		return evaluation{}, misuse(fmt.Errorf("model and eval: want one of them"))
	}
	if model == nil {
		model = p.heuristic()
	}
	e := evaluation{new: func() search.Evaluator { return discs(model) }}
	if model.Meta["unit"] == eval.UnitPoints {
		e.win = pointsWin
	}
	return e, nil
}

// pointsWin is more than any heuristic returns.
const pointsWin = 1e6

// heuristic returns the model that key "eval" names.
func (p *params) heuristic() *eval.Model {
	name := p.text("eval")
	h, ok := eval.FindHeuristic(name)
	if !ok {
		p.fail(fmt.Errorf("eval=%s: want one of %s", name, strings.Join(heuristicNames(), ", ")))
		return eval.Default()
	}
	p.boards = max(p.boards, heuristicBoards(h))
	return h.Model()
}

// heuristicBoards says where a heuristic makes sense.
func heuristicBoards(h eval.Heuristic) boardKind {
	if h.Any {
		return anyBoard
	}
	return fullBoard
}

func heuristicNames() (names []string) {
	for _, h := range eval.Heuristics {
		names = append(names, h.Name)
	}
	return names
}

// discs returns an evaluator for one goroutine in discs, whatever the model's
// unit: a value of 1 where the unit is wins stands for 64 discs. Points stay what
// they are.
func discs(m *eval.Model) search.Evaluator {
	if m.Meta["unit"] != unitWin {
		return m.Linear()
	}
	return winsAsDiscs{m.Linear(), squashOf(m)}
}

// squashOf returns what makes expected results of the model's values, None where its file
// does not say.
func squashOf(m *eval.Model) (s qlearn.Squash) {
	if s.UnmarshalText([]byte(m.Meta["squash"])) != nil {
		return qlearn.None
	}
	return s
}

// unitWin marks models whose values are expected results: 1 win, -1 loss.
const unitWin = "win"

type winsAsDiscs struct {
	*eval.Linear
	squash qlearn.Squash
}

// Eval returns the model's value in discs.
func (e winsAsDiscs) Eval(b engine.Board) float64 { return 64 * e.squash.Of(e.Linear.Eval(b)) }
