package pattern

import "math/bits"

// followPlain stores in the first lanes the indices of the second ones after a move: a side, 0 or 1 as in
// level, plays on a square and flips a set of discs. It adds the change of each disc: a new disc counts 1 or
// 2 in base 3, and a flipped disc changes from 2 to 1 or back.
func followPlain(to, from *lanes, square uint, flips, side uint64) {
	minus := side - 1 // all ones for side 0, for which flips subtract
	placed := &squares[square&63]
	for part := 0; part < words; part += words / 2 {
		var a, b, c, d, f, g, h, k uint64
		for rest := flips; rest != 0; rest &= rest - 1 {
			turned := (*[words / 2]uint64)(squares[bits.TrailingZeros64(rest)&63][part:])
			a += turned[0]
			b += turned[1]
			c += turned[2]
			d += turned[3]
			f += turned[4]
			g += turned[5]
			h += turned[6]
			k += turned[7]
		}
		src, dst, put := (*[words / 2]uint64)(from[part:]), (*[words / 2]uint64)(to[part:]),
			(*[words / 2]uint64)(placed[part:])
		dst[0] = src[0] + put[0]<<side + (a ^ minus) - minus
		dst[1] = src[1] + put[1]<<side + (b ^ minus) - minus
		dst[2] = src[2] + put[2]<<side + (c ^ minus) - minus
		dst[3] = src[3] + put[3]<<side + (d ^ minus) - minus
		dst[4] = src[4] + put[4]<<side + (f ^ minus) - minus
		dst[5] = src[5] + put[5]<<side + (g ^ minus) - minus
		dst[6] = src[6] + put[6]<<side + (h ^ minus) - minus
		dst[7] = src[7] + put[7]<<side + (k ^ minus) - minus
	}
}
