package eval

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// Promote returns a new model over features with different numbers of stages. Each stage copies the weights
// of the stage of m that contains its middle. A model learned in few stages can thus continue in many (W.
// Jaśkowski, "Mastering 2048 with delayed temporal coherence learning, multistage weight promotion, redundant
// encoding and carousel shaping", 2018). If each number of stages in f is a multiple of the number in m, both
// models value every board equally.
//
// Terms are matched by name, and terms with the same name by order. Terms that m lacks start with zero
// weights. Promote returns an error if f lacks a term of m with nonzero weights, if the two have different
// square weights W, or if either was not built by [New].
func (m *Model) Promote(f Features) (*Model, error) {
	p, err := m.promote(f)
	if err != nil {
		return nil, fmt.Errorf("eval: promote %.80q to %.80q: %w", m.Features.ID(), f.ID(), err)
	}
	return p, nil
}

func (m *Model) promote(f Features) (*Model, error) {
	if err := cmp.Or(m.check(), m.OnlySum()); err != nil {
		return nil, err
	}
	terms := Terms(f)
	if terms == nil || Terms(m.Features) == nil {
		return nil, fmt.Errorf("features that New did not build")
	}
	if a, b := m.Features.Params(), f.Params(); a != nil && b != nil && !slices.Equal(a, b) {
		return nil, fmt.Errorf("the square weights W differ")
	}
	if viewOf(m.Features) == viewMover {
		f, _ = ByMover(f)
	}
	to := NewModel(f)
	to.Actions = slices.Clone(m.Actions)
	maps.Copy(to.Meta, m.Meta)
	for _, from := range Terms(m.Features) {
		i := slices.IndexFunc(terms, func(t Term) bool { return t.Name == from.Name })
		if i >= 0 {
			copyStages(to.Weights, terms[i], m.Weights, from)
			terms = slices.Delete(terms, i, i+1)
		} else if k := slices.IndexFunc(from.block(m.Weights), nonZero); k >= 0 {
			return nil, fmt.Errorf("term %s is missing, and its weight of %s is %v", from.Name,
				m.Features.Name(from.Offset+k), m.Weights[from.Offset+k])
		}
	}
	return to, nil
}

// copyStages fills each stage of a term with the other term's stage that contains its middle. The middle of
// stage k of n is (k+½)/n of the way through the game.
func copyStages(dst []float64, to Term, src []float64, from Term) {
	for k := range to.Stages {
		stage := (2*k + 1) * from.Stages / (2 * to.Stages)
		copy(to.block(dst)[k*to.Len:][:to.Len], from.block(src)[stage*from.Len:])
	}
}

// block returns the weights of all stages of a term.
func (t Term) block(weights []float64) []float64 {
	return weights[t.Offset:][:t.Len*t.Stages]
}

func nonZero(x float64) bool { return x != 0 }
