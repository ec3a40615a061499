package statistics

import (
	"fmt"
	"math"
	"slices"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/text"
)

// squareNames are the names that players give some squares.
var squareNames = map[string]string{"a1": "corner", "b1": "C", "c1": "A", "d1": "B", "b2": "X"}

// squareLabel returns a readable name of a class of symmetric squares, such as "b1 C".
func squareLabel(square string) string {
	if name := squareNames[square]; name != "" {
		return square + " " + name
	}
	return square
}

// printIntervals prints W of each class of squares by phase and by band, and the differences between phases
// whose interval excludes 0.
func printIntervals(a *cli.App, w *stats.RatedWeights) {
	total := w.Total()
	if total.Weights() == [64]float64{} {
		return
	}
	a.Printf("\nW by phase, ± to the farther bound of the 95 %% interval (bootstrap over games)\n\n")
	names, parts := []string{"all"}, []stats.SquareWeights{total}
	for i, part := range w.PhaseWeights {
		names, parts = append(names, stats.Phase(i).String()), append(parts, part)
	}
	printParts(a, names, parts)
	printDifferences(a, w)
	names, parts = nil, nil
	for _, b := range w.Bands {
		if b.Weights.Games > b.Weights.DrawsExcluded {
			names, parts = append(names, b.Name), append(parts, b.Weights)
		}
	}
	if len(parts) > 0 {
		a.Printf("\nW by mean Elo rating of both players, from all games read\n\n")
		printParts(a, names, parts)
	}
}

// printParts prints a column for each phase or band.
func printParts(a *cli.App, names []string, parts []stats.SquareWeights) {
	games := []string{"games"} // shown only if they differ, as they do between bands
	columns := make([][64]string, len(parts))
	for i, part := range parts {
		games = append(games, text.Number(part.Games-part.DrawsExcluded))
		columns[i] = weightTexts(part)
	}
	t := a.Table()
	t.Row(slices.Concat([]string{"square"}, names, []string{""})...)
	for rank := range 4 {
		for file := rank; file < 4; file++ {
			s := engine.At(file, rank)
			row, known := []string{squareLabel(s.String())}, false
			for _, column := range columns {
				row, known = append(row, column[s]), known || column[s] != ""
			}
			if known {
				t.Row(append(row, "")...)
			}
		}
	}
	if slices.ContainsFunc(games[1:], func(n string) bool { return n != games[1] }) {
		t.Row(append(games, "")...)
	}
	for i := range parts {
		t.Left(i + 1)
	}
	t.Flush()
}

// weightTexts returns W of each square with its interval; "" = a square without moves.
func weightTexts(w stats.SquareWeights) (list [64]string) {
	weights, averaged := w.Weights(), w.Averaged()
	low, high := w.Intervals()
	for s := range list {
		switch half := max(high[s]-weights[s], weights[s]-low[s]); {
		case half > 0:
			list[s] = fmt.Sprintf("%6.3f ± %.3f", weights[s], half)
		case !math.IsNaN(half):
			list[s] = fmt.Sprintf("%6.3f", weights[s])
		case averaged[s] != 0:
			list[s] = fmt.Sprintf("%6.3f ± ?", weights[s])
		}
	}
	return list
}

// printDifferences prints the differences between phases whose interval excludes 0, and the number of other
// differences.
func printDifferences(a *cli.App, w *stats.RatedWeights) {
	differences := w.PhaseWeights.Tables()[1]
	if len(differences.Rows) == 0 {
		return
	}
	var squares, pairs []string // in the order of the rows
	cells := map[[2]string]string{}
	for _, row := range differences.Rows {
		square, pair := row[0].(string), fmt.Sprintf("%s - %s", row[2], row[1])
		if !slices.Contains(pairs, pair) {
			pairs = append(pairs, pair)
		}
		if d, high := row[3].(float64), row[5].(float64); row[6] == true {
			cells[[2]string{square, pair}] = fmt.Sprintf("%+.3f ± %.3f", d, high-d)
			if !slices.Contains(squares, square) {
				squares = append(squares, square)
			}
		}
	}
	a.Printf("\nSignificant differences between phases: %d of %d have an interval that excludes 0\n",
		len(cells), len(differences.Rows))
	if len(cells) > 0 {
		a.Printf("(95 %% for all of them together, by Bonferroni's correction)\n\n")
	}
	t := a.Table()
	t.Row(slices.Concat([]string{"square"}, pairs, []string{""})...)
	for _, square := range squares {
		row := []string{squareLabel(square)}
		for i, pair := range pairs {
			row = append(row, cells[[2]string{square, pair}])
			t.Left(i + 1)
		}
		t.Row(append(row, "")...)
	}
	if len(cells) > 0 {
		t.Flush()
	}
	if rest := len(differences.Rows) - len(cells); rest > 0 {
		a.Printf("\nnot shown: %s whose interval includes 0\n", text.Plural(rest, "difference"))
	}
}
