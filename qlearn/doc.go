// Package qlearn trains agents by approximate Q-learning and related methods.
//
// It learns Q(s,a) = w·φ(s,a), the value of playing a in s for the player to move. The update rule is from
// the CS181 report (section "Approximate Q-learning"):
//
//	Q(s,a) ← Q(s,a) + α (r + γ V(s') − Q(s,a))
//
// where s' is the next state in which the same player is to move, usually two plies later, but only one if
// the opponent has to pass. The reward r is given for the player's last move. The trainer plays or replays a
// whole game first and then learns from it, last move first, so the result reaches every move in one pass. It
// recomputes every value with the current weights, because stale values make learning diverge.
//
// [FromGames] trains an agent on recorded games in one call; [Train] trains one on games from any source.
// [Options] holds the settings; the zero value is the report's learner:
//
//	games, err := transfer.Load(ctx, "outflank-demo/wthor")
//	w := stats.WeighSquares(games)
//	agent, err := qlearn.FromGames(ctx, games, qlearn.Options{Squares: w})
//	score, err := arena.Play(ctx, agent.Player("q"), agents.MustParse("ab:depth=2"), arena.Options{})
//	err = agent.Save("q.model") // agents.Parse("q:model=q.model") plays with it
//
// Programs can add features with [eval.Register], rewards with [RegisterReward] and opponents with
// agents.Register, and then use their names in options, models and specs.
//
// A trainer has three exchangeable parts. An [Approximator] is Q: linear in any features of package eval,
// tables of patterns, or a small network. A [Rule] defines V(s'): the report's maximum, or another rule from
// the literature. A [Source] provides games: recorded games, games that the model plays against itself, past
// checkpoints or other agents, or a mixture.
//
// A [Trainer] learns in rounds. In a round, several actors start with the same weights, and each plays and
// learns its share of the games alone. Then the trainer merges their changes. The configuration sets the
// number of actors, but not the number of goroutines, and game n seeds its random numbers with (seed, n). So
// the weights depend only on the seed and the configuration.
package qlearn
