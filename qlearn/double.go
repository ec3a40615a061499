package qlearn

import (
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// double is a pair of approximators for [DoubleQ]. Both choose moves, but only one learns from a game; it is
// drawn at random. If they took turns, one might only see games as black.
type double struct {
	q      [2]Approximator
	learns int // index of the approximator that learns
	values []float32
}

func newDouble(q Approximator) *double { return &double{q: [2]Approximator{q, q.Clone()}} }

func (d *double) learning() Approximator { return d.q[d.learns] }
func (d *double) other() Approximator    { return d.q[1-d.learns] }

func (d *double) Begin() {
	d.q[0].Begin()
	d.q[1].Begin()
}

func (d *double) Turn(b engine.Board, moves engine.Set) int {
	d.q[0].Turn(b, moves)
	return d.q[1].Turn(b, moves)
}

// Values returns the means of both approximators' values. The player chooses its moves by them.
func (d *double) Values(turn int) []float32 {
	d.values = append(d.values[:0], d.q[0].Values(turn)...)
	for i, x := range d.q[1].Values(turn) {
		d.values[i] = (d.values[i] + x) / 2
	}
	return d.values
}

// Value returns Q of the approximator that learns.
func (d *double) Value(turn, i int) float32 { return d.learning().Value(turn, i) }

func (d *double) Learn(turn, i int, step float32) { d.learning().Learn(turn, i, step) }

func (d *double) Params() [][]float32 { return slices.Concat(d.q[0].Params(), d.q[1].Params()) }

func (d *double) Share() Approximator {
	return &double{q: [2]Approximator{d.q[0].Share(), d.q[1].Share()}}
}

func (d *double) Clone() Approximator {
	return &double{q: [2]Approximator{d.q[0].Clone(), d.q[1].Clone()}}
}

// Model returns the mean of both models.
func (d *double) Model() *eval.Model {
	m, other := d.q[0].Model(), d.q[1].Model()
	if m == nil {
		return nil
	}
	for i, w := range other.Weights {
		m.Weights[i] = (m.Weights[i] + w) / 2
	}
	for i, w := range other.Actions {
		m.Actions[i] = (m.Actions[i] + w) / 2
	}
	return m
}
