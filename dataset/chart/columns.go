package chart

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Columns is a histogram that shows how often each of several equidistant numbers occurs.
type Columns struct {
	Title    string    // may be empty
	Subtitle string    // smaller, below the title; may be empty
	X, Y     string    // labels of the axes, with the unit; may be empty
	At       []float64 // the numbers, finite
	Heights  []float64 // how often each number occurs, 0 or more
	Step     float64   // distance between adjacent numbers, above 0
}

func (h Columns) check() (drawing, error) {
	if n := len(h.At); n == 0 || len(h.Heights) != n {
		return nil, fmt.Errorf("columns: %d numbers, %d heights: want equally many, at least one", n,
			len(h.Heights))
	}
	if !finite(h.Step) || h.Step <= 0 {
		return nil, fmt.Errorf("columns: step %v: want more than 0", h.Step)
	}
	for i, v := range h.Heights {
		if !finite(h.At[i]) || !finite(v) || v < 0 {
			return nil, fmt.Errorf("columns: column %d: height %v at %v", i+1, v, h.At[i])
		}
	}
	p := plot.New()
	styleAxes(p, h.X, h.Y)
	p.Add(grid{}, columnPlotter(h))
	countAxis(&p.X, h.Step, h.At)
	widen(&p.Y)
	p.Y.Min = 0
	return linePlot{Lines{Title: h.Title, Subtitle: h.Subtitle}, p}, nil
}

// A columnPlotter draws checked Columns.
type columnPlotter Columns

// Plot draws the columns.
func (h columnPlotter) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, at := range h.At {
		left, right := x(at-0.42*h.Step), x(at+0.42*h.Step)
		fill(&c, vg.Rectangle{Min: vg.Point{X: left, Y: y(0)}, Max: vg.Point{X: right, Y: y(h.Heights[i])}},
			seriesColors[0])
	}
}

// DataRange returns the range of the columns.
func (h columnPlotter) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax = math.Inf(1), math.Inf(-1)
	for i, at := range h.At {
		xmin, xmax, ymax = min(xmin, at-h.Step/2), max(xmax, at+h.Step/2), max(ymax, h.Heights[i])
	}
	return xmin, xmax, 0, ymax
}
