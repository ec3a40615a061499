package engine

import "fmt"

// A Lattice defines the directions in which lines of discs run. Only two values are valid.
//
// On the hexagonal lattice each rank is shifted to the right by half a cell relative to the one above it. A
// cell has neighbours on its rank, on its file and on the diagonal parallel to a8-h1:
//
//	  d3  e3
//	c4  d4  e4
//	  c5  d5
type Lattice uint8

const (
	Orthogonal Lattice = iota // 8 directions: ranks, files and both diagonals
	Hexagonal                 // 6 directions: ranks, files and the diagonal a8-h1
)

// String returns "orthogonal" or "hexagonal".
func (l Lattice) String() string {
	switch l {
	case Orthogonal:
		return "orthogonal"
	case Hexagonal:
		return "hexagonal"
	}
	return fmt.Sprintf("Lattice(%d)", uint8(l))
}

// A Shape defines which squares of the 8×8 lattice a board has and in which directions lines run. A square
// outside the field is a wall: it holds no disc, and no run of discs passes through it. The zero Shape has
// no squares.
//
// Shapes are equal if they have the same squares and lattice. For example, a 6×6 board with holes outside the
// 4×4 squares in its corner is the 4×4 board, with the same name and start position.
type Shape struct {
	Field   Set
	Lattice Lattice
}

// Full is the ordinary 8×8 board.
var Full = Shape{Field: AllSquares}

// SquareShape returns the n×n board in the corner at a1; n is 4, 6 or 8.
func SquareShape(n int) (Shape, error) {
	if n != 4 && n != 6 && n != 8 {
		return Shape{}, fmt.Errorf("engine: board of size %d: want 4, 6 or 8", n)
	}
	var field Set
	for r := range n {
		field |= (1<<n - 1) << (8 * r)
	}
	return Shape{Field: field}, nil
}

// Hexagon is the hexagonal board with four cells on each side, 37 in all.
//
//	rank 1        . . . .        d1 e1 f1 g1
//	rank 2       . . . . .       c2 …
//	rank 3      . . . . . .
//	rank 4     . . . . . . .     a4 … g4
//	rank 5      . . . . . .      a5 …
//	rank 6       . . . . .
//	rank 7        . . . .        a7 b7 c7 d7
func Hexagon() Shape {
	var field Set
	for r := range 7 {
		for f := range 7 {
			if sum := f + r; sum >= 3 && sum <= 9 {
				field |= At(f, r).Set()
			}
		}
	}
	return Shape{Field: field, Lattice: Hexagonal}
}

// Rhombus is the hexagonal board of 8×8 cells.
func Rhombus() Shape { return Shape{Field: AllSquares, Lattice: Hexagonal} }

// Without returns the shape with holes at the given squares. Squares outside the shape change nothing.
func (sh Shape) Without(holes Set) Shape {
	sh.Field &^= holes
	return sh
}

// Start returns the start position of the shape, black to move. Four discs are in the middle of the smallest
// named shape that contains this one. On the hexagon, six discs of alternating colours surround the middle
// cell. Start returns an error if a disc would be on a hole.
//
//	d4 O  e4 X             d3 X  e3 O
//	d5 X  e5 O          c4 O  d4 -  e4 X
//	                       c5 X  d5 O
func (sh Shape) Start() (Position, error) {
	base, ok := sh.base()
	if !ok {
		return Position{}, fmt.Errorf("engine: shape %v: no such lattice", sh)
	}
	if missing := (base.black | base.white) &^ sh.Field; missing != 0 {
		return Position{}, fmt.Errorf("engine: shape %v: hole at %v, where a start disc lies", sh, missing.First())
	}
	return Position{Board: Board{Mine: base.black, Theirs: base.white, Shape: sh}, Color: Black}, nil
}
