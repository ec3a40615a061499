package run

import "github.com/outflank/outflank/dataset/chart"

// Compare draws the evaluations of several runs over the games, a plot for each match; label
// leaves only the match of that [Match.Label]. The chart is empty where there is nothing to draw.
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
				lines[name] = &chart.Lines{Title: name, Subtitle: chart.Intervals, X: "games", Y: "share of the points", Marks: chart.Half}
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
