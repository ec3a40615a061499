package study

import (
	"fmt"
	"slices"
	"strings"
)

// asGood is by how much a share may be less than another one and still count as as good.
const asGood = 0.05

// highest tests that one of the players of a cross table has the highest share of the points
// whoever the opponent is: against each, no other player has more. The players are named in
// the order of the table.
func highest(player string, players ...string) Test {
	test := Test{
		Holds: fmt.Sprintf("against each opponent, the interval of the share of “%s” less that of each other "+
			"player lies above %g", player, -asGood),
		Refuted: "another player's share is more, by intervals that are right together in 95 of 100 cases",
	}
	for a, name := range players {
		for _, other := range players[a+1:] {
			test.Rows = append(test.Rows, name+" – "+other)
		}
	}
	test.Judge = func(rows Rows) Finding { return rows.highest(player, players) }
	return test
}

func (rows Rows) highest(player string, players []string) Finding {
	f := Finding{Verdict: Holds}
	var better, unsure []string
	comparisons := (len(players) - 1) * (len(players) - 2)
	for _, opponent := range players {
		for _, rival := range players {
			if opponent == player || rival == player || rival == opponent {
				continue
			}
			mine, its := rows.shareAgainst(player, opponent, players), rows.shareAgainst(rival, opponent, players)
			d := mine.Less(its)
			text := fmt.Sprintf("%s against %s (%s to %s)", rival, opponent, unitShare.Format(its.Value),
				unitShare.Format(mine.Value))
			switch {
			case d.negative().among(comparisons).over(0).Verdict == Holds:
				better = append(better, text)
			case d.over(-asGood).Verdict != Holds:
				unsure = append(unsure, text)
			}
		}
	}
	switch {
	case len(better) > 0:
		f.Verdict, f.Because = DoesNotHold, "better are "+strings.Join(better, ", ")
	case len(unsure) > 0:
		f.Verdict, f.Because = Inconclusive, "perhaps better are "+strings.Join(unsure, ", ")
	default:
		f.Because = fmt.Sprintf("nobody is better than %s against anybody", player)
	}
	return f
}

// shareAgainst returns the share of a player against an opponent, from the row of the two.
func (rows Rows) shareAgainst(player, opponent string, players []string) estimate {
	if slices.Index(players, player) < slices.Index(players, opponent) {
		return rows.estimate(player + " – " + opponent)
	}
	e := rows.estimate(opponent + " – " + player)
	return estimate{1 - e.Value, 1 - e.High, 1 - e.Low, e.Known}
}
