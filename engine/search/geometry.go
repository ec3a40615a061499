package search

import "github.com/outflank/outflank/engine"

// geometry holds the data of a shape for move ordering. It is computed from the field and lattice, so shapes
// with holes and hexagons have corners too.
type geometry struct {
	shape        engine.Shape
	ready        bool
	corners      engine.Set     // squares whose discs can never be flipped
	near         [64]engine.Set // squares next to each square along a line
	besideCorner [64]engine.Set // corners next to each square that is not a corner
	quadrant     [64]engine.Set // quarter of the field that contains each square
}

// axes are the directions of the lines through a square, as steps in file and rank. The hexagonal lattice
// lacks the last one.
var axes = [4][2]int{{1, 0}, {0, 1}, {-1, 1}, {1, 1}}

// set prepares the geometry for a shape.
func (g *geometry) set(sh engine.Shape) {
	if g.ready && g.shape == sh {
		return
	}
	*g = geometry{shape: sh, ready: true}
	for sq := range sh.Field.All() {
		g.setNear(sq)
	}
	for sq := range sh.Field.All() {
		if !g.corners.Has(sq) {
			g.besideCorner[sq] = g.near[sq] & g.corners
		}
	}
	g.setQuadrants()
}

// beside returns the given squares that are next to an empty corner.
func (g *geometry) beside(squares, empty engine.Set) (late engine.Set) {
	for corners := g.corners & empty; corners != 0; corners &= corners - 1 {
		late |= g.near[corners.First()]
	}
	return squares & late &^ g.corners
}

// setNear finds the neighbours of sq and whether sq is a corner. A disc can be flipped only along a line that
// continues on both sides.
func (g *geometry) setNear(sq engine.Square) {
	lines := axes[:]
	if g.shape.Lattice == engine.Hexagonal {
		lines = axes[:3]
	}
	corner := true
	for _, d := range lines {
		one := step(sq, d[0], d[1]) & g.shape.Field
		two := step(sq, -d[0], -d[1]) & g.shape.Field
		g.near[sq] |= one | two
		corner = corner && (one == 0 || two == 0)
	}
	if corner {
		g.corners |= sq.Set()
	}
}

// step returns the square beside sq as a set, or the empty set beyond the rim.
func step(sq engine.Square, file, rank int) engine.Set {
	f, r := sq.File()+file, sq.Rank()+rank
	if f < 0 || f > 7 || r < 0 || r > 7 {
		return 0
	}
	return engine.At(f, r).Set()
}

// setQuadrants halves the rectangle around the field in both directions.
func (g *geometry) setQuadrants() {
	lowFile, highFile, lowRank, highRank := 7, 0, 7, 0
	for sq := range g.shape.Field.All() {
		lowFile, highFile = min(lowFile, sq.File()), max(highFile, sq.File())
		lowRank, highRank = min(lowRank, sq.Rank()), max(highRank, sq.Rank())
	}
	var quarters [4]engine.Set
	quarter := func(sq engine.Square) *engine.Set {
		i := 0
		if 2*sq.File() > lowFile+highFile {
			i = 1
		}
		if 2*sq.Rank() > lowRank+highRank {
			i += 2
		}
		return &quarters[i]
	}
	for sq := range g.shape.Field.All() {
		*quarter(sq) |= sq.Set()
	}
	for sq := range g.shape.Field.All() {
		g.quadrant[sq] = *quarter(sq)
	}
}
