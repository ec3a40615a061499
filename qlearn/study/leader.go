package study

import (
	"fmt"
	"slices"
	"strings"
)

// highestOf tests that a player in a cross table has the highest share of the points against every opponent:
// no other player's share exceeds it by asGood or more. players must be in the order of the table.
func highestOf(player string, asGood float64, players ...string) Test {
	var rows []string
	for a, name := range players {
		for _, other := range players[a+1:] {
			rows = append(rows, name+" – "+other)
		}
	}
	leads := func(rows Rows) (list []lead) {
		for _, opponent := range players {
			for _, rival := range players {
				if opponent == player || rival == player || rival == opponent {
					continue
				}
				mine, its := rows.shareAgainst(player, opponent, players), rows.shareAgainst(rival, opponent, players)
				text := fmt.Sprintf("%s against %s (%s versus %s)", rival, opponent, unitShare.Format(its.Value),
					unitShare.Format(mine.Value))
				list = append(list, lead{mine.Less(its).Plus(asGood), text})
			}
		}
		return list
	}
	return Test{
		Rows: rows,
		Holds: fmt.Sprintf("against each opponent, the interval of the share of “%s” minus that of each other "+
			"player lies above %g", player, -asGood),
		Refuted: "for one of them, the whole interval lies below",
		margin: func(rows Rows) estimate {
			var all []estimate
			for _, l := range leads(rows) {
				all = append(all, l.estimate)
			}
			return least(all)
		},
		because: func(rows Rows) string {
			var better []string
			for _, l := range leads(rows) {
				if l.Low <= 0 {
					better = append(better, l.text)
				}
			}
			if len(better) == 0 {
				return fmt.Sprintf("no player scores %g more than %s against any opponent", asGood, player)
			}
			return "possibly better: " + strings.Join(better, ", ")
		},
	}
}

// A lead is how much better a player does than a rival against an opponent, with the shares of both.
type lead struct {
	estimate
	text string
}

// shareAgainst returns a player's share of the points against an opponent, from the row of that pair.
func (rows Rows) shareAgainst(player, opponent string, players []string) estimate {
	if slices.Index(players, player) < slices.Index(players, opponent) {
		return rows.estimate(player + " – " + opponent)
	}
	e := rows.estimate(opponent + " – " + player)
	return estimate{1 - e.Value, 1 - e.High, 1 - e.Low}
}
