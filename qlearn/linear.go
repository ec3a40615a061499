package qlearn

import (
	"maps"
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// linear is the report's Q: w·φ of the board after the move, from the mover's view, plus the action's weight
// if the model has such weights. It supports any features: [eval.ByMover] converts those that count for the
// opponent.
type linear struct {
	model   *eval.Model // features and meta; its weights are not used
	opt     Optimizer
	weights []float32 // of the features, followed by those of the actions
	sum     []float32 // temporal coherence: sum of the errors of each weight
	all     []float32 // temporal coherence: sum of their absolute values

	turns  []span // in spans
	spans  []span // in phi, one per move
	phi    []eval.Feature
	values []float32
}

type span struct{ from, to int }

func newLinear(m *eval.Model, opt Optimizer) *linear {
	l := &linear{model: m, opt: opt}
	for _, w := range [][]float64{m.Weights, m.Actions} {
		for _, x := range w {
			l.weights = append(l.weights, float32(x))
		}
	}
	if opt.Coherence {
		l.sum, l.all = make([]float32, len(l.weights)), make([]float32, len(l.weights))
	}
	return l
}

// Begin forgets the turns of the last game.
func (l *linear) Begin() { l.turns, l.spans, l.phi = l.turns[:0], l.spans[:0], l.phi[:0] }

// Turn stores φ of the boards after all moves.
func (l *linear) Turn(b engine.Board, moves engine.Set) int {
	first := len(l.spans)
	for s := range moves.All() {
		from := len(l.phi)
		l.phi = AppendPhi(l.phi, l.model, b, s)
		l.spans = append(l.spans, span{from, len(l.phi)})
	}
	l.turns = append(l.turns, span{first, len(l.spans)})
	return len(l.turns) - 1
}

// AppendPhi appends the non-zero entries of φ(s,a), of which Q(s,a) is the sum weighted by a model's weights:
// the features of the board after the move from the mover's view, then 1 for the weight of the action if the
// model has such weights. They follow the weights of the features. One-sided features must be those of the
// player who moves, see [eval.ByMover]. The values of an index that occurs twice add up.
func AppendPhi(dst []eval.Feature, m *eval.Model, b engine.Board, move engine.Square) []eval.Feature {
	from := len(dst)
	dst = m.Features.Append(dst, b.Play(move))
	for i := range dst[from:] {
		dst[from+i].Value = -dst[from+i].Value // Q is for the mover, not for the opponent
	}
	if m.Actions != nil {
		dst = append(dst, eval.Feature{Index: int32(len(m.Weights) + m.Action(move)), Value: 1})
	}
	return dst
}

// Values returns Q of the moves of a turn.
func (l *linear) Values(turn int) []float32 {
	l.values = l.values[:0]
	for i := range l.turns[turn].to - l.turns[turn].from {
		l.values = append(l.values, l.Value(turn, i))
	}
	return l.values
}

// Value returns Q of move i.
func (l *linear) Value(turn, i int) float32 {
	sum := float32(0)
	for _, f := range l.gradient(turn, i) {
		sum += float32(l.weights[f.Index] * float32(f.Value))
	}
	return sum
}

// gradient returns the features of a move. A feature's index may occur more than once.
func (l *linear) gradient(turn, i int) []eval.Feature {
	s := l.spans[l.turns[turn].from+i]
	return l.phi[s.from:s.to]
}

// Learn changes the weights of the features of a move.
func (l *linear) Learn(turn, i int, step float32) {
	phi := l.gradient(turn, i)
	if l.opt.Normalise {
		length := squared(phi)
		if length == 0 {
			return
		}
		step /= length
	}
	for _, f := range phi {
		x := step * float32(f.Value)
		if l.opt.Coherence {
			x *= coherent(&l.sum[f.Index], &l.all[f.Index], x)
		}
		l.weights[f.Index] += x
	}
}

// squared returns the sum over all weights of (sum of the weight's values)². Images of a pattern with the
// same contents share a weight, which is changed once for each image.
func squared(phi []eval.Feature) (sum float32) {
	for i, f := range phi {
		sum += float32(f.Value * f.Value)
		for _, g := range phi[:i] {
			if g.Index == f.Index {
				sum += float32(2 * f.Value * g.Value)
			}
		}
	}
	return sum
}

// Params returns the weights and the sums of temporal coherence.
func (l *linear) Params() [][]float32 { return [][]float32{l.weights, l.sum, l.all} }

// Share returns an approximator with the same weights.
func (l *linear) Share() Approximator {
	return &linear{model: l.model, opt: l.opt, weights: l.weights, sum: l.sum, all: l.all}
}

// Clone returns an approximator with its own weights.
func (l *linear) Clone() Approximator {
	return &linear{model: l.model, opt: l.opt, weights: slices.Clone(l.weights), sum: slices.Clone(l.sum),
		all: slices.Clone(l.all)}
}

// Model returns the model with a copy of the current weights.
func (l *linear) Model() *eval.Model {
	m := &eval.Model{Features: l.model.Features, Weights: make([]float64, len(l.model.Weights)),
		Meta: maps.Clone(l.model.Meta)}
	if l.model.Actions != nil {
		m.Actions = make([]float64, len(l.model.Actions))
	}
	for i := range m.Weights {
		m.Weights[i] = float64(l.weights[i])
	}
	for i := range m.Actions {
		m.Actions[i] = float64(l.weights[len(m.Weights)+i])
	}
	return m
}
