package qlearn

import (
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/search"
	"github.com/outflank/outflank/eval"
)

// DiscEvaluator returns an evaluator in discs for a model in any unit. It is not safe for concurrent use. In
// a model of wins, a value of 1 becomes 64 discs. Point values do not change.
func DiscEvaluator(m *eval.Model) search.Evaluator {
	if m.Meta["unit"] != eval.UnitWin {
		if t, ok := m.DiscTable(); ok {
			return t
		}
		return m.Linear()
	}
	return winsAsDiscs{m.Linear(), SquashOf(m)}
}

// SquashOf returns the function that turns the model's values into expected results, or [None] if the model
// does not name one.
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
