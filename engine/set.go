package engine

import (
	"iter"
	"math/bits"
	"strings"
)

// A Set is a set of squares: bit s is set when square s belongs to it.
type Set uint64

// Common sets of squares of the 8×8 board.
const (
	AllSquares Set = 0xFFFFFFFFFFFFFFFF // all 64 squares
	Corners    Set = 0x8100000000000081 // a1 h1 a8 h8
	XSquares   Set = 0x0042000000004200 // b2 g2 b7 g7, diagonal to the corners
	CSquares   Set = 0x4281000000008142 // b1 a2 …, beside the corners on the edge
	Edges      Set = 0xFF818181818181FF // all squares of the four edges

	filesBtoG Set = 0x7E7E7E7E7E7E7E7E
)

// SetOf returns the set of the given squares.
func SetOf(squares ...Square) Set {
	var set Set
	for _, s := range squares {
		set |= s.Set()
	}
	return set
}

// Len returns the number of squares in the set.
func (set Set) Len() int { return bits.OnesCount64(uint64(set)) }

// Has reports whether square s is in the set.
func (set Set) Has(s Square) bool { return set>>s&1 != 0 }

// First returns the lowest square of the set, or None if the set is empty.
func (set Set) First() Square { return Square(bits.TrailingZeros64(uint64(set))) }

// Nth returns the nth square of the set in ascending order, counting from 0, or None if there is none.
func (set Set) Nth(n int) Square {
	for range n {
		set &= set - 1
	}
	return set.First()
}

// corner returns the square on the lowest file and the lowest rank of the set, or a1 for the empty set. It
// need not be in the set.
func (set Set) corner() Square {
	if set == 0 {
		return 0
	}
	files := set | set>>32 // fold all ranks onto rank 1
	files |= files >> 16
	files |= files >> 8
	return At(int(files.First()), set.First().Rank())
}

// All yields the squares of the set in ascending order.
func (set Set) All() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for rest := set; rest != 0; rest &= rest - 1 {
			if !yield(rest.First()) {
				return
			}
		}
	}
}

// String lists the squares in ascending order, such as "d3 c4 f5 e6".
func (set Set) String() string {
	names := make([]string, 0, set.Len())
	for s := range set.All() {
		names = append(names, s.String())
	}
	return strings.Join(names, " ")
}
