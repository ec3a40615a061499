package eval

import "github.com/outflank/outflank/engine"

const (
	notA engine.Set = 0xFEFEFEFEFEFEFEFE
	notH engine.Set = 0x7F7F7F7F7F7F7F7F
)

// An axis is a pair of opposite directions; forward goes towards higher squares.
type axis struct {
	shift           uint
	forward, behind engine.Set // squares that a step forward, backward may arrive on
}

// axes are the four axes of the orthogonal lattice; the hexagonal lattice lacks the last.
var axes = [4]axis{
	{1, notA, notH}, // along ranks
	{8, engine.AllSquares, engine.AllSquares}, // along files
	{7, notH, notA}, // along a8-h1
	{9, notA, notH}, // along a1-h8
}

func axesOf(l engine.Lattice) []axis {
	if l == engine.Hexagonal {
		return axes[:3]
	}
	return axes[:]
}

// step returns the squares beside the set, forward and backward on the axis.
func (a axis) step(s engine.Set) engine.Set {
	return s<<(a.shift&63)&a.forward | s>>(a.shift&63)&a.behind
}

// beside returns the squares beside any square of the set in the directions of
// the lattice. They may belong to the set.
func beside(set engine.Set, l engine.Lattice) (near engine.Set) {
	for _, a := range axesOf(l) {
		near |= a.step(set)
	}
	return near
}

// Stable returns discs that can never be flipped, mine and theirs: those that are
// held on each axis. A disc is held on an axis by the rim of the board, a hole or a
// stable disc of its own colour beside it, or by stable discs of the other colour on
// both sides (CS181 report, "Stable Disc Heuristic Function"); and, since nothing can
// be played on it any more, by a line without empty squares. That proves stability
// but does not find every stable disc.
func Stable(b engine.Board) (mine, theirs engine.Set) {
	field, empty := b.Shape.Field, b.Empty()
	lines := axesOf(b.Shape.Lattice)
	var held [4]engine.Set // per axis, whatever the colours
	seed := field &^ empty
	for i, a := range lines {
		held[i] = field &^ (a.reach(empty, field) & a.between(field))
		if seed &= held[i]; seed == 0 {
			return 0, 0
		}
	}
	mine, theirs = b.Mine&seed, b.Theirs&seed
	for {
		m, t := b.Mine, b.Theirs
		for i, a := range lines {
			m &= held[i] | a.step(mine) | a.between(theirs)
			t &= held[i] | a.step(theirs) | a.between(mine)
		}
		if m == mine && t == theirs {
			return mine, theirs
		}
		mine, theirs = m, t
	}
}

// reach returns the squares from which a square of the set can be reached along
// the axis without crossing a wall. The fill doubles its stride (parallel prefix).
func (a axis) reach(set, field engine.Set) engine.Set {
	up, down := set, set
	open, behind := field&a.forward, field&a.behind
	for n := a.shift; n <= 4*a.shift; n *= 2 {
		up |= open & (up << (n & 63))
		down |= behind & (down >> (n & 63))
		open &= open << (n & 63)
		behind &= behind >> (n & 63)
	}
	return up | down
}

// between returns the squares with a square of the set on both sides.
func (a axis) between(s engine.Set) engine.Set {
	return s << (a.shift & 63) & a.forward & (s >> (a.shift & 63) & a.behind)
}
