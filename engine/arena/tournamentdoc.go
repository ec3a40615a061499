// Package tournament plays a match, or a round robin, that is described by a value: which
// agents, from which openings, with how much randomness, by whose protocol. It can be
// resumed from a file, and says at the end who is better.
//
//	cfg := tournament.Config{Agents: []string{"ab:depth=4", "ab:depth=6"}, Games: 200, Random: 8, Seed: 1}
//	state, err := tournament.Create("match.ndjson", cfg, agents.Resolver{})
//	if err != nil {
//		return err
//	}
//	defer state.Close()
//	for game, err := range state.Run(ctx) {
//		if err != nil {
//			return err // the same match continues with tournament.Resume
//		}
//		fmt.Println(game.Game, game.Score)
//	}
//	result := state.Result()
//
// Agents are named by specs, of which the package knows nothing: a [Resolver], such as
// that of package qlearn/agents, makes players of them. Package [arena] plays the games;
// here are what a match depends on ([Config]), the named ways in which others measured
// ([Protocol]), the match while it is played ([State]), and its [Result] and [CrossTable]. A [View]
// shows a match that another process plays.
package arena
