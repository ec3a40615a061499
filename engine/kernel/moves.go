package kernel

// filesBtoG is a variable, because the compiler would move a constant outward through every conjunction,
// which takes eight instructions instead of one.
var filesBtoG uint64 = 0x7E7E7E7E7E7E7E7E

// movesGo fills along the eight directions with doubling strides (parallel prefix); a run has at most six
// discs. A run that leaves file a or h sideways would reappear on the other side, so only the inner files
// count. To the right along a rank, an addition is enough: the carry of a run that begins beside mine sets
// the square after it.
func movesGo(mine, theirs uint64) uint64 {
	inner := theirs & filesBtoG
	moves := inner + inner&(mine<<1)

	f := inner & (mine >> 1)
	f |= inner & (f >> 1)
	pairs := inner & (inner >> 1)
	f |= pairs & (f >> 2)
	f |= pairs & (f >> 2)
	moves |= f >> 1

	u, d := theirs&(mine<<8), theirs&(mine>>8)
	u |= theirs & (u << 8)
	d |= theirs & (d >> 8)
	pairs = theirs & (theirs << 8)
	u |= pairs & (u << 16)
	u |= pairs & (u << 16)
	pairs >>= 8
	d |= pairs & (d >> 16)
	d |= pairs & (d >> 16)
	moves |= u<<8 | d>>8

	u, d = inner&(mine<<7), inner&(mine>>7)
	u |= inner & (u << 7)
	d |= inner & (d >> 7)
	pairs = inner & (inner << 7)
	u |= pairs & (u << 14)
	u |= pairs & (u << 14)
	pairs >>= 7
	d |= pairs & (d >> 14)
	d |= pairs & (d >> 14)
	moves |= u<<7 | d>>7

	u, d = inner&(mine<<9), inner&(mine>>9)
	u |= inner & (u << 9)
	d |= inner & (d >> 9)
	pairs = inner & (inner << 9)
	u |= pairs & (u << 18)
	u |= pairs & (u << 18)
	pairs >>= 9
	d |= pairs & (d >> 18)
	d |= pairs & (d >> 18)
	moves |= u<<9 | d>>9

	return moves &^ (mine | theirs)
}

func movesBothGo(mine, theirs uint64) (uint64, uint64) {
	return movesGo(mine, theirs), movesGo(theirs, mine)
}
