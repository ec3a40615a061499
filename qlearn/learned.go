package qlearn

import (
	"io"

	"github.com/outflank/outflank/eval"
)

// A Learned is the input or the result of training: a model or a network. The other field is nil; in the zero
// value, both are.
type Learned struct {
	Model *eval.Model
	Net   *Net
}

// IsZero reports whether l has neither a model nor a network.
func (l Learned) IsZero() bool { return l.Model == nil && l.Net == nil }

// Approximator returns Q with a copy of these weights.
func (l Learned) Approximator(opt Optimizer) (Approximator, error) {
	if l.Net != nil {
		return NetOf(l.Net.Kind(), l.Net.DNA(), opt)
	}
	return NewApproximator(l.Model, opt)
}

// Weights returns the number of weights, including action weights.
func (l Learned) Weights() int {
	if l.Net != nil {
		return l.Net.Kind().Len()
	}
	return len(l.Model.Weights) + len(l.Model.Actions)
}

// Write writes the model as [eval.WriteModel] does, or the network as text, see [eval.WriteDNA].
func (l Learned) Write(w io.Writer) error {
	if l.Net != nil {
		return eval.WriteDNA(w, l.Net.DNA())
	}
	return eval.WriteModel(w, l.Model)
}

// Learned returns a copy of the weights, or of Polyak's average if there is one. With [DoubleQ], a model gets
// the mean of both sets of weights. The mean of two networks means nothing, so a network gets the first set.
// For any other approximator, Learned returns the zero value.
func (t *Trainer) Learned() Learned {
	q := t.q
	if t.average != nil {
		q = t.q.Clone()
		copyParams(q.Params(), t.average)
	}
	l := Learned{Model: q.Model()}
	if d, ok := q.(*double); ok {
		q = d.q[0]
	}
	if n, ok := q.(*Net); ok {
		l.Net = n.Clone().(*Net)
	}
	return l
}
