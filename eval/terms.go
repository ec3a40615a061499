package eval

import (
	"fmt"

	"github.com/outflank/outflank/engine"
)

// A term is a kind of feature. It names its entries and appends them for a board.
type term struct {
	len    int              // number of entries
	name   func(int) string // meaning of an entry
	append appender

	pattern  *pattern // nil = not a pattern
	oneSided bool     // see [ByMover]
}

// newTerm returns the term called name. The divisors bring the spread of every term over tournament positions
// to about 1, so that one learning rate suits all.
func newTerm(name string, w []float64) (term, error) {
	switch name {
	case "position":
		if len(w) == 0 {
			return term{}, fmt.Errorf("term position needs the 64 square weights W")
		}
		return positionTerm(w), nil
	case "mobility":
		return scalar(name, func(b engine.Board) float64 {
			return float64(b.Moves().Len()-b.Pass().Moves().Len()) / 8
		}), nil
	case "stability":
		return stableTerm(name, Stable), nil
	case "cs181-stability":
		return stableTerm(name, ruledStable), nil
	case "own-mobility":
		return ownCount(name, engine.Board.Moves), nil
	case "own-stability":
		return ownStableTerm(name, Stable), nil
	case "own-cs181-stability":
		return ownStableTerm(name, ruledStable), nil
	case "parity":
		return scalar(name, parity), nil
	case "discs":
		return scalar(name, func(b engine.Board) float64 {
			return float64(b.Mine.Len()-b.Theirs.Len()) / 16
		}), nil
	case "frontier":
		return scalar(name, func(b engine.Board) float64 {
			near := b.Empty().Beside(b.Shape.Lattice)
			return float64((b.Mine&near).Len()-(b.Theirs&near).Len()) / 8
		}), nil
	case "squares":
		return squaresTerm(), nil
	case "grid":
		return gridTerm(), nil
	case "cassio-stability":
		return cassioTerm(false), nil
	case "cassio-one-way":
		return cassioTerm(true), nil
	case "constant":
		return scalar(name, func(engine.Board) float64 { return 1 }), nil
	}
	if value, ok := handTerms[name]; ok {
		return scalar(name, value), nil
	}
	if t, ok := registeredTerm(name); ok {
		return t, nil
	}
	return lookupTerm(name)
}

// stableTerm counts the stable discs of the sides, mine minus theirs, in eighths.
func stableTerm(name string, stable func(engine.Board) (mine, theirs engine.Set)) term {
	return scalar(name, func(b engine.Board) float64 {
		mine, theirs := stable(b)
		return float64(mine.Len()-theirs.Len()) / 8
	})
}

// ownStableTerm counts the stable discs of the side to move.
func ownStableTerm(name string, stable func(engine.Board) (mine, theirs engine.Set)) term {
	return ownCount(name, func(b engine.Board) engine.Set {
		mine, _ := stable(b)
		return mine
	})
}

// ownCount returns a one-sided term that counts squares of the side to move, in eighths.
func ownCount(name string, squares func(engine.Board) engine.Set) term {
	t := scalar(name, func(b engine.Board) float64 { return float64(squares(b).Len()) / 8 })
	t.oneSided = true
	return t
}

// scalar returns a term with one entry.
func scalar(name string, value func(engine.Board) float64) term {
	return term{len: 1, name: func(int) string {
		return name
	}, append: func(dst []Feature, base int32, b engine.Board) []Feature {
		if v := value(b); v != 0 {
			dst = append(dst, Feature{base, v})
		}
		return dst
	}}
}

// parity returns +1 if the number of empty squares is odd, so that the side to move would make the last move
// without passes, and -1 if it is even. It is the report's "indicator of the parity status based on the
// current number of empty squares". According to the report, white, who moves when the number is odd, has a
// subtle edge. An indicator of 0 and 1 would differ by a factor and a constant. The constant is the same for
// all leaves of a search to a fixed depth without passes.
func parity(b engine.Board) float64 {
	return float64(b.Empty().Len()&1)*2 - 1
}

// Classes are the ten classes of symmetric squares of the 8×8 board, named after their first squares: a1 b1
// c1 d1 b2 c2 d2 c3 d3 d4.
var Classes, classOf = func() (sets [10]engine.Set, of [64]uint8) {
	var seen engine.Set
	n := 0
	for s := range engine.Square(64) {
		if seen.Has(s) {
			continue
		}
		for y := engine.Symmetry(0); y < engine.Symmetries; y++ {
			image := y.Square(s)
			sets[n] |= image.Set()
			of[image] = uint8(n)
		}
		seen |= sets[n]
		n++
	}
	return sets, of
}()

// Class returns the index in [Classes] of the class of square s.
func Class(s engine.Square) int { return int(classOf[s&63]) }

// squaresTerm counts the discs in each class of squares, so that learning finds square weights that replace
// W.
func squaresTerm() term {
	name := func(i int) string { return "squares like " + Classes[i].First().String() }
	return term{len: len(Classes), name: name, append: func(dst []Feature, base int32,
		b engine.Board) []Feature {
		for i, set := range Classes {
			if n := (b.Mine & set).Len() - (b.Theirs & set).Len(); n != 0 {
				dst = append(dst, Feature{base + int32(i), float64(n) / 2})
			}
		}
		return dst
	}}
}
