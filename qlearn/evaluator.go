package qlearn

import (
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/search"
	"github.com/outflank/outflank/eval"
)

// DiscEvaluator returns an evaluator in discs for one goroutine, whatever the model's unit. A value of 1 in a
// model of wins stands for 64 discs. Points stay what they are.
func DiscEvaluator(m *eval.Model) search.Evaluator {
	if m.Meta["unit"] != eval.UnitWin {
		if t, ok := m.DiscTable(); ok {
			return t
		}
		return m.Linear()
	}
	return winsAsDiscs{m.Linear(), SquashOf(m)}
}

// SquashOf returns what makes expected results of the model's values, None where its file
// does not say.
func SquashOf(m *eval.Model) (s Squash) {
	if s.UnmarshalText([]byte(m.Meta["squash"])) != nil {
		return None
	}
	return s
}

type winsAsDiscs struct {
	*eval.Linear
	squash Squash
}

// Eval returns the model's value in discs.
func (e winsAsDiscs) Eval(b engine.Board) float64 { return 64 * e.squash.Of(e.Linear.Eval(b)) }
