package agents

import (
	"fmt"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/pattern"
)

// Explain returns a function that splits the agent's value of a move, from the mover's view, into parts. The
// value is Q(s,a) or the evaluation of the board after the move, without any search beyond that board. The
// function works for positions on boards of the given shape. Explain also returns the model that computes the
// values, which is nil for a network and for a player of the Othello League. For agents without an
// evaluation, such as random, it returns a misuse error.
func Explain(spec string, sh engine.Shape) (func(engine.Position, engine.Square) []eval.Part, *eval.Model,
	error) {
	if _, err := ParseOn(spec, sh); err != nil {
		return nil, nil, err
	}
	kind, rest, _ := split(spec)
	p, err := parseParams(kind, rest)
	if err != nil {
		return nil, nil, err // unreachable: ParseOn has read the file
	}
	has := func(key string) bool { _, ok := p.declared(key); return ok }
	var model *eval.Model
	switch {
	case kind.Name == playerKind.Name:
		return p.explainTable()
	case has("dna"):
		return p.explainNet()
	case kind.Name == LevelKind && sh != engine.Full:
		model = eval.Default()
	case kind.Name == LevelKind:
		model = pattern.ShippedModel(pattern.BuiltIn)
	case has("eval"):
		var e evaluation
		e, err = p.evaluator()
		model = e.model
	case has("model"):
		if model, err = p.model(); model == nil && err == nil {
			model = pattern.ShippedModel(pattern.BuiltIn)
		}
	default:
		return nil, nil, fault.Misuse(fmt.Errorf("agent %q has no evaluation to explain: want one that has, such "+
			"as q, engine or ab:eval=cs181", spec))
	}
	return func(at engine.Position, s engine.Square) []eval.Part {
		parts := negated(model.Parts(at.Board.Play(s)))
		if kind.Name == "q" && model.Actions != nil {
			parts = append(parts, eval.Part{Feature: "action", Squares: []engine.Square{s},
				Value: model.Actions[model.Action(s)]})
		}
		return parts
	}, model, err
}

// explainNet is Explain for a network.
func (p *params) explainNet() (func(engine.Position, engine.Square) []eval.Part, *eval.Model, error) {
	size := eval.MMNet
	if p.kind.Name == "net" {
		size = eval.PolicyNet
	}
	k, dna, err := p.dna(size)
	if err != nil {
		return nil, nil, err
	}
	net := newNet(k, dna)
	return func(at engine.Position, s engine.Square) []eval.Part {
		if k.Outputs > 1 {
			return net.Parts(at.Board, int(s))
		}
		return negated(net.Parts(at.Board.Play(s), 0))
	}, nil, nil
}

// explainTable is Explain for a player of the Othello League.
func (p *params) explainTable() (func(engine.Position, engine.Square) []eval.Part, *eval.Model, error) {
	table, err := readTable(p.text("file"))
	negation := p.choice("convention", "inversion", "negation") == 1
	return func(at engine.Position, s engine.Square) []eval.Part {
		after := at.Board.Play(s)
		if negation && at.Color == engine.White {
			return negated(table.Parts(after.Mine, after.Theirs))
		}
		return table.Parts(after.Theirs, after.Mine)
	}, nil, err
}

// negated turns the parts of an opponent's value into parts of the player's value.
func negated(parts []eval.Part) []eval.Part {
	for i := range parts {
		parts[i].Value = -parts[i].Value
	}
	return parts
}
