package eval

import "github.com/outflank/outflank/engine"

// cassioStable contains one side's stable discs as Fennell's program finds and classifies them (III.D,
// "Stable discs"). The program supports square boards with holes. On other boards, corners and edges are
// still those of the 8×8 board.
type cassioStable struct {
	corners engine.Set // on the corners
	edges   engine.Set // on the edges, in an unbroken chain of stable discs from a corner
	others  engine.Set // all other stable discs found
}

func (c cassioStable) all() engine.Set { return c.corners | c.edges | c.others }

// cassioNames are the names of the entries of the term cassio-stability.
var cassioNames = [4]string{"stable corners", "stable edges", "other stable discs", "unstable X-squares"}

// cassioTerm counts the three kinds of stable discs, and unstable discs on X-squares, mine minus theirs. It
// searches edges both ways, or only one way.
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

// once adds the stable discs that a single pass over discs finds.
func once(lines []engine.Axis, held *[4]engine.Set, discs, found engine.Set) engine.Set {
	for sq := range discs.All() {
		if stableAt(lines, held, sq.Set(), found) {
			found |= sq.Set()
		}
	}
	return found
}

// stable finds discs that are held in each direction: by a full line, or by a neighbour that is the edge of
// the board, a hole, or a stable disc of their own colour. It searches corners first, then edges from both
// ends, then the interior square by square, once. Like the program, it misses discs that Stable finds by
// searching repeatedly, so it depends on the orientation of the board. With oneWay, it searches edges only
// from left to right and from top to bottom, which Fennell warns against (Fig. 5d).
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
	more := grow(lines, &held, s.mine, found) // all discs that repeated searches can find
	found = once(lines, &held, more&^engine.Edges, found)
	c.others = found &^ c.corners &^ c.edges
	return c
}

// stableAt reports whether a disc is stable, given the stable discs found so far.
func stableAt(lines []engine.Axis, held *[4]engine.Set, disc, found engine.Set) bool {
	for i, a := range lines {
		if disc&(held[i]|a.Step(found)) == 0 {
			return false
		}
	}
	return true
}

// grow adds discs that stable discs make stable, until there are no more. On an edge, only neighbours along
// the edge matter, so one pass in each direction would find the same discs.
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

// chained returns the edge discs that are connected to a corner along their edge.
func chained(edges, corners engine.Set) engine.Set {
	const ranks, files engine.Set = 0xFF000000000000FF, 0x8181818181818181 // the outermost ranks and files
	axes, chain := engine.Orthogonal.Axes(), corners
	for range 6 {
		chain |= edges & (axes[engine.AlongRanks].Step(chain)&ranks | axes[engine.AlongFiles].Step(chain)&files)
	}
	return chain &^ corners
}
