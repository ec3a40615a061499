package pattern

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"sync/atomic"

	"github.com/outflank/outflank/engine/kernel"
	"github.com/outflank/outflank/eval"
)

// Unit is the value of one disc in the unit of an [Evaluator].
const Unit = 64

// Tables are a compiled model. They are immutable and safe for concurrent use.
type Tables struct {
	stages  [65]uint8 // index of the table for each number of discs
	scalars [65]scalars
	mobile  bool // some mobility weight is nonzero
	words   int  // number of words to look up: plainWords without the tuples, otherwise all
	values  []stageTable
	lazy    *lazy       // creates those of values that are nil
	squash  *squash     // nil = values are not squashed
	rest    *eval.Model // the terms without tables, in 1/Unit discs; nil = none
}

// scalars are the terms other than patterns, for one number of discs.
type scalars struct {
	base     int32 // constant and parity, in 1/Unit discs
	mobility int32 // weight of one move more than the opponent, in 1/Unit² discs
}

// A table contains, for each word, the values of its pattern's contents, in 1/Unit discs. The arrays overlap,
// each extending into the following ones, so a 16-bit index needs no bounds check.
type table [usedWords]*[1 << 16]int16

// A stageTable is the table of a stage, nil before its first use.
type stageTable = atomic.Pointer[table]

// of returns the table for a number of discs, up to 64.
func (t *Tables) of(discs int) *table {
	stage := int(t.stages[discs])
	if made := t.values[stage].Load(); made != nil {
		return made
	}
	return t.unpack(stage)
}

// Compile creates tables from a model. Fast terms are the eleven patterns of eval.New; the tuples
// a1b1c1d1a2b2c2a3b3a4, c1d1e1f1c2d2e2f2 and c2d2e2f2c3d3e3f3; tuples whose squares all lie in one of these,
// which includes all straight tuples; balanced versions of all these; mobility, parity and constant. Other
// terms are recomputed for each board, see [Tables.Rest]. A model in wins is converted to discs, with 64 for
// a win, and squashed as its metadata specifies: in a finished model, "tanh" and "logit" are the same
// hyperbolic tangent. Weights are rounded to 1/Unit disc and must be within ±500 discs, as must sums of
// tuples that share a pattern. Compile returns an error for models in units other than discs and wins. Later
// changes to the model do not affect the tables.
func Compile(m *eval.Model) (*Tables, error) {
	t, err := compile(m)
	if err != nil {
		return nil, fmt.Errorf("pattern: %w", err)
	}
	return t, nil
}

func compile(m *eval.Model) (*Tables, error) {
	if err := m.Check(); err != nil {
		return nil, err
	}
	fillSquares()
	c := compiler{terms: eval.Terms(m.Features), Tables: &Tables{}}
	if err := c.scale(m); err != nil {
		return nil, err
	}
	for i := range c.terms {
		c.add(&c.terms[i])
	}
	if err := c.keepRest(m.Features); err != nil {
		return nil, err
	}
	return c.Tables, c.unfold()
}

const maxWeight = 500

// A compiler contains tables under construction.
type compiler struct {
	*Tables
	terms   []eval.Term
	weights []float64 // in discs
	parts   []part
	others  []*eval.Term // terms without tables
}

// scale converts the weights to discs.
func (c *compiler) scale(m *eval.Model) error {
	factor := 1.0
	switch unit := m.Meta["unit"]; unit {
	case "discs":
	case "win":
		factor = winDiscs
	default:
		return fmt.Errorf("the model's unit is %.40q, want discs or win", unit)
	}
	switch name := m.Meta["squash"]; {
	case name == "" || name == "none":
	case (name == "tanh" || name == "logit") && factor == winDiscs:
		c.squash = tanh()
	default:
		return fmt.Errorf("the model is squashed by %.40q, want none, or tanh or logit of wins", name)
	}
	c.weights = m.Weights
	if factor != 1 {
		c.weights = slices.Clone(m.Weights)
		for i := range c.weights {
			c.weights[i] *= factor
		}
	}
	for i, w := range c.weights {
		if math.Abs(w) > maxWeight {
			return fmt.Errorf("weight %d (%s) is %v discs, want at most %v", i, m.Features.Name(i), w, maxWeight)
		}
	}
	return nil
}

// add adds a term to the parts if it is a pattern inside one with a table, and otherwise to the scalars or to
// the terms without tables.
func (c *compiler) add(term *eval.Term) {
	if p, ok := newPart(term); ok {
		c.parts = append(c.parts, p)
		return
	}
	switch term.Name {
	case "constant", "parity":
		c.addScalar(term, func(s *scalars, w float64, discs int) { s.add(term.Name, round(w), discs) })
	case "mobility": // its value is an eighth of the difference in moves
		c.addScalar(term, func(s *scalars, w float64, _ int) {
			s.mobility += round(w * Unit / 8)
			c.mobile = c.mobile || s.mobility != 0
		})
	default:
		c.others = append(c.others, term)
	}
}

// add adds the weight of constant or parity, in 1/Unit discs.
func (s *scalars) add(name string, weight int32, discs int) {
	if name == "parity" { // +1 if the number of empty squares is odd
		weight *= int32(2*(discs&1) - 1)
	}
	s.base += weight
}

// addScalar adds a term with one entry, given its weight, in 1/Unit discs, for each number of discs.
func (c *compiler) addScalar(term *eval.Term, add func(s *scalars, w float64, discs int)) {
	for discs := range c.scalars {
		add(&c.scalars[discs], c.weights[term.Offset+discs*term.Stages/65]*Unit, discs)
	}
}

func round(x float64) int32 { return int32(math.Round(x)) }

// mobility returns the number of moves of the side to move minus the opponent's.
func mobility(mine, theirs uint64) int32 {
	moves, back := kernel.MovesBoth(mine, theirs)
	return int32(bits.OnesCount64(moves) - bits.OnesCount64(back))
}
