package engine

import (
	"fmt"
	"math/bits"
	"strings"
)

// A Lattice tells in which directions lines of discs run.
type Lattice uint8

const (
	Orthogonal Lattice = iota // 8 directions: ranks, files and both diagonals
	Hexagonal                 // 6 directions: ranks, files and the diagonal a8-h1; a rank below is shifted by half a cell
)

// A Shape is what a board is cut from: which squares of the 8×8 lattice exist and
// in which directions lines run. A square outside the field is a wall: no disc
// lies there and no run of discs passes through it.
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

// Without returns the shape with holes at the given squares.
func (sh Shape) Without(holes Set) Shape {
	sh.Field &^= holes
	return sh
}

// shapeNames are the shapes that have a name, small ones first.
var shapeNames = func() []namedShape {
	four, _ := SquareShape(4)
	six, _ := SquareShape(6)
	return []namedShape{{"4x4", four}, {"6x6", six}, {"8x8", Full}, {"hex", Hexagon()}, {"rhombus", Rhombus()}}
}()

type namedShape struct {
	name  string
	shape Shape
}

// String returns the name of the smallest named shape that holds this one, with
// the holes after a minus sign: "8x8", "6x6-a1f6", "hex-d4".
func (sh Shape) String() string {
	for _, n := range shapeNames {
		if n.shape.Lattice == sh.Lattice && sh.Field&^n.shape.Field == 0 {
			if holes := n.shape.Field &^ sh.Field; holes != 0 {
				return n.name + "-" + strings.ReplaceAll(holes.String(), " ", "")
			}
			return n.name
		}
	}
	panic(fmt.Sprintf("engine: unknown lattice %d", sh.Lattice))
}

// ParseShape reads "4x4", "6x6", "8x8", "hex" (a hexagon of side 4) or "rhombus"
// (8×8 hexagonal cells), each optionally with holes as in "8x8-a1c3".
func ParseShape(text string) (Shape, error) {
	name, holes, _ := strings.Cut(strings.ToLower(text), "-")
	for _, n := range shapeNames {
		if n.name != name {
			continue
		}
		squares, err := ParseMoves(holes)
		if err != nil {
			return Shape{}, fmt.Errorf("engine: holes of shape %.40q: %w", text, err)
		}
		set := SetOf(squares...)
		if outside := set &^ n.shape.Field; outside != 0 {
			return Shape{}, fmt.Errorf("engine: shape %.40q: hole at %v, which is not on a %s board", text, outside.First(), name)
		}
		return n.shape.Without(set), nil
	}
	return Shape{}, fmt.Errorf("engine: shape %.40q: want 4x4, 6x6, 8x8, hex or rhombus, with holes as in 8x8-a1c3", text)
}

// box returns the lowest file and rank of the field and its width and height.
func (sh Shape) box() (file, rank, width, height int) {
	if sh.Field == 0 {
		return 0, 0, 0, 0
	}
	var files Set
	for r := range 8 {
		files |= sh.Field >> (8 * r) & rank1
	}
	file, rank = int(files.First()), sh.Field.First().Rank()
	width = bits.Len64(uint64(files)) - file
	height = (bits.Len64(uint64(sh.Field))+7)/8 - rank
	return file, rank, width, height
}

// Start returns the start position of the shape, black to move: four discs in
// the middle, or on a hexagon six of alternating colour around the middle cell.
// It fails when a hole lies under one of them.
func (sh Shape) Start() (Position, error) {
	base := sh
	for _, n := range shapeNames { // holes on the rim must not move the middle
		if n.shape.Lattice == sh.Lattice && sh.Field&^n.shape.Field == 0 {
			base = n.shape
			break
		}
	}
	file, rank, width, height := base.box()
	f, r := file+width/2, rank+height/2
	black := SetOf(At(f, r-1), At(f-1, r))
	white := SetOf(At(f-1, r-1), At(f, r))
	if base == Hexagon() {
		black = SetOf(At(f+1, r), At(f, r-1), At(f-1, r+1))
		white = SetOf(At(f-1, r), At(f, r+1), At(f+1, r-1))
	}
	if missing := (black | white) &^ sh.Field; missing != 0 {
		return Position{}, fmt.Errorf("engine: shape %v: hole at %v, where a start disc lies", sh, missing.First())
	}
	return Position{Board: Board{Mine: black, Theirs: white, Shape: sh}, Color: Black}, nil
}
