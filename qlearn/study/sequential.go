package study

import (
	"fmt"

	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/text"
)

// better is the sequential test of whether some weights are better than others. The hypotheses are no
// difference and 20 Elo points, which is 52.9 % of the points. The probability of each error is 5 %.
var better = arena.SPRT{Elo0: 0, Elo1: 20, Alpha: 0.05, Beta: 0.05}

// sequentialLabel returns the label of the row of a sequential test.
func sequentialLabel(label string) string { return label + ", log-likelihood ratio" }

// sequentialRow tests games in order until the test ends. Its number is the log-likelihood ratio of the
// hypothesis that A is better, and its count is the number of games used.
func sequentialRow(label string, games []twoGames) Row {
	var pairs arena.Pentanomial
	var v arena.Verdict
	for _, g := range games {
		pairs[int(2*(pointsOf(g.Score[0])+pointsOf(g.Score[1])))]++
		if v = better.Test(pairs); v.Accept != "" {
			break
		}
	}
	return Row{Label: sequentialLabel(label), Unit: unitEvidence, Ours: text.Known(v.LLR),
		Games: 2 * pairs.Pairs()}
}

// sequential tests that A is better: the log-likelihood ratio of a sequential test reaches its upper bound.
func sequential(label string) Test {
	bounds := better.Test(arena.Pentanomial{})
	return Test{
		Rows: []string{sequentialLabel(label)}, Holds: fmt.Sprintf("the log-likelihood ratio reaches %.2f",
			bounds.Upper), Refuted: fmt.Sprintf("it reaches %.2f", bounds.Lower),
		margin: func(rows Rows) estimate {
			x := *rows.Row(sequentialLabel(label)).Ours
			return estimate{x, x - bounds.Upper, x - bounds.Lower}
		},
		because: func(rows Rows) string {
			r := rows.Row(sequentialLabel(label))
			return fmt.Sprintf("%s: %s after %d games, decided at %.2f or %.2f (%v)", r.Label, r.Text(), r.Games,
				bounds.Lower, bounds.Upper, better)
		},
	}
}

// inTurn merges the lists, taking one element of each in turn.
func inTurn(lists [][]twoGames) (all []twoGames) {
	for i, more := 0, true; more; i++ {
		more = false
		for _, l := range lists {
			if i < len(l) {
				all, more = append(all, l[i]), true
			}
		}
	}
	return all
}
