package fit

import (
	"math"

	"github.com/outflank/outflank/eval"
)

// Result is the result of a fit. The JSON fields are stable.
type Result struct {
	Model      string  `json:"model"`     // path of the model file; set by the caller
	Positions  int     `json:"positions"` // number of distinct positions learned from
	Weights    int     `json:"weights"`
	Iterations int     `json:"iterations"`
	Seed       uint64  `json:"seed"`
	Seconds    float64 `json:"seconds"` // duration of the regressions; set by the caller
	Errors     []band  `json:"validation"`
}

// A band contains the errors on validation positions for a range of numbers of empty squares.
type band struct {
	Set       string  `json:"set"` // "games" or "played"
	From      int     `json:"empties_from"`
	To        int     `json:"empties_to"` // inclusive
	Positions int     `json:"positions"`
	MAE       float64 `json:"mae"`  // mean absolute error, in discs
	RMSE      float64 `json:"rmse"` // root mean square error, in discs

	squares float64
}

// bandStarts contains the lowest number of empty squares of each band.
var bandStarts = [...]int{0, 9, 17, 25, 41}

// judge computes the errors of a model on the validation samples.
func (r *Result) judge(m *eval.Model, sets ...*sampleSet) {
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

func (b *band) add(e float64) {
	b.Positions++
	b.MAE += math.Abs(e)
	b.squares += float64(e * e)
}

func newBands(set string) []band {
	bands := make([]band, len(bandStarts))
	for i, from := range bandStarts {
		bands[i] = band{Set: set, From: from, To: 60}
		if i+1 < len(bandStarts) {
			bands[i].To = bandStarts[i+1] - 1
		}
	}
	return bands
}

func bandOf(empties int) int {
	i := len(bandStarts) - 1
	for bandStarts[i] > empties {
		i--
	}
	return i
}
