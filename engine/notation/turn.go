package notation

import "github.com/outflank/outflank/engine"

// Turn returns the game turned or mirrored so that its first move is on the given
// square and its start is the same: the ordinary game can begin on d3, c4, f5 or e6,
// WTHOR and most books write f5, Logistello d3. It returns the game as it is, and
// false, if there is no such image or no first move. The moves are copied.
//
// Where several symmetries do it, as with first moves on a diagonal, the one with the
// lowest number is taken.
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
