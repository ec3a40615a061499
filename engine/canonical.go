package engine

import "math/bits"

// Least returns the canonical board as [Board.Canonical] does, but not the symmetry.
func (b Board) Least() Board {
	least, _ := b.Canonical()
	return least
}

// canonicalFull is [Board.Canonical] on the full orthogonal lattice, where images are cheap.
func (b Board) canonicalFull() (Board, Symmetry) {
	least, by := pair{b.Mine, b.Theirs}, Symmetry(0)
	p := least
	for y := Symmetry(0); y < Symmetries; y += 4 {
		if y == 4 {
			p = pair{transpose(b.Mine), transpose(b.Theirs)}
		}
		turned := pair{Set(bits.Reverse64(uint64(p.mine))), Set(bits.Reverse64(uint64(p.theirs)))}
		for i, image := range [4]pair{p, turned.flip(), p.flip(), turned} {
			if image.less(least) {
				least, by = image, y+Symmetry(i)
			}
		}
	}
	return Board{least.mine, least.theirs, b.Shape}, by
}

// A pair holds the discs of a board on the full lattice.
type pair struct{ mine, theirs Set }

// flip mirrors top to bottom.
func (p pair) flip() pair {
	return pair{Set(bits.ReverseBytes64(uint64(p.mine))), Set(bits.ReverseBytes64(uint64(p.theirs)))}
}

// less is the order of [Board.Canonical].
func (p pair) less(q pair) bool {
	return p.mine < q.mine || p.mine == q.mine && p.theirs < q.theirs
}

// Transform applies y to the start position and every move and returns the resulting game; see [Shape.Image].
// A legal game stays legal if [Lattice.Keeps] is true for y.
func (g Game) Transform(y Symmetry) Game {
	sh := g.Start.Board.Shape
	moves := make([]Square, len(g.Moves))
	for i, s := range g.Moves {
		moves[i] = sh.imageOf(y, s)
	}
	return Game{Position{g.Start.Board.Transform(y), g.Start.Color}, moves}
}

// Canonical returns the least image of the game under the symmetries that keep its start position. Games are
// ordered by the bytes of their transcripts: "c4" comes before "d3". The ordinary start has four such
// symmetries (0, 3, 4 and 7), so the first move is always c4. Two games from the same start are equal up to
// symmetry if and only if their canonical games are equal.
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

// before reports whether the transcript of the image under y comes before the transcript of the image under
// z.
func (g Game) before(y, z Symmetry) bool {
	sh := g.Start.Board.Shape
	for _, s := range g.Moves {
		if a, b := sh.imageOf(y, s), sh.imageOf(z, s); a != b {
			return a.File() < b.File() || a.File() == b.File() && a.Rank() < b.Rank()
		}
	}
	return false
}

// imageOf returns the image of s under y, or s itself if it is outside the shape.
func (sh Shape) imageOf(y Symmetry, s Square) Square {
	switch {
	case s >= None || !sh.Field.Has(s):
		return s
	case sh.Field == AllSquares:
		return y.Square(s)
	}
	return sh.Image(y, s.Set()).First()
}
