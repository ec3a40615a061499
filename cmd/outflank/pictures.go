package main

import (
	"github.com/outflank/outflank/cmd/outflank/chart"
	"github.com/outflank/outflank/dataset/stats"
)

// pictures are the statistics that have a picture, with what it shows.
var pictures = map[string]struct {
	about string
	draw  func([]stats.Table) chart.Chart
}{
	"years": {"black's share of the points by year", func(t []stats.Table) chart.Chart {
		return chart.Lines{
			Title: "Black's share of the points", X: "year", Marks: []float64{0.5},
			Series: []chart.Series{series(&t[0], "black", "year", "black_score", nil)},
		}
	}},
	"curves": {"mobility of winners and losers by ply", func(t []stats.Table) chart.Chart {
		mobility := func(row []any) bool { return row[column(&t[0], "feature")] == "mobility" }
		return chart.Lines{
			Title: "Mobility", Subtitle: "mean number of legal moves after so many plies", X: "ply",
			Series: []chart.Series{
				series(&t[0], "winners", "ply", "winner", mobility),
				series(&t[0], "losers", "ply", "loser", mobility),
			},
		}
	}},
}

// series takes a curve and its interval from the columns of a table, from the rows
// that keep lets through (nil = all) and that have all values.
func series(t *stats.Table, name, x, y string, keep func([]any) bool) chart.Series {
	s := chart.Series{Name: name}
	cx, cy, low, high := column(t, x), column(t, y), column(t, y+"_low"), column(t, y+"_high")
	for _, row := range t.Rows {
		v, l, h := row[cy], row[low], row[high]
		if keep != nil && !keep(row) || v == nil || l == nil || h == nil {
			continue
		}
		s.X = append(s.X, float64(row[cx].(int64)))
		s.Y = append(s.Y, v.(float64))
		s.Low = append(s.Low, l.(float64))
		s.High = append(s.High, h.(float64))
	}
	return s
}

// column returns the index of the column of that name, which must exist.
func column(t *stats.Table, name string) int {
	for i, c := range t.Columns {
		if c.Name == name {
			return i
		}
	}
	panic("no column " + name + " in table " + t.Name)
}
