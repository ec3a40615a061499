// Package ladder measures agents that stand in order of strength: each plays a match against the
// next, which says how big the steps are, and a deeper search judges moves of these games, which
// says how many discs a move of each loses.
//
//	l := ladder.Ladder{
//		Config: tournament.Config{Agents: []string{"random", "greedy", "ab:depth=2"}, Games: 200, Random: 8, Seed: 1},

//		Moves:  100,
//		Judge:  judge, // makes an analyst for a shape of board
//	}
//	for p, err := range l.Run(ctx, resolver) {
//		…
//	}
//
// The result depends on the ladder alone, whatever the number of workers.
package arena
