package agents

import (
	"fmt"
	"strings"

	"github.com/outflank/outflank/engine/fault"
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
		return evaluation{}, fault.Misuse(fmt.Errorf("model and eval: want one of them"))
	}
	if model == nil {
		model = p.heuristic()
	}
	e := evaluation{new: func() search.Evaluator { return qlearn.DiscEvaluator(model) }}
	if model.Meta["unit"] == eval.UnitPoints {
		e.win = PointsWin
	}
	return e, nil
}

// PointsWin is more than any heuristic returns.
const PointsWin = 1e6

// heuristic returns the model that key "eval" names.
func (p *params) heuristic() *eval.Model {
	name := p.text("eval")
	h, ok := eval.FindHeuristic(name)
	if !ok {
		p.fail(fmt.Errorf("eval=%s: want one of %s", name, strings.Join(HeuristicNames(), ", ")))
		return eval.Default()
	}
	p.boards = max(p.boards, HeuristicBoards(h))
	return h.Model()
}

// HeuristicBoards says where a heuristic makes sense.
func HeuristicBoards(h eval.Heuristic) Boards {
	if h.Any {
		return AnyBoard
	}
	return fullBoard
}

func HeuristicNames() (names []string) {
	for _, h := range eval.Heuristics {
		names = append(names, h.Name)
	}
	return names
}
