package tuning

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/tune"
)

// A Row describes a step in the history. The JSON fields are stable.
type Row struct {
	Step        int       `json:"step" meaning:"number of the step, from 1"`
	Best        float64   `json:"best" meaning:"highest rating of the group"`
	Mean        float64   `json:"mean" meaning:"mean rating of the group"`
	Worst       float64   `json:"worst" meaning:"lowest rating of the group"`
	Black       *float64  `json:"black,omitempty" meaning:"share of the points of the best as black"`
	White       *float64  `json:"white,omitempty" meaning:"share of the points of the best as white"`
	Diversity   float64   `json:"diversity" meaning:"standard deviation of a weight in the group"`
	Evaluations int       `json:"evaluations" meaning:"vectors rated so far"`
	Games       int       `json:"games" meaning:"games played so far"`
	Temperature *float64  `json:"temperature,omitempty" meaning:"of annealing"`
	Difference  *float64  `json:"difference,omitempty" meaning:"ΔE of annealing"`
	Accepted    *bool     `json:"accepted,omitempty" meaning:"whether annealing took the step"`
	Sigma       *float64  `json:"sigma,omitempty" meaning:"step size of CMA-ES"`
	Weights     []float64 `json:"weights,omitempty" meaning:"the method's answer, where there are few enough"`
}

// MaxHistoryWeights is the maximum number of weights that the history lists. With more weights, as in a
// network, it lists none, which keeps it small.
const MaxHistoryWeights = 256

func newRow(s *tune.Step) Row {
	r := Row{
		Step: s.Number, Best: s.Value(), Mean: s.Ratings.Mean(), Worst: slices.Min(s.Ratings.Values),
		Diversity: s.Diversity, Evaluations: s.Evaluations, Games: s.Games,
	}
	if at := slices.Index(s.Ratings.Values, r.Best); s.Ratings.Black != nil {
		r.Black, r.White = &s.Ratings.Black[at], &s.Ratings.White[at]
	}
	if a := s.Annealing; a != nil {
		r.Temperature, r.Difference, r.Accepted = &a.Temperature, &a.Difference, &a.Accepted
	}
	if c := s.CMAES; c != nil {
		r.Sigma = &c.Sigma
	}
	if len(s.Best) <= MaxHistoryWeights {
		r.Weights = s.Best
	}
	return r
}

// writeCSV writes the history as a table, with a column for each weight.
func writeCSV(w io.Writer, rows []Row, subject *Subject) error {
	out := csv.NewWriter(w)
	head := []string{"step", "best", "mean", "worst", "black", "white", "diversity", "evaluations", "games",
		"temperature", "difference", "accepted", "sigma"}
	if len(rows) > 0 {
		for i := range rows[0].Weights {
			head = append(head, subject.Name(i))
		}
	}
	err := out.Write(head)
	for _, r := range rows {
		if err != nil {
			return err
		}
		cells := []string{
			fmt.Sprint(r.Step), exactText(&r.Best), exactText(&r.Mean), exactText(&r.Worst), exactText(r.Black),
			exactText(r.White), exactText(&r.Diversity),
			fmt.Sprint(r.Evaluations), fmt.Sprint(r.Games), exactText(r.Temperature), exactText(r.Difference),
			truth(r.Accepted), exactText(r.Sigma),
		}
		for _, x := range r.Weights {
			cells = append(cells, exactText(&x))
		}
		err = out.Write(cells)
	}
	out.Flush()
	if err == nil {
		err = out.Error()
	}
	return err
}

// exactText formats a number with enough digits to restore it, and nil as "".
func exactText(x *float64) string {
	if x == nil {
		return ""
	}
	return strconv.FormatFloat(*x, 'g', -1, 64)
}

func truth(x *bool) string {
	if x == nil {
		return ""
	}
	return strconv.FormatBool(*x)
}

// charts draws the history: ratings, diversity and weights by step, and square weights as a board.
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
		ratings = ratings[:1] // without an opponent the mean is always one half
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

// mostLines is the largest number of lines that a reader can tell apart in a plot.
const mostLines = 12

// weightLines draws the weights by step; if there are many, only the largest.
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

// squareBoard draws weights on a board if they are square weights.
func squareBoard(cfg *Config, x []float64) (chart.Board, bool) {
	board := chart.Board{Title: "Weights of the squares", Subtitle: cfg.Title()}
	switch cfg.Subject.Features {
	case "squares":
		for i, class := range eval.Classes {
			for s := range class.All() {
				board.Values[s] = x[i] / 2 // the feature is half the disc difference
			}
		}
	case "grid":
		copy(board.Values[:], x)
	default:
		return board, false
	}
	return board, true
}

// Title describes the subject and the method.
func (c *Config) Title() string {
	what := c.Subject.Features + c.Subject.Net
	if len(what) > 60 {
		what = what[:57] + "…"
	}
	return fmt.Sprintf("%s by %s, seed %d", what, methodNames[c.Method], c.Seed())
}

var methodNames = map[string]string{"ga": "genetic algorithm", "sa": "simulated annealing", "cmaes": "CMA-ES",
	"spsa": "SPSA"}

// RatingUnit returns the unit of ratings, as shown to users.
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
