package study

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/outflank/outflank/dataset/chart"
)

// rowPlot draws rows that have one unit as dots with their intervals; the report's
// numbers stand at the right.
func rowPlot(name, title string, rows []Row) Plot {
	dots := chart.Dots{Title: title}
	if slices.ContainsFunc(rows, func(r Row) bool { return r.Paper != nil }) {
		dots.Notes = "report"
	}
	for _, r := range rows {
		if r.Ours == nil || r.Unit != rows[0].Unit {
			continue
		}
		d := chart.Dot{Label: r.Label, Value: *r.Ours, Low: *r.Ours, High: *r.Ours}
		if dots.Notes != "" {
			d.Note = r.Unit.text(r.Paper)
		}
		if low, high, ok := r.interval(); ok {
			d.Low, d.High = min(low, d.Value), max(high, d.Value)
		}
		dots.Rows = append(dots.Rows, d)
	}
	dots.X = axis(rows)
	if len(rows) > 0 && rows[0].Unit == unitShare {
		dots.Marks = []float64{0.5}
	}
	return Plot{name, dots}
}

// axis names what rows show.
func axis(rows []Row) string {
	if len(rows) == 0 {
		return ""
	}
	names := map[Unit]string{unitShare: "share of the points", unitMoves: "legal moves", unitPlies: "plies"}
	return fmt.Sprintf("%s, with 95 %% intervals", cmp.Or(names[rows[0].Unit], string(rows[0].Unit)))
}
