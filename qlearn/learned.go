package qlearn

import (
	"fmt"
	"io"
	"io/fs"
	"slices"

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

// Past returns a past checkpoint in the opponent pool of a trainer whose state is checkpoint, see
// [Trainer.Checkpoint]: the one kept after the trainer had learned from a number of games. The receiver has
// the features or the size of the trainer's model; its weights do not matter. The error wraps
// [fs.ErrNotExist] if the pool does not hold that checkpoint.
func (l Learned) Past(checkpoint []byte, games int) (Learned, error) {
	head, _, err := openCheckpoint(checkpoint)
	if err != nil {
		return Learned{}, fmt.Errorf("qlearn: checkpoint: %w", err)
	}
	q, err := l.Approximator(head.Config.Optimizer)
	if err != nil {
		return Learned{}, err
	}
	if head.Config.Rule == DoubleQ {
		q = newDouble(q)
	}
	t := &Trainer{q: q, cfg: head.Config}
	if err := t.Restore(checkpoint); err != nil {
		return Learned{}, err
	}
	i := slices.IndexFunc(t.pool.members, func(m Member) bool { return m.Games == games })
	if i < 0 {
		return Learned{}, fmt.Errorf("the pool holds no checkpoint after %d games: %w", games, fs.ErrNotExist)
	}
	copyParams(q.Params(), t.pool.members[i].params)
	t.average = nil // of later weights
	return t.Learned(), nil
}
