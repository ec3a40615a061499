package pattern

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/outflank/outflank/engine/kernel"
	"github.com/outflank/outflank/eval"
)

// Unit is how many parts the values of an [Evaluator] divide a disc into.
const Unit = 64

// Tables are a compiled model. They do not change and serve any number of goroutines.
type Tables struct {
	stages  [65]uint8 // stage of the patterns by the number of discs
	scalars [65]scalars
	mobile  bool // some weight of mobility is not 0
	sides   [2][]table
}

// scalars are the terms that are not patterns, at some number of discs.
type scalars struct {
	base     int32 // constant and parity, in 1/Unit discs
	mobility int32 // of a move more than the opponent has, in 1/Unit² discs
}

// A table holds in each word's place the values of its pattern's contents, in 1/Unit
// discs. The arrays overlap, each reaching into what follows: an index of 16 bits
// then needs no check.
type table [words]*[1 << 16]int16

// Compile makes tables of a model in discs, over any of the eleven patterns of
// eval.New, balanced or not, mobility, parity and constant; the patterns must have one number of
// stages. Weights are rounded to 1/[Unit] disc and must lie within ±500 discs. The
// tables do not follow later changes of the model.
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
	if unit := m.Meta["unit"]; unit != "discs" {
		return nil, fmt.Errorf("the model's unit is %q, want discs", unit)
	}
	for i, w := range m.Weights {
		if math.Abs(w) > maxWeight {
			return nil, fmt.Errorf("weight %d (%s) is %v, want at most %v discs", i, m.Features.Name(i), w, maxWeight)
		}
	}
	t := &Tables{}
	terms := eval.Terms(m.Features)
	n, err := countStages(terms)
	if err != nil {
		return nil, err
	}
	for discs := range t.stages {
		t.stages[discs] = uint8(discs * n / 65)
	}
	for i := range terms {
		if err := t.addScalar(&terms[i], m.Weights); err != nil {
			return nil, err
		}
	}
	t.unfold(terms, n, m.Weights)
	return t, nil
}

const maxWeight = 500

// countStages returns the number of stages that the patterns have.
func countStages(terms []eval.Term) (int, error) {
	stages, names := 1, map[string]bool{}
	for _, t := range terms {
		if names[pattern(&t)] {
			return 0, fmt.Errorf("term %s stands twice", pattern(&t))
		}
		names[pattern(&t)] = true
		if t.Images == nil {
			continue
		}
		if stages > 1 && t.Stages != stages {
			return 0, fmt.Errorf("patterns of %d and of %d stages, want one number", stages, t.Stages)
		}
		stages = t.Stages
	}
	return stages, nil
}

// addScalar adds a term that is no pattern.
func (t *Tables) addScalar(term *eval.Term, weights []float64) error {
	for discs := range t.scalars {
		s := &t.scalars[discs]
		w := weights[term.Offset+discs*term.Stages/65] * Unit
		switch term.Name {
		case "constant":
			s.base += round(w)
		case "parity": // +1 when an odd number of squares is empty
			s.base += round(w) * int32(2*(discs&1)-1)
		case "mobility": // its value is an eighth of the moves
			s.mobility = round(w * Unit / 8)
			t.mobile = t.mobile || s.mobility != 0
		default:
			if !slices.Contains(names[:], pattern(term)) {
				return fmt.Errorf("term %s: want patterns, mobility, parity or constant", term.Name)
			}
			return nil
		}
	}
	return nil
}

func round(x float64) int32 { return int32(math.Round(x)) }

// unfold makes the tables of all stages, for both sides, in one slice.
func (t *Tables) unfold(terms []eval.Term, stages int, weights []float64) {
	size := 0 // of a stage
	for _, p := range patterns() {
		size += len(p.Fold)
	}
	values := make([]int16, 2*stages*size+1<<16)
	for side := range t.sides {
		t.sides[side] = make([]table, stages)
		for stage := range t.sides[side] {
			at := values[(side*stages+stage)*size:]
			for _, p := range patterns() {
				for w, name := range names {
					if name == p.Name {
						t.sides[side][stage][w] = (*[1 << 16]int16)(at)
					}
				}
				i := slices.IndexFunc(terms, func(x eval.Term) bool { return pattern(&x) == p.Name })
				if i >= 0 {
					unfoldPattern(at[:len(p.Fold)], &terms[i], stage, weights, side)
				}
				at = at[len(p.Fold):]
			}
		}
	}
}

// unfoldPattern fills dst with the values of all contents in a stage, as side sees them.
func unfoldPattern(dst []int16, t *eval.Term, stage int, weights []float64, side int) {
	swapped := swaps(len(dst))
	for contents := range dst {
		seen := contents
		if side == 1 {
			seen = int(swapped[contents])
		}
		dst[contents] = int16(round(t.Weight(seen, stage%t.Stages, weights) * Unit))
	}
}

// pattern returns the name of a term without what makes a pattern balanced.
func pattern(t *eval.Term) string { return strings.TrimPrefix(t.Name, "balanced-") }

// swaps returns for n contents in base 3 what they are when the sides change places.
func swaps(n int) []uint16 {
	t := make([]uint16, n)
	for c := 1; c < n; c++ {
		t[c] = 3*t[c/3] + uint16((3-c%3)%3)
	}
	return t
}

// mobility returns moves of the side to move minus moves of the opponent.
func mobility(mine, theirs uint64) int32 {
	return int32(bits.OnesCount64(kernel.Moves(mine, theirs)) - bits.OnesCount64(kernel.Moves(theirs, mine)))
}
