package agents

import (
	"fmt"
	"strings"

	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/search"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/pattern"
	"github.com/outflank/outflank/qlearn"
)

const evalAbout = "an evaluator of the list"

// An evaluation is the evaluator that a spec selects.
type evaluation struct {
	model *eval.Model
	new   func() search.Evaluator // for one goroutine
	win   float64                 // search.Options.Win
}

// evaluator returns the evaluator for the key "model" or "eval".
func (p *params) evaluator() (evaluation, error) {
	model, err := p.model()
	if err != nil {
		return evaluation{}, err
	}
	if model != nil && p.given("eval") {
		return evaluation{}, fault.Misuse(fmt.Errorf("model and eval: want one of them"))
	}
	if own := p.ownTerms(); own != "" && (model != nil || p.text("eval") != p.kind.Name) {
		return evaluation{}, fault.Misuse(fmt.Errorf("%s changes the evaluation of %s: want neither another "+
			"eval nor a model", own, p.kind.Name))
	}
	if model == nil {
		model = p.heuristic()
	}
	e := evaluation{model: model, new: func() search.Evaluator { return qlearn.DiscEvaluator(model) }}
	if model.Meta["unit"] == eval.UnitPoints {
		e.win = PointsWin
	}
	return e, nil
}

// PointsWin exceeds every value of a heuristic. It is the Win of [search.Options] for models in
// [eval.UnitPoints] and for networks.
const PointsWin = 1e6

// heuristic returns the model for the key "eval".
func (p *params) heuristic() *eval.Model {
	name := p.text("eval")
	h, ok := eval.FindHeuristic(name)
	if !ok {
		p.fail(fmt.Errorf("eval=%s: want one of %s", name, strings.Join(eval.HeuristicNames(), ", ")))
		return eval.Default()
	}
	p.boards = max(p.boards, HeuristicBoards(h))
	if p.ownTerms() != "" {
		return p.umea().Model()
	}
	return h.Model()
}

// ownTerms returns a key of the spec that changes the evaluation of Ranvier's program, or "" if there is
// none.
func (p *params) ownTerms() string {
	for _, key := range []string{"bonus", "stable", "mobility"} {
		if p.given(key) {
			return key
		}
	}
	return ""
}

// umea returns the evaluation of Ranvier's program with the changes from the spec.
func (p *params) umea() eval.Umea {
	stable := []string{"edge", "line", "enemy", "definite"}
	return eval.Umea{
		Bonus:    p.number("bonus", 0, 1000),
		Stable:   stable[p.choice("stable", stable...)],
		Mobility: p.number("mobility", 0, 1000),
	}
}

// deepEvaluator returns a function that creates an evaluator for each thread of the full engine. m must be a
// model in discs or wins; nil = the shipped model.
func deepEvaluator(m *eval.Model) (func() deep.Evaluator, error) {
	if m == nil {
		tables := pattern.Default()
		return func() deep.Evaluator { return tables.Evaluator() }, nil
	}
	tables, err := pattern.Compile(m)
	return func() deep.Evaluator { return tables.Evaluator() }, err
}

// ReadDeepEvaluator returns an engine evaluator for a model, given its path or the name of a shipped model;
// "" = the engine's own model.
func ReadDeepEvaluator(path string) (func() deep.Evaluator, error) {
	if path == "" {
		return deepEvaluator(nil)
	}
	m, err := pattern.OpenModel(path)
	if err != nil {
		return nil, err
	}
	e, err := deepEvaluator(m)
	if err != nil {
		return nil, fault.BadInput(fmt.Errorf("%s: %w", path, err))
	}
	return e, nil
}
