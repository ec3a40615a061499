package dataset

import "github.com/outflank/outflank/engine"

// PositionHash returns the number that identifies a position in the positions table and the index. It is the
// same for a position's eight images and for both colours. Files store the number, so its definition never
// changes:
//
//	mine, theirs = the least of the 8 symmetric images of (discs of the side to
//	               move, discs of its opponent), as pairs of unsigned 64-bit
//	               numbers in which bit 0 is a1, bit 7 h1 and bit 63 h8
//	hash         = mix(mix(mine) + theirs), modulo 2^64
//
//	mix(x):  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9
//	         x = (x ^ x >> 27) * 0x94d049bb133111eb
//	         x =  x ^ x >> 31                          each modulo 2^64
//
// mix is the finalizer of SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators",
// 2014), and is one to one. On boards other than the ordinary one, the symmetries are those of the lattice,
// and
//
//	hash         = mix(mix(mix(mine) + theirs) + field + lattice)
//
// where field is the set of existing squares, and lattice is 0 for eight directions and 1 for six. In Python:
//
//	M = 2**64 - 1
//	def mix(x):
//	    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9 & M
//	    x = (x ^ x >> 27) * 0x94d049bb133111eb & M
//	    return x ^ x >> 31
//	def images(x):  # the 8 images of a set of squares
//	    rows = [[x >> 8 * r + f & 1 for f in range(8)] for r in range(8)]
//	    for _ in range(4):
//	        rows = [list(r) for r in zip(*rows[::-1])]
//	        for b in rows, rows[::-1]:
//	            yield sum(b[r][f] << 8 * r + f for r in range(8) for f in range(8))
//	def position_hash(own, opponent):
//	    mine, theirs = min(zip(images(own), images(opponent)))
//	    return mix(mix(mine) + theirs & M)
//
// The probability that any two of the 5.3 million positions of the WTHOR database share a hash is below one
// in a million; none do.
func PositionHash(b engine.Board) uint64 { return LeastHash(b.Least()) }

// LeastHash returns the [PositionHash] of a board that is the least of its images.
func LeastHash(b engine.Board) uint64 {
	h := mix(mix(uint64(b.Mine)) + uint64(b.Theirs))
	if b.Shape != engine.Full {
		h = mix(h + uint64(b.Shape.Field) + uint64(b.Shape.Lattice))
	}
	return h
}

func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
