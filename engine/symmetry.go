package engine

import "math/bits"

// A Symmetry is one of the eight ways, 0 to 7, to turn or mirror a square lattice onto itself. Bit 2 mirrors
// across the diagonal a1-h8, then bit 0 mirrors left to right, then bit 1 mirrors top to bottom. Symmetry 0
// changes nothing.
type Symmetry uint8

// Symmetries is the number of symmetries of the orthogonal lattice.
const Symmetries = 8

// Inverse returns the symmetry that undoes y.
func (y Symmetry) Inverse() Symmetry {
	if y&4 != 0 && y&3 != 0 && y&3 != 3 {
		return y ^ 3 // the two quarter turns undo each other
	}
	return y
}

// Square returns the image of square s on the full 8×8 lattice.
func (y Symmetry) Square(s Square) Square {
	f, r := s.File(), s.Rank()
	if y&4 != 0 {
		f, r = r, f
	}
	if y&1 != 0 {
		f = 7 - f
	}
	if y&2 != 0 {
		r = 7 - r
	}
	return At(f, r)
}

// Set returns the image of a set of squares on the full 8×8 lattice.
func (y Symmetry) Set(set Set) Set {
	if y&4 != 0 {
		set = transpose(set)
	}
	if y&1 != 0 {
		set = mirror(set)
	}
	if y&2 != 0 {
		set = Set(bits.ReverseBytes64(uint64(set)))
	}
	return set
}

// Keeps reports whether y maps lines of the lattice to lines, so that games stay legal. On the orthogonal
// lattice all eight symmetries do. On the hexagonal lattice, only 0, 3 (half a turn), 4 and 7 do, which keep
// the diagonal a8-h1. (A hexagon has twelve symmetries, but the square lattice that stores it lacks the
// others.)
func (l Lattice) Keeps(y Symmetry) bool {
	return l == Orthogonal || y == 0 || y == 3 || y == 4 || y == 7
}

// Image returns the image under y of a set of squares of the shape. The diagonal mirror uses the diagonal of
// the whole lattice. The other two mirrors use the rectangle around the field, so a 4×4 board stays in its
// corner. The set must be in the field. To undo it, call Image on the transformed shape with y.Inverse().
func (sh Shape) Image(y Symmetry, set Set) Set {
	set = y.Set(set)
	if sh.Field == AllSquares {
		return set
	}
	have, want := y.Set(sh.Field).corner(), (y & 4).Set(sh.Field).corner()
	return set >> have << want
}

// Transform returns the board turned or mirrored by y, see [Shape.Image]. Holes are transformed too.
func (b Board) Transform(y Symmetry) Board {
	sh := b.Shape
	return Board{sh.Image(y, b.Mine), sh.Image(y, b.Theirs), Shape{sh.Image(y, sh.Field), sh.Lattice}}
}

// Canonical returns the least of the board's symmetric images, and the first symmetry that maps b to it.
// Images are ordered by field, then Mine, then Theirs. Use [Shape.Image] to map moves. Two boards are
// symmetric if and only if their canonical boards are equal.
func (b Board) Canonical() (least Board, by Symmetry) {
	if b.Shape == Full {
		return b.canonicalFull()
	}
	least = b
	for y := Symmetry(1); y < Symmetries; y++ {
		if !b.Shape.Lattice.Keeps(y) {
			continue
		}
		if image := b.Transform(y); image.less(least) {
			least, by = image, y
		}
	}
	return least, by
}

// less orders boards of one lattice.
func (b Board) less(c Board) bool {
	if b.Shape.Field != c.Shape.Field {
		return b.Shape.Field < c.Shape.Field
	}
	if b.Mine != c.Mine {
		return b.Mine < c.Mine
	}
	return b.Theirs < c.Theirs
}

// transpose mirrors the lattice across the diagonal a1-h8 by swapping blocks of 1, 2 and 4 squares (Warren,
// Hacker's Delight, section 7-3).
func transpose(x Set) Set {
	t := (x ^ x>>7) & 0x00AA00AA00AA00AA
	x ^= t ^ t<<7
	t = (x ^ x>>14) & 0x0000CCCC0000CCCC
	x ^= t ^ t<<14
	t = (x ^ x>>28) & 0x00000000F0F0F0F0
	return x ^ t ^ t<<28
}

// mirror swaps files a and h, b and g, and so on: it reverses the bits of each rank.
func mirror(x Set) Set {
	return Set(bits.ReverseBytes64(bits.Reverse64(uint64(x))))
}
