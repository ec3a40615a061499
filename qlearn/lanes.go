package qlearn

import "math/bits"

// lanes is the number of 16-bit lanes in a word, for arithmetic on four contents at once.
const (
	lanes = 4
	ones  = 0x0001000100010001 // 1 in each lane
)

// notZero returns 1 in each lane that is not 0.
func notZero(x uint64) uint64 { return (x&(0x7fff*ones) + 0x7fff*ones | x) >> 15 & ones }

// equal returns 1 in each lane in which x and y agree.
func equal(x, y uint64) uint64 { return notZero(x^y) ^ ones }

// pairs returns the number of ordered pairs of equal lanes of a word that are not 0. A lane forms a pair with
// itself.
func pairs(x uint64) int {
	same := ones + 2*equal(x, bits.RotateLeft64(x, 16)) + equal(x, bits.RotateLeft64(x, 32))
	return sum(same & (notZero(x) * 0xffff))
}

// between returns the number of pairs of equal lanes, one from x and one from y, that are not 0.
func between(x, y uint64) int {
	same := equal(x, y) + equal(x, bits.RotateLeft64(y, 16)) + equal(x, bits.RotateLeft64(y, 32)) + equal(x,
		bits.RotateLeft64(y, 48))
	return sum(same & (notZero(x) * 0xffff))
}

// sum returns the sum of the lanes.
func sum(x uint64) int { return int(x * ones >> 48) }

// least returns the smaller of the two contents in each lane.
func least(x, y uint64) uint64 {
	const high = 0x8000 * ones
	less := (y&^x | ^(x^y)&((y|high)-(x&^high))) & high // in each lane where x is at most y
	all := less >> 15 * 0xffff
	return x&all | y&^all
}

// pairsPlain writes the smaller of each content and its twin to smaller. It returns the sum of pairs over the
// words.
func pairsPlain(smaller, x, twins []uint64) (sum int) {
	for w := range smaller {
		smaller[w] = least(x[w], twins[w])
		sum += pairs(smaller[w])
	}
	return sum
}
