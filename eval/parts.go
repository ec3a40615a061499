package eval

import (
	"cmp"
	"math"
	"slices"

	vec "gonum.org/v1/gonum/floats"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/portable"
)

// A Part is the contribution of a feature, or of one of its places on the board, to a value.
type Part struct {
	Feature string          // such as "mobility", or the name of a pattern
	Squares []engine.Square // squares of the feature, in the pattern's order; nil = the whole board
	Value   float64         // in the unit of the value
}

// discTerms are terms that sum values of single discs.
var discTerms = []string{"position", "squares", "grid"}

// Parts returns parts whose sum is w·φ(b), apart from rounding: one for each place of a pattern, for each
// disc on a square with a weight, and for each other feature. It omits parts that are 0.
func (m *Model) Parts(b engine.Board) (parts []Part) {
	add := func(label string, squares []engine.Square, list ...Feature) {
		for _, f := range list {
			if x := float64(m.Weights[f.Index] * f.Value); x != 0 {
				parts = append(parts, Part{cmp.Or(label, m.Features.Name(int(f.Index))), squares, x})
			}
		}
	}
	f, ok := m.Features.(*termList)
	if !ok {
		add("", nil, m.Features.Append(nil, b)...)
		return parts
	}
	for i := range f.terms {
		t := &f.terms[i]
		base := int32(t.offset + Stage(b, t.stages)*t.len)
		switch {
		case t.pattern != nil:
			for _, image := range t.pattern.images {
				if c := contentsOf(image, b); c > 0 {
					add(t.label, image, Feature{base + t.pattern.fold[c], t.pattern.value(c)})
				}
			}
		case slices.Contains(discTerms, t.label):
			for s := range (b.Mine | b.Theirs).All() {
				one := engine.Board{Mine: b.Mine & s.Set(), Theirs: b.Theirs & s.Set(), Shape: b.Shape}
				add("", []engine.Square{s}, t.append(nil, base, one)...)
			}
		case t.oneSided && f.mover:
			add("", nil, appendMover(t.append, nil, base, b)...)
		default:
			add("", nil, t.append(nil, base, b)...)
		}
	}
	return parts
}

// contentsOf returns the contents of an image of a pattern, see [Term].
func contentsOf(image []engine.Square, b engine.Board) (contents int) {
	for i, s := range image {
		contents += pow3[i] * (int(b.Mine>>s&1) + 2*int(b.Theirs>>s&1))
	}
	return contents
}

// value returns the value of the feature for the given contents, which must include a disc.
func (p *pattern) value(contents int) float64 {
	if p.sign == nil {
		return 1
	}
	return float64(p.sign[contents])
}

// Parts returns parts whose sum is [Table.Value], apart from rounding: one for each place of a tuple with a
// nonzero value.
func (t *Table) Parts(black, white engine.Set) (parts []Part) {
	for _, tuple := range t.tuples {
		for _, squares := range tuple.copies {
			index := 0
			for _, s := range squares {
				index = 3*index + 1 + int(black>>(s&63)&1) - int(white>>(s&63)&1)
			}
			if x := tuple.weights[index]; x != 0 {
				parts = append(parts, Part{tupleName(tuple.copies[0]), squares, x})
			}
		}
	}
	return parts
}

// Parts returns parts whose sum is an output, apart from rounding: the value of the empty board, and the
// contribution of each disc. The network must have that output.
//
// A network is not additive: a disc's contribution depends on the other discs. Parts divides the change of
// each middle node among the discs in proportion to their inputs. This is the rescale rule of DeepLIFT with
// the empty board as the reference (Shrikumar, Greenside and Kundaje, "Learning important features through
// propagating activation differences", 2017). The parts add up without a remainder.
func (n *Net) Parts(b engine.Board, output int) []Part {
	h := len(n.hidden)
	n.think(engine.Board{})
	parts := []Part{{Feature: "empty board", Value: n.output(output)}}
	empty := slices.Clone(n.hidden)
	n.think(b)
	sent := make([]float64, h)
	for s := range b.Mine.All() {
		vec.Add(sent, n.dna[int(s)*h:][:h])
	}
	for s := range b.Theirs.All() {
		vec.Sub(sent, n.dna[int(s)*h:][:h])
	}
	rate := slices.Clone(n.dna[(65+output)*h:][:h]) // of the output with respect to the input of a node
	for i, x := range sent {
		if math.Abs(x) < 1e-6 { // the limit of the quotient, which rounding errors would spoil
			rate[i] *= n.hidden[i] * (1 - n.hidden[i])
		} else {
			rate[i] *= (n.hidden[i] - empty[i]) / x
		}
	}
	for s := range (b.Mine | b.Theirs).All() {
		x := portable.Dot(rate, n.dna[int(s)*h:][:h])
		if b.Theirs.Has(s) {
			x = -x
		}
		parts = append(parts, Part{"square " + s.String(), []engine.Square{s}, x})
	}
	return parts
}
