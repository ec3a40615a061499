// Package qlearn trains agents by approximate Q-learning and its kin.
//
// What is learned is Q(s,a) = w·φ(s,a), the value of playing a in s for the player who
// moves there. The update is the one of the CS181 report (section "Approximate
// Q-learning"):
//
//	Q(s,a) ← Q(s,a) + α (r + γ V(s') − Q(s,a))
//
// where s' is the next state in which the same player is to move. That need not be two
// plies later: when the opponent has to pass, it is the very next one. The reward r
// comes with the player's last move. Games are played or replayed first and learned
// afterwards, last move first, so that the result reaches every move at once, and
// every value is computed again with the weights as they are: stale values diverge.
//
// [FromGames] goes from recorded games to an agent in one call, and [Train] from games that are
// played; [Options] say how, and their zero value is the report's learner:
//
//	games, err := transfer.Load(ctx, "outflank-demo/wthor")
//	w := stats.WeighSquares(games)
//	agent, err := qlearn.FromGames(ctx, games, qlearn.Options{Squares: w})
//	score, err := arena.Play(ctx, agent.Player("q"), agents.MustParse("ab:depth=2"), arena.Options{})
//	err = agent.Save("q.model") // agents.Parse("q:model=q.model") plays it again
//
// A program adds features with [eval.Register], rewards with [RegisterReward] and opponents with
// agents.Register, and names them in Options, models and specs like those that ship. The rest of this
// comment is about the parts beneath.
//
// Three parts can be exchanged. An [Approximator] is Q: linear in any features of package
// eval, tables of patterns, or a small network. A [Rule] says what V(s') is: the report's
// maximum or what the literature has besides. A [Source] says how games come about:
// from transcripts, by the model against itself, past checkpoints or other agents, or a
// mixture of these.
//
// A [Trainer] learns in rounds. In a round each of several actors begins with the same
// weights and plays and learns its share of the games alone; then the trainer puts
// their changes together. How many actors there are belongs to the configuration, on
// how many goroutines they run does not, and game n draws its random numbers from (seed, n). So
// the weights depend on the seed and the configuration only.
package qlearn
