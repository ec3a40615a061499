package engine

import "math/bits"

// A Symmetry is one of the eight ways to turn or mirror a board onto itself:
// bit 2 transposes (mirrors at the diagonal a1-h8), then
// bit 0 mirrors left to right and bit 1 mirrors top to bottom. Symmetry 0
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

// Square returns where y takes square s on the full 8×8 lattice.
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

// Set returns where y takes a set of squares on the full 8×8 lattice.
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

// Keeps tells whether y takes lines of the lattice to lines: all eight do on the
// orthogonal one; on the hexagonal one only those that keep the diagonal a8-h1.
func (l Lattice) Keeps(y Symmetry) bool {
	return l == Orthogonal || y == 0 || y == 3 || y == 4 || y == 7
}

// Transform returns the board turned or mirrored by y within the rectangle that
// holds its field, so that a 4×4 board stays in its corner. Holes move along.
func (b Board) Transform(y Symmetry) Board {
	out := Board{y.Set(b.Mine), y.Set(b.Theirs), Shape{y.Set(b.Shape.Field), b.Shape.Lattice}}
	if b.Shape.Field == AllSquares {
		return out
	}
	file, rank, _, _ := b.Shape.box()
	f, r, _, _ := out.Shape.box()
	move := func(set Set) Set { return set >> (8*r + f) << (8*rank + file) }
	return Board{move(out.Mine), move(out.Theirs), Shape{move(out.Shape.Field), b.Shape.Lattice}}
}

// Canonical returns the least of the board's symmetric images, ordered by field,
// Mine, Theirs, and the symmetry that takes b to it. Two boards are symmetric
// exactly when their canonical boards are equal.
func (b Board) Canonical() (Board, Symmetry) {
	least, by := b, Symmetry(0)
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

func (b Board) less(c Board) bool {
	if b.Shape.Field != c.Shape.Field {
		return b.Shape.Field < c.Shape.Field
	}
	if b.Mine != c.Mine {
		return b.Mine < c.Mine
	}
	return b.Theirs < c.Theirs
}

// transpose mirrors the lattice at its diagonal a1-h8 by swapping blocks of
// 1, 2 and 4 squares (Warren, Hacker's Delight, section 7-3).
func transpose(x Set) Set {
	t := (x ^ x>>7) & 0x00AA00AA00AA00AA
	x ^= t ^ t<<7
	t = (x ^ x>>14) & 0x0000CCCC0000CCCC
	x ^= t ^ t<<14
	t = (x ^ x>>28) & 0x00000000F0F0F0F0
	return x ^ t ^ t<<28
}

// mirror swaps files a and h, b and g, …: it reverses the bits of each rank.
func mirror(x Set) Set {
	return Set(bits.ReverseBytes64(bits.Reverse64(uint64(x))))
}
