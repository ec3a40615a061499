// Package gauntlet measures any agent by a fixed protocol, so that results of different authors are
// comparable.
//
// An agent plays a match against each of twelve [Anchors], from a random player to the full engine, and
// chooses a move in each of 400 positions with known values. The results form a [Card]: scores, an Elo rating
// on a scale where the random anchor has 0, discs lost per move, illegal moves and times.
//
//	agent, err := gauntlet.Identify("q:model=q.model", "", nil)
//	if err != nil {
//		return err
//	}
//	r := gauntlet.Run{Agent: agent, Dir: "card"}
//	for p, err := range r.All(ctx) {
//		if err != nil {
//			return err // the same run continues where it stopped
//		}
//		fmt.Println(p.Done, p.Total)
//	}
//	card, err := gauntlet.ReadCard("card")
//
// # What is fixed
//
// An [Edition] fixes the anchors, the results of the anchors against each other, the positions with the
// values of all their moves, the openings and the rule that ends a match. [SetHash] identifies all of this.
//
// The openings are drawn from the 10,784 of XOT, and each is played with both colours. The draw depends on the
// edition, the anchor and [Agent.SHA256], the hash of the agent's spec and files. A changed agent therefore
// meets other openings, so a change that wins by luck does not keep its luck. The same agent meets the same
// openings, so a second run gives the same [Result] and the same digest on any machine.
//
// A match ends when the 95 % interval of the score is within ±4 %, after 40 to 200 games. The rule depends on
// the games in the order of the schedule alone, not on the number of workers.
//
// # Files
//
// A run writes a folder with card.json, card.md, card.html and games.pgn. Its subfolder state contains each
// finished game and each chosen move, so an interrupted run continues. A [Leaderboard] compares cards.
package gauntlet
