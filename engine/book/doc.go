// Package book implements an opening book: positions with the values of their moves, found by deep searches
// and propagated back to the start.
//
//	b, err := book.Open("my.book") // or book.Small(), the shipped book
//	e, ok, err := b.Look(engine.Standard())
//	fmt.Println(e.Value, e.Moves[0].Square, e.Moves[0].Drop)
//
// A book stores one of each set of symmetric positions. Each position has a leaf: the best move that leads
// out of the book, with the value that a search found for it. The value of a position is the highest value
// among its leaf and the moves inside the book (Buro, "Toward opening book learning", 1997). Positions come
// from games, see [Count] and [Build], and from [Learn]. Learn expands the cheapest leaf. The cost of a line
// is the number of discs that its moves lose against the best ones, plus a price for each ply (Lincke,
// "Strategies for the automatic construction of opening books", 2001).
//
// A [Book] is a file with an index, of which look-ups read single blocks with checksums. A [Draft] is a book
// in memory that can be changed: by Build and Learn, [Draft.Merge] and [Draft.Prune]. [Import] reads the
// books of other programs, see [Formats].
//
// Every search starts with empty tables and ends at a fixed depth, so its result does not depend on the
// number of workers. The same games and settings produce the same bytes.
//
// The package also contains published openings and endgames by name, so measurements need no extra files: see
// [ReadOpenings] and [Problems]. It stores only the moves of the openings, and the endgame positions with the
// values of their moves, in a compact encoding.
package book
