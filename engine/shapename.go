package engine

import (
	"fmt"
	"strings"
)

// A namedShape is a shape without holes, with its discs at the start.
type namedShape struct {
	name         string
	shape        Shape
	black, white Set
}

// namedShapes are the shapes that have a name, small ones first.
var namedShapes = func() []namedShape {
	// Four discs around the point at the upper left corner of square (middle, middle).
	crossed := func(name string, sh Shape, middle int) namedShape {
		low, high := middle-1, middle
		return namedShape{name, sh, SetOf(At(high, low), At(low, high)), SetOf(At(low, low), At(high, high))}
	}
	four, _ := SquareShape(4)
	six, _ := SquareShape(6)
	return []namedShape{
		crossed("4x4", four, 2),
		crossed("6x6", six, 3),
		crossed("8x8", Full, 4),
		{"hex", Hexagon(), SetOf(At(3, 2), At(4, 3), At(2, 4)), SetOf(At(4, 2), At(2, 3), At(3, 4))},
		crossed("rhombus", Rhombus(), 4),
	}
}()

// base returns the smallest named shape that contains sh. Every shape on a valid lattice has one.
func (sh Shape) base() (namedShape, bool) {
	for _, n := range namedShapes {
		if n.shape.Lattice == sh.Lattice && sh.Field&^n.shape.Field == 0 {
			return n, true
		}
	}
	return namedShape{}, false
}

// String returns the name of the smallest named shape that contains this one, with the holes after a hyphen:
// "8x8", "6x6-a1f6", "hex-d4".
func (sh Shape) String() string {
	base, ok := sh.base()
	if !ok {
		return fmt.Sprintf("%v %#x", sh.Lattice, uint64(sh.Field))
	}
	if holes := base.shape.Field &^ sh.Field; holes != 0 {
		return base.name + "-" + strings.ReplaceAll(holes.String(), " ", "")
	}
	return base.name
}

// ParseShape parses names as [Shape.String] returns them, in upper or lower case: "4x4", "6x6", "8x8", "hex"
// (a hexagon of side 4) and "rhombus" (8×8 hexagonal cells), each with or without holes, as in "8x8-a1c3".
func ParseShape(text string) (Shape, error) {
	name, holes, cut := strings.Cut(strings.ToLower(text), "-")
	for _, n := range namedShapes {
		if n.name != name {
			continue
		}
		if cut && holes == "" {
			return Shape{}, fmt.Errorf("engine: shape %.40q: no holes after the hyphen", text)
		}
		set, err := parseHoles(holes, n)
		if err != nil {
			return Shape{}, fmt.Errorf("engine: shape %.40q: %w", text, err)
		}
		return n.shape.Without(set), nil
	}
	return Shape{}, fmt.Errorf("engine: shape %.40q: want 4x4, 6x6, 8x8, hex or rhombus, with holes as "+
		"in 8x8-a1c3", text)
}

// parseHoles parses squares without separators.
func parseHoles(text string, n namedShape) (holes Set, err error) {
	for ; text != ""; text = text[min(2, len(text)):] {
		hole := None
		if len(text) >= 2 {
			hole = squareOf(text[0], text[1])
		}
		switch {
		case hole == None:
			return 0, fmt.Errorf("hole %.2q: want a letter a-h and a digit 1-8", text)
		case !n.shape.Field.Has(hole):
			return 0, fmt.Errorf("hole at %v, which is not on a %s board", hole, n.name)
		}
		holes |= hole.Set()
	}
	return holes, nil
}
