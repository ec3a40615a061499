// Package explore finds the games that reached a position, up to symmetry, and the moves played there.
//
// An [Index] keeps games in memory:
//
//	tables, err := store.Open("games")
//	x, err := explore.Build(ctx, tables.All(), 0)
//	after, err := engine.ParseGame(engine.StandardStart(), "f5d6c3d3c4")
//	f := explore.Filter{Filter: store.Filter{FromYear: 2001}}
//	a, err := x.Explore(after, f, 0, explore.First)
//	fmt.Println(a.Name, a.Games, a.Moves[0].Move) // Tiger …
//	list, err := x.Reaching(after, explore.Filter{}, explore.Newest, 0, 20)
//
// A [File] beside the tables finds the games that reached a position without reading other games:
//
//	for p, err := range explore.Write(ctx, tables, file) { … } // once, some seconds
//	f, err := explore.Open(file, size)
//	refs, err := f.Lookup(board) // reads about a kilobyte of the file
//	for hit, err := range explore.Fetch(tables, refs) { … }
//
// Both use the same format, which lists the games that reach each position. A game takes 7 bytes in a file,
// and 8 in memory together with the next move.
//
// Positions are identified only by [dataset.PositionHash], in memory together with the colour to move. In one
// of 10^12 look-ups, a position that no game reached has the same hash as another position.
package explore
