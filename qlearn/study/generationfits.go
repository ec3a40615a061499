package study

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// A fit relates the shares of the points in one evolution to the generations.
type fit struct {
	byLog, linear float64 // R² of a line over the logarithm of the generation, and of one over the generation
	slope         float64 // points per factor of e
	later         float64 // correlation with the generations after the first
}

// fitsOf returns the fit of each seed. There must be a row for each generation, with the shares by seed.
func fitsOf(generations []int, rows []Row) (list []fit) {
	x, logs := make([]float64, len(rows)), make([]float64, len(rows))
	for i, n := range generations {
		x[i], logs[i] = float64(n), math.Log(float64(n))
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

// diversityRow returns, over all evolutions, how much of the first generation's diversity is left in a later
// one. At smaller scales, generation is earlier than name, the generation in the label.
func diversityRow(tuned [][]Tuned, name, generation int) Row {
	var left []float64
	for _, t := range slices.Concat(tuned...) {
		at := t.Trace[0]
		for _, later := range t.Trace {
			if later.Step <= generation {
				at = later
			}
		}
		left = append(left, at.Diversity/max(t.Trace[0].Diversity, 1e-300))
	}
	row := meanRow(diversityLabel(name), unitFactor, left)
	row.Seeds = left
	return row
}

func diversityLabel(generation int) string {
	return fmt.Sprintf("both populations, diversity of generation %d by that of the first", generation)
}

// correlation returns the correlation, or 0 if a variable is constant.
func correlation(x, y []float64) float64 {
	if c := stat.Correlation(x, y, nil); !math.IsNaN(c) {
		return c
	}
	return 0
}

// fitRows returns rows with the means of the fits; each evolution is a trial.
func fitRows(name string, fits []fit) []Row {
	row := func(label string, unit Unit, of func(f fit) float64) Row {
		var x []float64
		for _, f := range fits {
			x = append(x, of(f))
		}
		r := meanRow(name+", "+label, unit, x)
		r.Seeds = x
		return r
	}
	return []Row{
		row("R² by logarithm of generations", unitFactor, func(f fit) float64 { return f.byLog }),
		row("R² by generations", unitFactor, func(f fit) float64 { return f.linear }),
		row("R² by logarithm less R² by generations", unitFactor, func(f fit) float64 {
			return f.byLog - f.linear
		}),
		row("points for a factor of e", unitFactor, func(f fit) float64 { return f.slope }),
		row("correlation from generation 5 on", unitCorrelation, func(f fit) float64 { return f.later }),
	}
}
