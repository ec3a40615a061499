package main

import (
	"fmt"
	"math"

	"github.com/outflank/outflank/eval"
)

// fitResult is what fit reports; the JSON fields are stable.
type fitResult struct {
	Model      string    `json:"model"`
	Positions  int       `json:"positions"` // different ones learnt from
	Weights    int       `json:"weights"`
	Iterations int       `json:"iterations"`
	Seed       uint64    `json:"seed"`
	Seconds    float64   `json:"seconds"` // of the regressions
	Errors     []fitBand `json:"validation"`
}

// A fitBand tells of the errors on positions of the split validation with some
// numbers of empty squares.
type fitBand struct {
	Set       string  `json:"set"` // games or played
	From      int     `json:"empties_from"`
	To        int     `json:"empties_to"` // included
	Positions int     `json:"positions"`
	MAE       float64 `json:"mae"`  // discs
	RMSE      float64 `json:"rmse"` // discs

	squares float64
}

// fitBands are the numbers of empty squares that begin a band.
var fitBands = [...]int{0, 9, 17, 25, 41}

// judge finds the errors of a model on the samples that it did not learn from.
func (r *fitResult) judge(m *eval.Model, sets []sampleSet) {
	linear := m.Linear()
	for _, set := range sets {
		bands := newBands(set.name)
		for i := range set.validate {
			s := &set.validate[i]
			value := min(max(linear.Eval(s.board()), -64), 64)
			bands[bandOf(64-s.discs())].add(value - float64(s.target))
		}
		for _, b := range bands {
			if b.Positions > 0 {
				b.MAE /= float64(b.Positions)
				b.RMSE = math.Sqrt(b.squares / float64(b.Positions))
				r.Errors = append(r.Errors, b)
			}
		}
	}
}

func (b *fitBand) add(e float64) {
	b.Positions++
	b.MAE += math.Abs(e)
	b.squares += e * e
}

func newBands(set string) []fitBand {
	bands := make([]fitBand, len(fitBands))
	for i, from := range fitBands {
		bands[i] = fitBand{Set: set, From: from, To: 60}
		if i+1 < len(fitBands) {
			bands[i].To = fitBands[i+1] - 1
		}
	}
	return bands
}

func bandOf(empties int) int {
	i := len(fitBands) - 1
	for fitBands[i] > empties {
		i--
	}
	return i
}

// printFit prints the summary.
func (a *app) printFit(r *fitResult) {
	a.printf("fitted %d weights to %d positions in %d iterations\n\nErrors on the split validation, in discs\n\n", r.Weights, r.Positions, r.Iterations)
	out := a.table()
	out.row("positions", "empty", "number", "mae", "rmse")
	for _, b := range r.Errors {
		out.row(b.Set, fmt.Sprintf("%d-%d", b.From, b.To), number(b.Positions), fmt.Sprintf("%.2f", b.MAE), fmt.Sprintf("%.2f", b.RMSE))
	}
	out.left(0)
	out.flush()
	a.printf("\nwrote %s\n\nNext: outflank stats calibration games --model %s --split test\n", r.Model, r.Model)
}
