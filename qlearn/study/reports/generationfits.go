package reports

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/outflank/outflank/engine/runtime/portable"
	"github.com/outflank/outflank/qlearn/study"
)

// A fit is what the shares of the points of one evolution say of its generations.
type fit struct {
	byLog, linear float64 // R² of lines through the logarithm of the generations, and through them
	slope         float64 // points for a factor of e
	later         float64 // correlation with the generations, the first of those that met left out
}

// fitsOf returns the fits of each seed. The rows are those of the generations, with the
// shares of each seed.
func fitsOf(generations []int, rows []study.Row) (list []fit) {
	x, logs := make([]float64, len(rows)), make([]float64, len(rows))
	for i, n := range generations {
		x[i], logs[i] = float64(n), portable.Log(float64(n))
	}
	for seed := range rows[0].Seeds {
		y := make([]float64, len(rows))
		for i, row := range rows {
			y[i] = row.Seeds[seed]
		}
		_, slope := stat.LinearRegression(logs, y, nil, false)
		byLog, linear := correlation(logs, y), correlation(x, y)
		list = append(list, fit{byLog * byLog, linear * linear, slope, correlation(x[1:], y[1:])})
	}
	return list
}

// diversityRow is how much of the diversity of the first generation the last one has, of each
// evolution.
func diversityRow(tuned [][]study.Tuned) study.Row {
	var left []float64
	for _, t := range slices.Concat(tuned...) {
		first, last := t.Trace[0], t.Trace[len(t.Trace)-1]
		left = append(left, last.Diversity/max(first.Diversity, 1e-300))
	}
	row := study.MeanRow("both populations, diversity of the last generation by that of the first",
		study.Factor, left)
	row.Seeds = left
	return row
}

// correlation is 0 where nothing varies.
func correlation(x, y []float64) float64 {
	if c := stat.Correlation(x, y, nil); !math.IsNaN(c) {
		return c
	}
	return 0
}

// fitRows are the means of the fits, whose trials are the evolutions.
func fitRows(name string, fits []fit) []study.Row {
	row := func(label string, unit study.Unit, of func(f fit) float64) study.Row {
		var x []float64
		for _, f := range fits {
			x = append(x, of(f))
		}
		r := study.MeanRow(name+", "+label, unit, x)
		r.Seeds = x
		return r
	}
	return []study.Row{
		row("R² by logarithm of generations", study.Factor, func(f fit) float64 { return f.byLog }),
		row("R² by generations", study.Factor, func(f fit) float64 { return f.linear }),
		row("R² by logarithm less R² by generations", study.Factor, func(f fit) float64 {
			return f.byLog - f.linear
		}),
		row("points for a factor of e", study.Factor, func(f fit) float64 { return f.slope }),
		row("correlation from generation 5 on", study.Correlation, func(f fit) float64 { return f.later }),
	}
}
