package qlearn

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// An Approximator computes Q(s,a), the value of playing a in s for the player to move. Learning changes its
// weights. It keeps the features of one game's turns, so it can recompute their values as the weights change.
// It is not safe for concurrent use.
type Approximator interface {
	// Begin forgets the turns of the last game.
	Begin()
	// Turn adds a state with its legal moves, at least one. It returns the turn's number, counted from 0 after
	// Begin.
	Turn(b engine.Board, moves engine.Set) int
	// Values returns Q of each move of a turn under the current weights, in ascending order of squares. The
	// slice is valid until the next call.
	Values(turn int) []float32
	// Value returns Q of move i.
	Value(turn, i int) float32
	// Learn changes the weights so that Q of move i grows by about step. The change follows the gradient,
	// divided by its squared length if the approximator normalises. The optimizer then scales each weight's
	// step.
	Learn(turn, i int, step float32)
	// Params returns everything that learning changes: the weights and the optimizer's state. The slices are
	// not copies.
	Params() [][]float32
	// Share returns an approximator for another goroutine. It reads the same weights, so no learner may change
	// them while it is in use.
	Share() Approximator
	// Clone returns an approximator with a copy of the weights.
	Clone() Approximator
	// Model returns a copy of the weights as a model, or nil if no model can hold them.
	Model() *eval.Model
}

// Optimizer holds the settings that turn a step into changes of the weights.
type Optimizer struct {
	// Normalise divides the step by the squared length of the gradient. A step of x then changes Q by x,
	// whatever the number of active features and of symmetric places that share a weight (normalised least mean
	// squares, Nagumo and Noda 1967). Without it, α must be small if many features are active.
	Normalise bool `json:"normalise" toml:"normalise"`
	// Coherence gives each weight its own rate: the absolute value of the sum of its errors, divided by the sum
	// of their absolute values. The rate falls where errors cancel out (temporal coherence, Beal and Smith
	// 1999).
	Coherence bool `json:"coherence" toml:"coherence"`
}

// errOpponentsCounts is wrapped if one-sided features count for the opponent of the player who moved. Such
// weights were tuned for a search, or learned before Q counted for the player who moves.
var errOpponentsCounts = errors.New("its one-sided features count for the other side than Q's")

// NewApproximator returns an approximator with a model's features and weights, or an error if the model is
// invalid. It uses tables if all features are patterns. It converts one-sided features to those of the player
// who moves, see [eval.ByMover]; it returns an error if weights count for the other player.
func NewApproximator(m *eval.Model, opt Optimizer) (Approximator, error) {
	if err := cmp.Or(m.Check(), m.OnlySum()); err != nil {
		return nil, err
	}
	if f, is := eval.ByMover(m.Features); !is {
		if slices.ContainsFunc(m.Weights, func(w float64) bool { return w != 0 }) {
			return nil, fmt.Errorf("qlearn: a model of %s: %w; train it anew", f.ID(), errOpponentsCounts)
		}
		own := *m
		own.Features, m = f, &own
	}
	if m.Actions == nil {
		if t := newTables(m, opt); t != nil {
			return t, nil
		}
	}
	return newLinear(m, opt), nil
}

// coherent returns the rate of a weight from the sums of its errors and of their absolute values, then adds
// the new error to both.
func coherent(sum, all *float32, x float32) (rate float32) {
	rate, x = 1, float32(x) // the conversion prevents fusing the product with the sums
	if *all > 0 {
		rate = abs(*sum) / *all
	}
	*sum += x
	*all += abs(x)
	return rate
}

func abs(x float32) float32 {
	if x < 0 {
		return -x
	}
	return x
}
