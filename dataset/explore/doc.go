// Package explore finds the games that reached a position, up to symmetry, and what was played there.
//
// An [Index] holds games in memory:
//
//	tables, err := store.Open("games")
//	x, err := explore.Build(ctx, tables.All(), 0)
//	after, err := engine.ParseGame(engine.StandardStart(), "f5d6c3d3c4")
//	f := explore.Filter{Filter: store.Filter{FromYear: 2001}}
//	a, err := x.Explore(after, f, 0, explore.First)
//	fmt.Println(a.Name, a.Games, a.Moves[0].Move) // Tiger …
//	list, err := x.Reaching(after, explore.Filter{}, explore.Newest, 0, 20)
//
// A [File] beside the tables finds the games of a position without reading the others; an index of these
// games tells what was played:
//
//	for p, err := range explore.Write(ctx, tables, file) { … } // once, some seconds
//	f, err := explore.Open(file, size)
//	refs, err := f.Lookup(board) // reads a kilobyte of the file
//	for hit, err := range explore.Fetch(tables, refs) { … }
//
// Both hold the positions in one format: for each one the games that reach it, in 7 bytes for a game of a
// file and 8 in memory, where the next move is kept as well.
//
// Positions are known by [dataset.PositionHash] alone, in memory also by the colour to move. That a
// position which no game reached has the hash of one that some did is possible, once in 10^12 questions.
package explore
