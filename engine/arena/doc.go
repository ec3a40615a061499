// Package arena runs matches between agents and estimates their strength from the results. A tournament is a
// match of more than two players. Each pair of players plays each opening from both sides, so neither a
// colour nor an unbalanced opening favours a player.
//
// [Play] plays a match of two players. A [Match] supports any number:
//
//	m := arena.Match{
//		Players: []arena.Player{
//			{Name: "random", New: func(rng *rand.Rand) engine.Agent { return engine.Random{Rand: rng} }},
//			{Name: "greedy", New: func(*rand.Rand) engine.Agent { return engine.Greedy{} }},
//		},
//		Games: 400, Perturb: 0.05, Seed: 1,
//	}
//	tally := arena.NewTally(len(m.Players))
//	for r, err := range m.Run(ctx) {
//		if err != nil {
//			return err
//		}
//		tally.Add(r)
//	}
//	fmt.Println(tally.Of(1, 0), arena.Rate(tally.Pairs()))
//
// All randomness comes from Match.Seed, with one stream for each purpose and game. The games therefore
// depend neither on the number of workers nor on how many random numbers a player draws.
//
// # Matches in files
//
// A [State] is a match described by a [Config]: agents, openings, randomness and [Protocol]. Its file
// stores the games, and [Resume] continues the match:
//
//	cfg := arena.Config{Agents: []string{"ab:depth=4", "ab:depth=6"}, Games: 200, Random: 8, Seed: 1}
//	state, err := arena.Create("match.ndjson", cfg, agents.Resolver{})
//	if err != nil {
//		return err
//	}
//	defer state.Close()
//	for game, err := range state.Run(ctx) {
//		if err != nil {
//			return err // arena.Resume continues the match
//		}
//		fmt.Println(game.Game, game.Score)
//	}
//	summary := state.Result()
//
// Specs name the agents. The package does not interpret them: a [Resolver], such as agents.Resolver in
// package qlearn/agents, creates players from specs. The [Summary] contains the results of all pairs, the
// ratings, each player's use of resources, and the [CrossTable]. A [View] shows a match that another process
// is playing.
//
// # Ratings
//
// [Rate] computes Elo ratings of the players of a [Tally] with the Bradley–Terry [Model], which rates any
// number of players together. [Wilson] computes an interval for a score, [Pentanomial] an interval from pairs
// of games, and [SPRT] is a sequential test:
//
//	low, high := arena.Wilson(0.62, 400) // for a player who scored 62 % in 400 games
//	elo := arena.Difference(0.62)        // 85 points above the opponent
//
// Intervals contain the true value in 95 of 100 cases if games are independent. A. Elo, "The Rating of
// Chessplayers, Past and Present", 1978; R. Bradley and M. Terry, "Rank analysis of incomplete block
// designs", Biometrika 1952.
//
// # Ladders
//
// A [Ladder] measures a list of agents in order of strength. Each agent plays a match against the next, and
// the scores determine the Elo differences. A deeper search judges moves of these games and shows how many
// discs each agent loses per move. The result does not depend on the number of workers.
package arena
