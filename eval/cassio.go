package eval

import "github.com/outflank/outflank/engine"

// cassioStable are one side's stable discs as Fennell's program finds and sorts them
// (III.D, "Stable discs"). It knows square boards with holes; elsewhere corners and
// edges are still those of the 8×8 board.
type cassioStable struct {
	corners engine.Set // on the corners
	edges   engine.Set // on the edges, in an unbroken chain of stable discs from a corner
	others  engine.Set // all else that was found
}

func (c cassioStable) all() engine.Set { return c.corners | c.edges | c.others }

// cassioNames are the entries of the term cassio-stability.
var cassioNames = [4]string{"stable corners", "stable edges", "other stable discs", "unstable X-squares"}

// cassioTerm counts the three kinds of stable discs, and discs on X-squares that are
// not stable, mine minus theirs, with edges searched both ways or one way.
func cassioTerm(oneWay bool) term {
	name := func(i int) string { return cassioNames[i] }
	return term{len: 4, name: name, append: func(dst []Feature, base int32, b engine.Board) []Feature {
		me, you := sides(b)
		mine, theirs := me.stable(oneWay).counts(me), you.stable(oneWay).counts(you)
		for i := range mine {
			if n := mine[i] - theirs[i]; n != 0 {
				dst = append(dst, Feature{base + int32(i), float64(n) / 4})
			}
		}
		return dst
	}}
}

func (c cassioStable) counts(s side) [4]int {
	return [4]int{c.corners.Len(), c.edges.Len(), c.others.Len(), (s.mine & engine.XSquares &^ c.all()).Len()}
}

// once adds to the stable discs those of discs that are found in one pass over the squares.
func once(lines []engine.Axis, held *[4]engine.Set, discs, found engine.Set) engine.Set {
	for sq := range discs.All() {
		if stableAt(lines, held, sq.Set(), found) {
			found |= sq.Set()
		}
	}
	return found
}

// stable finds discs that in each direction lie on a lane full of discs, beside the
// edge of the board or a hole, or beside a stable disc of their own color: corners
// first, then edges, from both ends, then the interior square by square, once. It
// misses what Stable finds by searching again, as the program does, and so it depends on
// which way round the board lies. With oneWay, edges are searched from left to right and
// from top to bottom only, of which Fennell warns (Fig. 5d).
func (s side) stable(oneWay bool) (c cassioStable) {
	var held [4]engine.Set // squares that satisfy the first or the second condition
	lines := s.shape.Lattice.Axes()
	settled := s.mine
	for i, a := range lines {
		held[i] = s.shape.Field &^ (reach(a, s.empty, s.shape.Field) & between(a, s.shape.Field))
	}
	for i := range lines {
		settled &= held[i]
	}
	c.corners = settled & engine.Corners
	edges := s.mine & engine.Edges
	if oneWay {
		edges = once(lines, &held, edges, c.corners)
	} else {
		edges = grow(lines, &held, edges, c.corners)
	}
	edges &^= engine.Corners
	c.edges = chained(edges, c.corners)
	found := c.corners | edges
	more := grow(lines, &held, s.mine, found) // all that could be found by searching again
	found = once(lines, &held, more&^engine.Edges, found)
	c.others = found &^ c.corners &^ c.edges
	return c
}

// stableAt tells whether the disc on a square is stable if those found so far are.
func stableAt(lines []engine.Axis, held *[4]engine.Set, disc, found engine.Set) bool {
	for i, a := range lines {
		if disc&(held[i]|a.Step(found)) == 0 {
			return false
		}
	}
	return true
}

// grow adds discs that the stable ones make stable, until there are no more. On an edge, where only
// neighbours along it matter, one pass in each direction would find the same.
func grow(lines []engine.Axis, held *[4]engine.Set, discs, found engine.Set) engine.Set {
	for {
		more := discs
		for i, a := range lines {
			more &= held[i] | a.Step(found)
		}
		if more |= found; more == found {
			return found
		}
		found = more
	}
}

// chained returns the edge discs that hang together with a corner along their edge.
func chained(edges, corners engine.Set) engine.Set {
	const ranks, files engine.Set = 0xFF000000000000FF, 0x8181818181818181 // the outermost
	axes, chain := engine.Orthogonal.Axes(), corners
	for range 6 {
		chain |= edges & (axes[engine.AlongRanks].Step(chain)&ranks | axes[engine.AlongFiles].Step(chain)&files)
	}
	return chain &^ corners
}
