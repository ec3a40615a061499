package kernel

// Stable returns discs of mine that no continuation can flip. It finds discs that are stable because of their
// edge alone, and discs for which each line is full or has a stable disc of mine next to them. Other discs
// may be stable too.
func Stable(mine, theirs uint64) uint64 { return best.Stable(mine, theirs) }

const inside = 0x007E7E7E7E7E7E00 // squares not on an edge

func stableGo(mine, theirs uint64) uint64 {
	full := fullLines(mine | theirs)
	inside := mine & inside
	stable := stableEdges(mine, theirs) | full[0]&full[1]&full[2]&full[3]&inside
	for old := uint64(0); stable != old; {
		old = stable
		stable |= inside & (stable<<1 | stable>>1 | full[0]) & (stable<<8 | stable>>8 | full[1]) &
			(stable<<7 | stable>>7 | full[2]) & (stable<<9 | stable>>9 | full[3])
	}
	return stable
}

// fullLines returns the squares whose line is full, for ranks, files, falling and rising diagonals. Each step
// doubles the distance along the line over which all squares are known to be full. The constants are the
// squares from which the step leads beyond the rim.
func fullLines(discs uint64) (full [4]uint64) {
	h := discs & (discs >> 1)
	h &= h >> 2
	h &= h >> 4
	full[0] = h & 0x0101010101010101 * 0xFF

	v := discs & (discs >> 8)
	v &= v >> 16
	v &= v >> 32
	full[1] = v & 0xFF * 0x0101010101010101

	a, b := discs, discs
	a &= a>>7 | 0xFF01010101010101
	b &= b<<7 | 0x80808080808080FF
	a &= a>>14 | 0xFFFF030303030303
	b &= b<<14 | 0xC0C0C0C0C0C0FFFF
	full[2] = a & (a>>28 | 0xFFFFFFFF0F0F0F0F) & b & (b<<28 | 0xF0F0F0F0FFFFFFFF)

	a, b = discs, discs
	a &= a>>9 | 0xFF80808080808080
	b &= b<<9 | 0x01010101010101FF
	a &= a>>18 | 0xFFFFC0C0C0C0C0C0
	b &= b<<18 | 0x030303030303FFFF
	full[3] = a & (a>>36 | 0xFFFFFFFFF0F0F0F0) & b & (b<<36 | 0x0F0F0F0FFFFFFFFF)
	return full
}

// stableEdges returns the discs of mine on the four edges that no sequence of moves on their edge can
// change.
func stableEdges(mine, theirs uint64) uint64 {
	return stableEdge(mine, theirs) | stableEdge(mine>>56, theirs>>56)<<56 |
		toFile(stableEdge(fromFile(mine), fromFile(theirs))) | toFile(stableEdge(fromFile(mine>>7),
		fromFile(theirs>>7)))<<7
}

// fromFile gathers file a into a byte, rank 1 lowest; toFile is its inverse.
func fromFile(set uint64) uint64 { return set & 0x0101010101010101 * 0x0102040810204080 >> 56 }
func toFile(line uint64) uint64 {
	return line&0x0F*0x00204081&0x01010101 | line>>4*0x00204081&0x01010101<<32
}

// stableEdge handles one edge, given in the low byte.
func stableEdge(mine, theirs uint64) uint64 {
	return uint64(edges[(ternary[uint8(mine)]+2*ternary[uint8(theirs)])&8191])
}

// ternary reads the digits of a binary number as ternary digits.
var ternary = func() (t [256]uint16) {
	for n := range t {
		for i, power := 0, uint16(1); i < 8; i, power = i+1, 3*power {
			t[n] += uint16(n>>i&1) * power
		}
	}
	return t
}()

// edges holds the stable discs of mine for each state of an edge. States are numbered by ternary digits: 0
// empty, 1 mine, 2 theirs. There are 6561 states; the larger size avoids a bounds check.
var edges = func() (t [8192]uint8) {
	var fixed [6561]uint8 // discs of both colours that never change
	var byEmpty [9][]int
	for n := range fixed {
		mine, theirs := edge(n)
		empty := onesCount(^(mine | theirs))
		byEmpty[empty] = append(byEmpty[empty], n)
	}
	for _, list := range byEmpty {
		for _, n := range list {
			mine, theirs := edge(n)
			fixed[n] = fixedEdge(mine, theirs, &fixed)
			t[n] = fixed[n] & mine
		}
	}
	return t
}()

// edge is the inverse of ternary[mine] + 2*ternary[theirs].
func edge(n int) (mine, theirs uint8) {
	for i := range 8 {
		switch n % 3 {
		case 1:
			mine |= 1 << i
		case 2:
			theirs |= 1 << i
		}
		n /= 3
	}
	return mine, theirs
}

// fixedEdge returns the discs that keep their colour whichever empty square of the edge either side plays,
// with or without flips on the edge. Such a move neither flips them nor makes them unstable. fixed holds the
// results for edges with fewer empty squares.
func fixedEdge(mine, theirs uint8, fixed *[6561]uint8) uint8 {
	result := mine | theirs
	for x := range 8 {
		if (mine|theirs)>>x&1 != 0 {
			continue
		}
		turned := edgeFlips(mine, theirs, x)
		result &^= turned
		result &= fixed[ternary[mine|turned|1<<x]+2*ternary[theirs&^turned]]
		turned = edgeFlips(theirs, mine, x)
		result &^= turned
		result &= fixed[ternary[mine&^turned]+2*ternary[theirs|turned|1<<x]]
	}
	return result
}

// edgeFlips returns the discs that a disc of mine on square x of a line flips.
func edgeFlips(mine, theirs uint8, x int) uint8 {
	return between[x][runEnds[x][theirs]&mine]
}

func onesCount(n uint8) (ones int) {
	for ; n != 0; n &= n - 1 {
		ones++
	}
	return ones
}
