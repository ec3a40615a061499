package qlearn

import "math/bits"

// group is the number of words that change together.
const group = 12

// followPlain applies a change of the board to the words of from and writes the result to to. It adds 2 to
// the digit of square put (64 = none), adds 1 to the digits of the squares plus, and subtracts 1 from those
// of the squares minus. digits contains, by group and square, the words for digit 1; for square 64 they are
// 0. It handles six words at a time, which stay in registers. to and from may be the same slice.
func followPlain(to, from []uint64, digits [][65][group]uint64, put uint, plus, minus uint64) {
	for g := range digits {
		for half := 0; half < group; half += group / 2 {
			at := func(s int) *[group / 2]uint64 { return (*[group / 2]uint64)(digits[g][s][half:]) }
			x, d := *(*[group / 2]uint64)(from[g*group+half:]), at(int(put))
			for i := range x {
				x[i] += 2 * d[i]
			}
			a, b, c, e, f, h := x[0], x[1], x[2], x[3], x[4], x[5]
			for rest := plus; rest != 0; rest &= rest - 1 {
				d := at(bits.TrailingZeros64(rest))
				a, b, c, e, f, h = a+d[0], b+d[1], c+d[2], e+d[3], f+d[4], h+d[5]
			}
			for rest := minus; rest != 0; rest &= rest - 1 {
				d := at(bits.TrailingZeros64(rest))
				a, b, c, e, f, h = a-d[0], b-d[1], c-d[2], e-d[3], f-d[4], h-d[5]
			}
			*(*[group / 2]uint64)(to[g*group+half:]) = [group / 2]uint64{a, b, c, e, f, h}
		}
	}
}
