package pattern

import "math/bits"

// followPlain sets to to the indices of from after the side to move plays on a square and flips a set of
// discs. It adds the change of each disc: a new disc counts 1 in its side's indices and 2 in the others, and
// a flipped disc changes from 2 to 1 and from 1 to 2.
func followPlain(to, from *level, square uint, flips uint64) {
	var turned lanes
	for ; flips != 0; flips &= flips - 1 {
		turned.add(&squares[bits.TrailingZeros64(flips)&63], 1)
	}
	for w, placed := range &squares[square&63] {
		mine, theirs := from.mine[w], from.theirs[w]
		to.mine[w] = theirs + 2*placed + turned[w]
		to.theirs[w] = mine + placed - turned[w]
	}
}
