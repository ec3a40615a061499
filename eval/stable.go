package eval

import "github.com/outflank/outflank/engine"

// Stable returns discs that can never be flipped, mine and theirs. Such a disc is held on each axis (CS181
// report, "Stable Disc Heuristic Function"). On an axis, a disc is held if the rim of the board, a hole or a
// stable disc of its own colour is beside it, or if stable discs of the other colour are on both sides. A
// line without empty squares also holds its discs, because no move can be played on it. These rules prove
// stability but do not find every stable disc.
//
// The rule about full lines covers the rule about two stable discs of the other colour. The disc between them
// holds neither of them, so stable discs extend from each of them to the rim.
func Stable(b engine.Board) (mine, theirs engine.Set) {
	field, empty := b.Shape.Field, b.Empty()
	lines := b.Shape.Lattice.Axes()
	var held [4]engine.Set // per axis, for both colours
	seed := field &^ empty
	for i, a := range lines {
		held[i] = field &^ (reach(a, empty, field) & between(a, field))
		if seed &= held[i]; seed == 0 {
			return 0, 0
		}
	}
	mine, theirs = b.Mine&seed, b.Theirs&seed
	for {
		m, t := b.Mine, b.Theirs
		for i, a := range lines {
			m &= held[i] | a.Step(mine)
			t &= held[i] | a.Step(theirs)
		}
		if m == mine && t == theirs {
			return mine, theirs
		}
		mine, theirs = m, t
	}
}

// ruledStable returns the discs found by the report's rule without the rule about full lines. A disc is
// stable if, on each axis, the rim, a hole or a stable disc of its own colour is beside it, or stable discs
// of the other colour are on both sides.
func ruledStable(b engine.Board) (mine, theirs engine.Set) {
	lines := b.Shape.Lattice.Axes()
	var rim [4]engine.Set // per axis
	for i, a := range lines {
		rim[i] = b.Shape.Field &^ between(a, b.Shape.Field)
	}
	for {
		m, t := b.Mine, b.Theirs
		for i, a := range lines {
			m &= rim[i] | a.Step(mine) | between(a, theirs)
			t &= rim[i] | a.Step(theirs) | between(a, mine)
		}
		if m == mine && t == theirs {
			return mine, theirs
		}
		mine, theirs = m, t
	}
}

// reach returns the squares from which a square of the set can be reached along the axis without leaving the
// field. The fill doubles its stride at each step (parallel prefix).
func reach(a engine.Axis, set, field engine.Set) engine.Set {
	up, down := set, set
	open, behind := field&a.Ahead, field&a.Behind
	for n := a.Shift; n <= 4*a.Shift; n *= 2 {
		up |= open & (up << (n & 63))
		down |= behind & (down >> (n & 63))
		open &= open << (n & 63)
		behind &= behind >> (n & 63)
	}
	return up | down
}

// between returns the squares that have squares of the set on both sides.
func between(a engine.Axis, s engine.Set) engine.Set {
	return a.Forward(s) & a.Backward(s)
}
