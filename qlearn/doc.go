// Package qlearn trains agents by approximate Q-learning and related methods.
//
// It learns Q(s,a) = w·φ(s,a), the value of playing a in s for the player who moves there. The update is the
// one of the CS181 report (section "Approximate Q-learning"):
//
//	Q(s,a) ← Q(s,a) + α (r + γ V(s') − Q(s,a))
//
// where s' is the next state in which the same player is to move. That need not be two plies later: if the
// opponent has to pass, it is the next ply. The reward r comes with the player's last move. The trainer
// plays or replays a whole game first and then learns from it, last move first, so the result reaches every
// move in one pass. It computes every value again with the current weights, because stale values diverge.
//
// [FromGames] trains an agent from recorded games in one call; [Train] trains one from games that it plays.
// [Options] has the settings; the zero value is the report's learner:
//
//	games, err := transfer.Load(ctx, "outflank-demo/wthor")
//	w := stats.WeighSquares(games)
//	agent, err := qlearn.FromGames(ctx, games, qlearn.Options{Squares: w})
//	score, err := arena.Play(ctx, agent.Player("q"), agents.MustParse("ab:depth=2"), arena.Options{})
//	err = agent.Save("q.model") // agents.Parse("q:model=q.model") plays with it
//
// A program adds features with [eval.Register], rewards with [RegisterReward] and opponents with
// agents.Register. Options, models and specs then accept their names. The rest of this comment describes the
// parts of a trainer.
//
// Three parts can be exchanged. An [Approximator] is Q: linear in any features of package eval, tables of
// patterns, or a small network. A [Rule] defines V(s'): the report's maximum, or another rule of the
// literature. A [Source] provides games: transcripts, games of the model against itself, past checkpoints or
// other agents, or a mixture of these.
//
// A [Trainer] learns in rounds. In a round, several actors start with the same weights, and each plays and
// learns its share of the games alone. Then the trainer adds up their changes. The number of actors belongs
// to the configuration, but the number of goroutines does not. Game n draws its random numbers from (seed,
// n). So the weights depend only on the seed and the configuration.
package qlearn
