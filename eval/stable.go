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
	return s<<a.shift&a.forward | s>>a.shift&a.behind
}

// Neighbours returns the squares beside any square of the set, in eight directions.
func Neighbours(set engine.Set) engine.Set {
	row := set | axes[0].step(set)
	return (row | axes[1].step(row)) &^ set
}

// Stable returns discs that can never be flipped, mine and theirs. A disc is
// counted when it is held on each axis: the line is full; or the rim of the board,
// a hole or a stable disc of its own colour is beside it; or stable discs of the
// other colour are on both sides (CS181 report, "Stable Disc Heuristic Function").
// That proves stability but does not find every stable disc.
func Stable(b engine.Board) (mine, theirs engine.Set) {
	field, empty := b.Shape.Field, b.Empty()
	lines := axesOf(b.Shape.Lattice)
	var held [4]engine.Set // per axis, whatever the colours
	seed := field &^ empty
	for i, a := range lines {
		held[i] = field&^a.open(empty, field) | a.rim(field)
		seed &= held[i]
	}
	if seed == 0 {
		return 0, 0
	}
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

// open returns the squares from which a square of empty can be reached along the
// axis without crossing a wall.
func (a axis) open(empty, field engine.Set) engine.Set {
	for {
		next := empty | a.step(empty)&field
		if next == empty {
			return empty
		}
		empty = next
	}
}

// rim returns the squares of the field that have a wall beside them on the axis.
func (a axis) rim(field engine.Set) engine.Set { return field &^ a.between(field) }

// between returns the squares with a square of the set on both sides.
func (a axis) between(s engine.Set) engine.Set {
	return s << a.shift & a.forward & (s >> a.shift & a.behind)
}
