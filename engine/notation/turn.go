package notation

import "github.com/outflank/outflank/engine"

// Turn returns a copy of the game, rotated or reflected so that its first move is on the given square and its
// start is unchanged. The ordinary game can begin on d3, c4, f5 or e6; WTHOR and most books use f5,
// Logistello d3. If there is no such image or no first move, Turn returns the game itself and false.
//
// If there are several such symmetries, as for first moves on a diagonal, Turn uses the symmetry with the
// lowest number.
func Turn(g engine.Game, first engine.Square) (engine.Game, bool) {
	start := g.Start.Board
	if len(g.Moves) == 0 {
		return g, false
	}
	begin := engine.Game{Start: g.Start, Moves: g.Moves[:1]}
	for y := engine.Symmetry(0); y < engine.Symmetries; y++ {
		if start.Shape.Lattice.Keeps(y) && start.Transform(y) == start && begin.Transform(y).Moves[0] == first {
			return g.Transform(y), true
		}
	}
	return g, false
}
