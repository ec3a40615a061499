package study

import (
	"math"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine/runtime/text"
)

// A growth describes how a quantity grows with a number on several boards. The boards are the sample: each
// has its own growth, and intervals are over the boards.
type growth struct {
	x []int
	y [][]float64 // by x and board; 0 = unknown
}

// slopes fits, for each board, a line of the quantity's logarithm, base 10, over at(x), and returns its
// slope. The slope is NaN if a value is unknown.
func (g growth) slopes(from, to int, at func(x float64) float64) []float64 {
	slopes := make([]float64, len(g.y[0]))
	for board := range slopes {
		var x, y []float64
		for i := from; i <= to; i++ {
			x, y = append(x, at(float64(g.x[i]))), append(y, math.Log10(g.y[i][board]))
		}
		_, slopes[board] = stat.LinearRegression(x, y, nil, false)
	}
	return slopes
}

func same(x float64) float64 { return x }

// growthRows returns the rows about a line's growth that the work asks for.
func (t timing) growthRows(l timedLine, q quantity, g growth) (rows []Row) {
	line, last := l.Name, len(g.x)-1
	exponential, linear := t.Growth && (l.Times == 0 || !t.Linear), t.Linear && (l.Times > 0 || !t.Growth)
	power := func(e Row) Row {
		for _, x := range []*float64{e.Ours, e.Low, e.High} {
			if x != nil {
				*x = math.Pow(10, *x)
			}
		}
		return e
	}
	if exponential {
		rows = append(rows, power(factorRow(line+", factor for one more"+q.suffix, g.slopes(0, last, same))))
	}
	if exponential && last > 2 {
		early, late := g.slopes(0, last/2, same), g.slopes(last/2, last, same)
		for i := range late {
			late[i] -= early[i]
		}
		rows = append(rows, power(factorRow(line+", later factor by earlier"+q.suffix, late)))
	}
	if linear {
		rows = append(rows, factorRow(line+", exponent"+q.suffix, g.slopes(0, last, math.Log10)))
	}
	return rows
}

// factorRow returns the row of the mean of the known values.
func factorRow(label string, x []float64) Row {
	var known []float64
	for _, x := range x {
		if text.Known(x) != nil {
			known = append(known, x)
		}
	}
	return meanRow(label, unitFactor, known)
}

// ratioRow returns the row of the ratio of two growths, which is 1/2 for O(b^(d/2)) and O(b^d).
func ratioRow(label string, a, b growth) Row {
	ratios, others := a.slopes(0, len(a.x)-1, same), b.slopes(0, len(b.x)-1, same)
	for i := range ratios {
		ratios[i] /= others[i]
	}
	return factorRow(label, ratios)
}

// curve draws the means over the boards.
func (g growth) curve(name string) chart.Series {
	s := chart.Series{Name: name}
	for i, y := range g.y {
		if mean := mean(y); mean > 0 { // a coarse clock may measure 0, which has no logarithm
			s.X, s.Y = append(s.X, float64(g.x[i])), append(s.Y, math.Log10(mean))
		}
	}
	return s
}

// logX draws curves over the logarithm of X.
func logX(l chart.Lines) chart.Lines {
	l.X = "logarithm of the " + strings.TrimPrefix(l.X, "the ") + ", base 10"
	for i, s := range l.Series {
		l.Series[i].X = logs(s.X)
	}
	return l
}

// logs returns the base-10 logarithms.
func logs(x []float64) []float64 {
	y := make([]float64, len(x))
	for i := range x {
		y[i] = math.Log10(x[i])
	}
	return y
}
