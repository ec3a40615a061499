package tuning

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/eval"
)

// charts draws the history: ratings, diversity and weights by step, and the weights
// of squares as a board.
func charts(cfg *Config, rows []Row, best []float64) map[string]chart.Chart {
	of := func(y func(r *Row) float64) (s chart.Series) {
		for i := range rows {
			s.X, s.Y = append(s.X, float64(rows[i].Step)), append(s.Y, y(&rows[i]))
		}
		return s
	}
	title := cfg.Title()
	ratings := []chart.Series{of(func(r *Row) float64 {
		return r.Best
	}), of(func(r *Row) float64 { return r.Mean })}
	ratings[0].Name, ratings[1].Name = "best", "mean"
	if slices.Max(ratings[1].Y) == slices.Min(ratings[1].Y) {
		ratings = ratings[:1] // who plays only each other scores half on the mean: a line that says nothing
	}
	list := map[string]chart.Chart{
		"fitness": chart.Lines{Title: "Ratings by step", Subtitle: title, X: "step", Y: cfg.RatingUnit(),
			Series: ratings},
		"diversity": chart.Lines{Title: "Diversity by step", Subtitle: title, X: "step",
			Y: "standard deviation of a weight", Series: []chart.Series{of(func(r *Row) float64 {
				return r.Diversity
			})}},
	}
	if len(rows[0].Weights) > 0 {
		list["weights"] = weightLines(cfg, of)
	}
	if board, ok := squareBoard(cfg, best); ok {
		list["board"] = board
	}
	return list
}

// mostLines is how many weights can be told apart in a plot.
const mostLines = 12

// weightLines draws the weights by step, the largest ones if there are many.
func weightLines(cfg *Config, of func(func(r *Row) float64) chart.Series) chart.Chart {
	plot := chart.Lines{Title: "Weights by step", Subtitle: cfg.Title(), X: "step", Y: "weight",
		Marks: []float64{0}}
	for i := range cfg.Subject.Len() {
		s := of(func(r *Row) float64 { return r.Weights[i] })
		s.Name = cfg.Subject.Name(i)
		plot.Series = append(plot.Series, s)
	}
	if n := len(plot.Series); n > mostLines {
		end := func(s chart.Series) float64 { return math.Abs(s.Y[len(s.Y)-1]) }
		slices.SortStableFunc(plot.Series, func(a, b chart.Series) int { return cmp.Compare(end(b), end(a)) })
		plot.Series = plot.Series[:mostLines]
		plot.Subtitle += fmt.Sprintf("; the %d largest of %d", mostLines, n)
	}
	return plot
}

// squareBoard draws weights that are those of squares.
func squareBoard(cfg *Config, x []float64) (chart.Board, bool) {
	board := chart.Board{Title: "Weights of the squares", Subtitle: cfg.Title()}
	switch cfg.Subject.Features {
	case "squares":
		for i, class := range eval.Classes {
			for s := range class.All() {
				board.Values[s] = x[i] / 2 // the feature is half the difference of discs
			}
		}
	case "grid":
		copy(board.Values[:], x)
	default:
		return board, false
	}
	return board, true
}

// Title says what is tuned and how.
func (c *Config) Title() string {
	what := c.Subject.Features + c.Subject.Net
	if len(what) > 60 {
		what = what[:57] + "…"
	}
	return fmt.Sprintf("%s by %s, seed %d", what, methodNames[c.Method], c.Seed())
}

var methodNames = map[string]string{"ga": "genetic algorithm", "sa": "simulated annealing", "cmaes": "CMA-ES",
	"spsa": "SPSA"}

// RatingUnit says what ratings are, for texts.
func (c *Config) RatingUnit() string {
	switch {
	case c.Outcome != nil:
		return "negative loss, " + c.Outcome.Loss
	case c.Games.Unit.String() == "discs":
		return "mean number of discs at the end"
	case c.Games.Opponent != "":
		return "share of the points against " + c.Games.Opponent
	}
	return "share of the points within the group"
}

// writeCharts writes each chart as PNG and as SVG.
func (f *folder) writeCharts(charts map[string]chart.Chart) error {
	for name, c := range charts {
		for _, format := range []string{".png", ".svg"} {
			if err := chart.Save(f.path(name+format), c); err != nil {
				return err
			}
		}
	}
	return nil
}
