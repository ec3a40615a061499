package inspect

import (
	"cmp"
	"fmt"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/qlearn"
)

// calibrationBins is how many bins values are sorted into.
const calibrationBins = 10

// binFinding compares the values of boards with their outcomes, both in the
// model's unit, for the side to move. Values that training squashed are squashed.
type binFinding struct {
	Boards int     `json:"boards"`
	Value  float64 `json:"mean_value"`
	Result float64 `json:"mean_result"`
}

// calibrate sorts boards by their values into bins of equal size. Values in points
// predict no result and have none.
func calibrate(m *eval.Model, sample []sampleBoard) []binFinding {
	bins := []binFinding{}
	unit := m.Meta["unit"]
	if unit != eval.UnitWin && unit != "discs" {
		return bins
	}
	l, squash := m.Linear(), qlearn.SquashOf(m)
	predictions := make([]stats.Prediction, len(sample))
	for i, s := range sample {
		predictions[i] = stats.Prediction{Value: squash.Of(l.Eval(s.board)), Outcome: resultIn(unit, s.score)}
	}
	for _, q := range stats.Quantiles(predictions, calibrationBins) {
		bins = append(bins, binFinding{q.N, q.Value, q.Outcome})
	}
	return bins
}

// resultIn returns a final disc difference in a model's unit.
func resultIn(unit string, score int) float64 {
	if unit == eval.UnitWin {
		return float64(cmp.Compare(score, 0))
	}
	return float64(score)
}

func (v modelFinding) printCalibration(a *cli.App) {
	if len(v.Calibration) == 0 {
		return
	}
	a.Printf("\nvalues and outcomes in its own games, for the side to move\n")
	t := a.Table()
	t.Row("boards", "mean value", "mean result")
	for _, f := range v.Calibration {
		t.Row(text.Number(f.Boards), fmt.Sprintf("%+.3f", f.Value), fmt.Sprintf("%+.3f", f.Result))
	}
	t.Flush()
}
