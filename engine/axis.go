package engine

// An Axis is a pair of opposite directions in which lines of discs run. A step forward adds Shift to the
// number of a square, and a step backward subtracts it.
type Axis struct {
	Shift         uint
	Ahead, Behind Set // squares that a step forward or backward can reach
}

// Indices of the axes in [Lattice.Axes].
const (
	AlongRanks = iota
	AlongFiles
	AlongA8H1
	AlongA1H8 // not on the hexagonal lattice
)

const (
	notA Set = 0xFEFEFEFEFEFEFEFE // squares that are not on file a
	notH Set = 0x7F7F7F7F7F7F7F7F
)

var axes = [4]Axis{
	AlongRanks: {1, notA, notH},
	AlongFiles: {8, AllSquares, AllSquares},
	AlongA8H1:  {7, notH, notA},
	AlongA1H8:  {9, notA, notH},
}

// Axes returns the axes of a lattice: four, or three on the hexagonal one. The caller must not change them.
func (l Lattice) Axes() []Axis {
	if l == Hexagonal {
		return axes[:AlongA1H8]
	}
	return axes[:]
}

// Forward returns the squares one step forward from the squares of a set. Steps beyond the rim lead nowhere.
func (a Axis) Forward(set Set) Set { return set << (a.Shift & 63) & a.Ahead }

// Backward returns the squares one step backward.
func (a Axis) Backward(set Set) Set { return set >> (a.Shift & 63) & a.Behind }

// Step returns the squares one step forward or backward.
func (a Axis) Step(set Set) Set { return a.Forward(set) | a.Backward(set) }

// Beside returns the squares beside any square of the set, in all directions of the
// lattice. They may belong to the set.
func (set Set) Beside(l Lattice) Set {
	row := set<<1&notA | set>>1&notH
	if l == Hexagonal {
		return row | set<<8 | set>>8 | set<<7&notH | set>>7&notA
	}
	wide := row | set
	return row | wide<<8 | wide>>8
}
