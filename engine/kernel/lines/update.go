package lines

import "sync"

// A lineTable contains, for each place on a line and the discs of both sides, the line after a disc is
// put there. It is the report's function, precomputed. Shorter lines end with squares that are always
// empty, which outflank nothing.
type lineTable [8][256][256]uint8

// updates returns the table of half a megabyte. It contains the discs of the side that moved; the opponent
// keeps its other discs.
var updates = sync.OnceValue(func() *lineTable {
	t := &lineTable{}
	for at := range uint8(8) {
		for mine := range 256 {
			for theirs := range 256 {
				if mine&theirs == 0 {
					t[at][mine][theirs] = update(at, uint8(mine), uint8(theirs))
				}
			}
		}
	}
	return t
})

// update returns the discs of mine after a disc is put at a place of a line: that disc, and the discs
// between it and the next disc of mine on each side, if all between are theirs.
func update(at, mine, theirs uint8) uint8 {
	after := mine | 1<<at
	for _, step := range [2]int{-1, 1} {
		run := uint8(0)
		for n := int(at) + step; n >= 0 && n < 8; n += step {
			bit := uint8(1) << n
			if theirs&bit == 0 {
				if mine&bit != 0 {
					after |= run
				}
				break
			}
			run |= bit
		}
	}
	return after
}
