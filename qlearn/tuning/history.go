package tuning

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/outflank/outflank/eval/tune"
)

// A Row is what the history keeps of a step; the JSON fields are stable.
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

// MaxHistoryWeights is the number of weights that are listed with each step at most, which keeps the
// history of a network's DNA small.
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

// exactText formats a number so that it reads back the same; nil is nothing.
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
