// Package arena lets agents play matches: who meets whom from which opening, the
// games themselves on several goroutines, a journal from which an interrupted
// match resumes, and what the results say about strength: ratings, intervals from
// pairs of games, and a sequential test. [Play] lets two players meet; a [Match] is any number of them:
//
//	m := arena.Match{
//		Players: []arena.Player{
//			{Name: "random", New: func(rng *rand.Rand) engine.Agent { return engine.Random{Rand: rng} }},
//			{Name: "greedy", New: func(*rand.Rand) engine.Agent { return engine.Greedy{} }},
//		},
//		Games: 400, Perturb: 0.05, Seed: 1,
//	}
//	cross := arena.NewCrosstable(len(m.Players))
//	for r, err := range m.Run(ctx) {
//		if err != nil {
//			return err
//		}
//		cross.Add(r)
//	}
//	fmt.Println(cross.Of(1, 0), arena.Rate(cross.Pairs()))
//
// Every opening is played from both sides, so that neither colour nor a lopsided
// opening favours anybody. All randomness comes from Match.Seed: one stream for every
// purpose and game, so the games do not depend on the number of workers or on how
// much randomness a player uses.
package arena
