// Package gauntlet measures any agent by a fixed protocol, so that results of different authors are
// comparable.
//
// An agent plays a match against each of twelve [Anchors] and chooses a move in each of 400 positions with
// known values. The result is a [Card]; a [Leaderboard] compares cards.
//
//	agent, err := gauntlet.Identify("q:model=q.model", "", nil)
//	if err != nil {
//		return err
//	}
//	for p, err := range (gauntlet.Run{Agent: agent, Dir: "card"}).All(ctx) {
//		if err != nil {
//			return err // the same run continues where it stopped
//		}
//		fmt.Println(p.Done, p.Total)
//	}
//	card, err := gauntlet.ReadCard("card")
//
// An [Edition] fixes anchors, positions and rules. The openings depend on the hash of the agent, so a changed
// agent meets other openings. The same agent gives the same [Result] and digest on any machine, for any
// number of workers, unless it is not repeatable. notebooks/reports/leaderboard states the protocol.
package gauntlet
