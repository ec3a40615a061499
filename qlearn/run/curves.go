package run

import (
	"cmp"
	"fmt"

	"github.com/outflank/outflank/dataset/chart"
)

// curves returns the charts of a run: any evaluation results, and the training statistics. A dashed line
// marks the start of a phase.
func curves(info *Info, s *State) chart.Chart {
	grid := chart.Grid{Title: fmt.Sprintf("Training of %s, seed %d", info.Title(), info.Seed), Columns: 2,
		Scale: 0.8}
	begins := phaseBreaks(info)
	if lines, ok := scoreLines(s.Evaluations); ok {
		lines.Breaks = begins
		grid.Charts = append(grid.Charts, lines)
	}
	for _, c := range []struct {
		title, about, unit string
		value              func(Point) *float64
	}{
		{"TD error", "target less Q, before each update", "root mean square", func(p Point) *float64 { return &p.Error }},
		{"Moves with the highest Q", "of recorded moves; of played ones those that did not explore", "share of the moves", func(p Point) *float64 { return &p.Best }},
		{"Score while it learns", "against opponents and past checkpoints, exploring", "share of the points", func(p Point) *float64 { return p.Score }},
	} {
		var line chart.Series
		for _, p := range s.Metrics {
			if y := c.value(p); y != nil {
				line.X, line.Y = append(line.X, float64(p.Games)), append(line.Y, *y)
			}
		}
		if len(line.X) > 0 {
			grid.Charts = append(grid.Charts, chart.Lines{Title: c.title, Subtitle: c.about, X: "games", Y: c.unit,
				Series: []chart.Series{line}, Breaks: begins})
		}
	}
	return grid
}

// phaseBreaks returns where each phase after the first starts.
func phaseBreaks(info *Info) (list []chart.Break) {
	games := 0
	for i, p := range info.Phases {
		if i > 0 {
			list = append(list, chart.Break{At: float64(games),
				Name: fmt.Sprintf("phase %d: %s", i+1, cmp.Or(p.Name, p.Games.Mix.String()))})
		}
		games += p.Learn.Games
	}
	return list
}

// scoreLines draws evaluation results against the number of games, with a line for each opponent.
func scoreLines(list []Measurement) (chart.Lines, bool) {
	lines := chart.Lines{Title: "Evaluations of the model as it was then", Subtitle: chart.Intervals, X: "games",
		Y: "share of the points", Marks: chart.Half}
	at := map[string]int{}
	for _, e := range list {
		name := e.Match.Label()
		i, ok := at[name]
		if !ok {
			i = len(lines.Series)
			at[name] = i
			lines.Series = append(lines.Series, chart.Series{Name: name})
		}
		s := &lines.Series[i]
		s.X, s.Y, s.Low, s.High = append(s.X, float64(e.Games)), append(s.Y, e.Score), append(s.Low, e.Low),
			append(s.High, e.High)
	}
	return lines, len(lines.Series) > 0
}

// Compare draws the evaluations of several runs against the number of games, with a plot for each match. If
// label is not empty, it draws only the match with this [Match.Label]. The chart is empty if there is nothing
// to draw.
func Compare(list []Listed, label string) chart.Grid {
	plots := comparison(list, label)
	return chart.Grid{Columns: min(2, len(plots)), Charts: plots}
}

func comparison(list []Listed, match string) (plots []chart.Chart) {
	var names []string
	lines := map[string]*chart.Lines{}
	for _, l := range list {
		all, _ := scoreLines(l.Checkpoint.Evaluations)
		for _, s := range all.Series {
			name := s.Name
			if match != "" && name != match {
				continue
			}
			if lines[name] == nil {
				names = append(names, name)
				lines[name] = &chart.Lines{Title: name, Subtitle: chart.Intervals, X: "games", Y: "share of the points",
					Marks: chart.Half}
			}
			s.Name = l.Dir
			lines[name].Series = append(lines[name].Series, s)
		}
	}
	for _, name := range names {
		plots = append(plots, *lines[name])
	}
	return plots
}
