// Package book is the opening book: positions with the values of their moves, found by deep
// searches and carried back to the start.
//
//	b, err := book.Small() // the one that ships
//	e, ok := b.Look(engine.Standard())
//	fmt.Println(e.Value, e.Moves[0].Square, e.Moves[0].Drop)
//
// A book holds positions up to symmetry. Each of them keeps its leaf: the best of the moves that
// lead out of the book, by search. The value of a position is the best of the leaf and of what the
// moves inside the book lead to (Buro, "Toward opening book learning", 1997). Positions come from
// games, see [Count] and [Build], and from [Learn], which expands the leaf that is the cheapest to
// reach: a line costs what its moves lose against the best ones, and something for each ply
// (Lincke, "Strategies for the automatic construction of opening books", 2001).
//
// Every search starts from empty tables and ends at a depth, and what is searched does not depend
// on how many workers search. So the same games and settings give the same bytes.
//
// The package also has openings and endings that others published and that players are measured
// with, by name, so that a measurement needs no files: [ReadOpenings] and [Problems]. They are
// facts, the moves of openings and the values of positions, in an encoding of its own.
package book
