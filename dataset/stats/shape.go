package stats

import "github.com/outflank/outflank/engine"

const (
	notA  engine.Set = 0xFEFEFEFEFEFEFEFE
	notH  engine.Set = 0x7F7F7F7F7F7F7F7F
	ranks engine.Set = 0xFF000000000000FF // ranks 1 and 8
	files engine.Set = 0x8181818181818181 // files a and h
)

// frontier returns the discs of a side that have an empty square beside them, in
// any of the 8 directions: the fewer, the fewer moves the opponent finds.
func frontier(side, empty engine.Set) engine.Set {
	near := empty | empty<<1&notA | empty>>1&notH
	return side & (near | near<<8 | near>>8)
}

// anchored returns the corners that a side holds and its edge discs that are
// chained to such a corner without a gap. None of them can ever be flipped. That is
// the simplest notion of stable discs; it misses full edges, inner discs and what
// full lines protect.
//
//	X X X - O - X O      a1 b1 c1 belong to black's, h1 to white's,
//	X O . . . . . .      a2 to black's; e1 and g1 are chained to nothing
func anchored(side engine.Set) engine.Set {
	held := side & engine.Corners
	for held != 0 {
		more := held |
			side&ranks&(held<<1&notA|held>>1&notH) |
			side&files&(held<<8|held>>8)
		if more == held {
			break
		}
		held = more
	}
	return held
}
