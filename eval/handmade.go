package eval

import (
	"math/bits"

	"github.com/outflank/outflank/engine"
)

// handTerms are terms of the source papers' hand-made evaluators that the report's terms do not cover. Each
// is a difference, mine minus theirs, divided by a number that brings it near 1. If papers define a concept
// differently, each definition has its own name.
var handTerms = map[string]func(b engine.Board) float64{
	"potential":       difference(side.potential, 16),
	"late-discs":      difference(side.lateDiscs, 16),
	"edge-stability":  difference(side.edgeStable, 8),
	"line-stability":  difference(func(s side) int { return s.lineStable(s.empty | s.theirs) }, 8),
	"enemy-stability": difference(func(s side) int { return s.lineStable(s.theirs) }, 8),
	"sequences":       difference(side.sequences, 8),
}

// A side is a board from the view of one player, who need not be to move.
type side struct {
	mine, theirs, empty engine.Set
	shape               engine.Shape
}

// difference returns a count for the side to move minus the same count for the opponent.
func difference(count func(s side) int, scale float64) func(b engine.Board) float64 {
	return func(b engine.Board) float64 {
		me, you := sides(b)
		return float64(count(me)-count(you)) / scale
	}
}

// sides returns the board from the views of the side to move and of the opponent.
func sides(b engine.Board) (me, you side) {
	empty := b.Empty()
	return side{b.Mine, b.Theirs, empty, b.Shape}, side{b.Theirs, b.Mine, empty, b.Shape}
}

// potential is IAGO's potential mobility as Fennell counts it (III.D, "Mobility"): the number of the
// opponent's discs beside each empty square. A disc beside two empty squares counts twice. A neighbour counts
// only if the square behind it exists, where a disc of mine could be (Fig. 6).
func (s side) potential() (n int) {
	for _, a := range s.shape.Lattice.Axes() {
		n += (s.empty & a.Forward(s.theirs&a.Forward(s.shape.Field))).Len()
		n += (s.empty & a.Backward(s.theirs&a.Backward(s.shape.Field))).Len()
	}
	return n
}

// lateEmpties is the number of empty squares from which the number of discs matters: "until each player has
// very few moves left" (Fennell), here five each.
const lateEmpties = 10

// lateDiscs counts discs near the end of the game.
func (s side) lateDiscs() int {
	if s.empty.Len() > lateEmpties {
		return 0
	}
	return s.mine.Len()
}

// edgeStable counts discs that the opponent cannot flip with the next move on an adjacent square (Ranvier,
// 2.4.3, algorithm 4): there is no direction in which the neighbour is empty while the opposite neighbour is
// empty or the opponent's.
func (s side) edgeStable() int {
	unstable, open := engine.Set(0), s.empty|s.theirs
	for _, a := range s.shape.Lattice.Axes() {
		unstable |= a.Forward(s.empty)&a.Backward(open) | a.Backward(s.empty)&a.Forward(open)
	}
	return (s.mine &^ unstable).Len()
}

// lineStable is edgeStable with a different reading of "an enemy or empty cell in the opposite direction":
// the first cell in that direction that is not the player's own, because a move beside a run flips all of it.
// Such a cell counts only if it is in open. If open contains no empty cells, only discs that can be captured
// are unstable.
func (s side) lineStable(open engine.Set) int {
	unstable := engine.Set(0)
	for _, a := range s.shape.Lattice.Axes() {
		before, behind := s.mine&a.Forward(open), s.mine&a.Backward(open)
		for range 5 { // a line of eight has at most six own discs between this cell and an empty one
			before |= s.mine & a.Forward(before)
			behind |= s.mine & a.Backward(behind)
		}
		unstable |= a.Backward(s.empty)&before | a.Forward(s.empty)&behind
	}
	return (s.mine &^ unstable).Len()
}

// sequences is BILL's sequence penalty as Fennell describes it: "long sequences of discs in your own colour …
// inhibit mobility, especially if they are frontier discs". A run of n discs along a line counts n-2 if it
// ends at an empty square.
func (s side) sequences() (n int) {
	for _, a := range s.shape.Lattice.Axes() {
		runs := s.mine & a.Step(s.empty) // ends of the runs, then all discs connected to them
		for range 6 {
			runs |= s.mine & a.Step(runs)
		}
		n += (runs & a.Forward(runs) & a.Backward(runs)).Len()
	}
	return n
}

// gridTerm counts the disc on each of the 64 squares, so that tuning can find asymmetric weights (Hong and
// Kahn, "Grid").
func gridTerm() term {
	name := func(i int) string { return "square " + engine.Square(i).String() }
	return term{len: 64, name: name, append: func(dst []Feature, base int32, b engine.Board) []Feature {
		for set := uint64(b.Mine); set != 0; set &= set - 1 {
			dst = append(dst, Feature{base + int32(bits.TrailingZeros64(set)), 1})
		}
		for set := uint64(b.Theirs); set != 0; set &= set - 1 {
			dst = append(dst, Feature{base + int32(bits.TrailingZeros64(set)), -1})
		}
		return dst
	}}
}
