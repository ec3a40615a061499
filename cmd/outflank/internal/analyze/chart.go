package analyze

import (
	"fmt"

	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/runtime/text"
)

// saveCharts draws a chart for each path that is not "". It returns the lines that name the files.
func saveCharts(draw func() chart.Chart, paths ...string) (wrote string, err error) {
	for _, path := range paths {
		if path == "" {
			continue
		}
		if err := chart.Save(path, draw()); err != nil {
			return "", err
		}
		wrote += fmt.Sprintf("wrote %s\n", path)
	}
	return wrote, nil
}

// resultChart draws the evaluation of one game, or the mean losses of several.
func resultChart(r *result) chart.Chart {
	if len(r.Games) == 1 {
		return gameChart(&r.Games[0])
	}
	return meanLosses(r)
}

// gameChart draws the evaluation during the game and, below it, the cumulative losses of each side.
func gameChart(g *analysis.Game) chart.Chart {
	title := "Evaluation over the game"
	if g.Black != "" || g.White != "" {
		title = orUnknown(g.Black) + " (black) - " + orUnknown(g.White) + " (white)"
	}
	searched, exact := evaluation(g)
	values := chart.Lines{Title: title, Subtitle: searchedBy(g),
		X: "move", Y: "disc difference for black", Marks: []float64{0}}
	for _, s := range []chart.Series{searched, exact} {
		if len(s.X) > 0 {
			values.Series = append(values.Series, s)
		}
	}
	if len(values.Series) == 1 {
		values.Series[0].Name = "" // the subtitle names it
	}
	losses := chart.Lines{Title: "Discs lost so far",
		Subtitle: "sum of the value of the best move minus that of the move played",
		X:        "move", Y: "discs lost", Series: losses(g)}
	return chart.Grid{Columns: 1, Charts: []chart.Chart{values, losses}}
}

// evaluation returns the values for black after each move: the searched values and, from the first exact
// value on, the exact values.
func evaluation(g *analysis.Game) (searched, exact chart.Series) {
	searched, exact = chart.Series{Name: "estimated"}, chart.Series{Name: "exact"}
	if g.Depth > 0 {
		searched.Name = fmt.Sprintf("%d plies", g.Depth)
	}
	s := &searched
	if len(g.Moves) > 0 && g.Moves[0].Exact {
		s = &exact
	}
	add := func(x, y float64) { s.X, s.Y = append(s.X, x), append(s.Y, y) }
	add(0, g.StartValue)
	for i, m := range g.Moves {
		if s == &searched && i > 0 && m.Exact {
			add(float64(m.Ply-1), m.BestForBlack()) // makes the lines meet
			s = &exact
			add(float64(m.Ply-1), m.BestForBlack())
		}
		add(float64(m.Ply), m.Black)
	}
	return searched, exact
}

// losses returns the cumulative losses of black and white after each move, in discs.
func losses(g *analysis.Game) []chart.Series {
	sides := []chart.Series{
		{Name: "black", X: []float64{0}, Y: []float64{0}}, {Name: "white", X: []float64{0}, Y: []float64{0}},
	}
	for _, m := range g.Moves {
		for c := range sides {
			s := &sides[c]
			sum := s.Y[len(s.Y)-1]
			if m.Side == engine.Color(c) {
				sum += m.Loss
			}
			s.X, s.Y = append(s.X, float64(m.Ply)), append(s.Y, sum)
		}
	}
	return sides
}

// meanLosses draws the mean loss by the number of the move, for both sides.
func meanLosses(r *result) chart.Chart {
	var sums, counts [2][65]float64
	for _, g := range r.Games {
		for _, m := range g.Moves {
			sums[m.Side][m.Ply] += m.Loss
			counts[m.Side][m.Ply]++
		}
	}
	plot := chart.Lines{Title: "Mean loss by move", Subtitle: text.Plural(len(r.Games), "game"),
		X: "move", Y: "discs lost"}
	for c := range sums {
		s := chart.Series{Name: fmt.Sprint(engine.Color(c))}
		for ply, n := range counts[c] {
			if n > 0 {
				s.X, s.Y = append(s.X, float64(ply)), append(s.Y, sums[c][ply]/n)
			}
		}
		if len(s.X) > 0 {
			plot.Series = append(plot.Series, s)
		}
	}
	return plot
}
