package stats

import "github.com/outflank/outflank/engine"

const (
	ranks engine.Set = 0xFF000000000000FF // ranks 1 and 8
	files engine.Set = 0x8181818181818181 // files a and h
)

// frontier returns the discs of a side that are beside an empty square, in any of the 8 directions. A smaller
// frontier leaves the opponent fewer moves.
func frontier(side, empty engine.Set) engine.Set {
	return side & empty.Beside(engine.Orthogonal)
}

// anchored returns a side's corner discs, and its edge discs that are connected to such a corner without a
// gap. These discs can never be flipped. This is the simplest definition of stable discs: it misses full
// edges, inner discs and discs protected by full lines.
//
//	X X X - O - X O   a1 b1 c1 are anchored to black's corner, h1 to white's,
//	X O . . . . . .   a2 to black's; e1 and g1 are not anchored
func anchored(side engine.Set) engine.Set {
	held, axes := side&engine.Corners, engine.Orthogonal.Axes()
	for held != 0 {
		more := held | side&ranks&axes[engine.AlongRanks].Step(held) | side&files&axes[engine.AlongFiles].Step(held)
		if more == held {
			break
		}
		held = more
	}
	return held
}
