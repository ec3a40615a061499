// Package explore answers from memory what was played in any position of a set of games, up to
// symmetry, and finds the games:
//
//	x, err := explore.Build(ctx, tables.All(), 0)
//	after, err := engine.ParseGame(engine.StandardStart(), "f5d6c3d3c4")
//	r, err := x.Explore(after, explore.Filter{Filter: dataset.Filter{FromYear: 2001}}, 0)
//	fmt.Println(r.Name, r.Games, r.Moves[0].Move) // Tiger …
//	list, err := x.Reaching(after, explore.Filter{}, 0, 20) // the newest of them
//
// The answers are those of a [stats.Explorer] that is given all games. That reads them; an [Index]
// holds the hashes of all positions in order, each with its game and the next move, 12 bytes for one
// position of one game, and the games without anything that repeats. The WTHOR base of 124,326 games
// takes 110 MB. What package dataset/index writes finds games as well, in a file of half the size, but
// not what was played.
//
// Positions are known by [dataset.PositionHash] and the colour to move alone: that one which no game
// reached has the hash of one that some did is possible, once in 10^12 questions.
package explore
