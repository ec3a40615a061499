package engine

import "math/bits"

// Least returns the board of [Board.Canonical] without the symmetry. On the full
// orthogonal lattice it takes a fraction of the time; tables of millions of
// positions ask for little else.
func (b Board) Least() Board {
	if b.Shape != Full {
		least, _ := b.Canonical()
		return least
	}
	least := pair{b.Mine, b.Theirs}
	for _, p := range [2]pair{least, {transpose(b.Mine), transpose(b.Theirs)}} {
		turned := pair{Set(bits.Reverse64(uint64(p.mine))), Set(bits.Reverse64(uint64(p.theirs)))}
		least = least.min(p).min(p.flip()).min(turned).min(turned.flip())
	}
	return Board{least.mine, least.theirs, b.Shape}
}

// A pair is the discs of a board on the full lattice.
type pair struct{ mine, theirs Set }

// flip mirrors top to bottom.
func (p pair) flip() pair {
	return pair{Set(bits.ReverseBytes64(uint64(p.mine))), Set(bits.ReverseBytes64(uint64(p.theirs)))}
}

// min returns the lesser pair in the order of [Board.Canonical].
func (p pair) min(q pair) pair {
	if q.mine < p.mine || q.mine == p.mine && q.theirs < p.theirs {
		return q
	}
	return p
}

// Transform returns the game turned or mirrored by y as [Shape.Image] says: the
// start position and every move. What is a legal game stays one if the lattice
// keeps y.
func (g Game) Transform(y Symmetry) Game {
	sh := g.Start.Board.Shape
	moves := make([]Square, len(g.Moves))
	for i, s := range g.Moves {
		moves[i] = sh.imageOf(y, s)
	}
	return Game{Position{g.Start.Board.Transform(y), g.Start.Color}, moves}
}

// Canonical returns the least of the symmetric images of the game that begin from
// the same start position, ordered by transcript as bytes are: "c4" comes before
// "d3". The ordinary start has four such symmetries (0, 3, 4 and 7), so that the
// first move is always c4. Two games from one start are the same up to symmetry
// exactly when their canonical games are equal.
func (g Game) Canonical() Game {
	start := g.Start.Board
	least := Symmetry(0)
	for y := Symmetry(1); y < Symmetries; y++ {
		if start.Shape.Lattice.Keeps(y) && start.Transform(y) == start && g.before(y, least) {
			least = y
		}
	}
	return g.Transform(least)
}

// before tells whether the transcript of the image by y comes before that of the one
// by z.
func (g Game) before(y, z Symmetry) bool {
	sh := g.Start.Board.Shape
	for _, s := range g.Moves {
		if a, b := sh.imageOf(y, s), sh.imageOf(z, s); a != b {
			return a.File() < b.File() || a.File() == b.File() && a.Rank() < b.Rank()
		}
	}
	return false
}

// imageOf returns where y takes a square, or s itself if it is none of the shape.
func (sh Shape) imageOf(y Symmetry, s Square) Square {
	switch {
	case s >= None || !sh.Field.Has(s):
		return s
	case sh.Field == AllSquares:
		return y.Square(s)
	}
	return sh.Image(y, s.Set()).First()
}
