package chart

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Dots shows values with their intervals, one per row, with the first row on top.
type Dots struct {
	Title    string    // may be empty
	Subtitle string    // smaller, below the title; may be empty
	X        string    // label of the values, with the unit; may be empty
	Notes    string    // heading of the notes; may be empty
	Rows     []Dot     // at least one
	Marks    []float64 // values at which a dashed line crosses the rows, such as 0.5
}

// A Dot is a value with its interval and a note.
type Dot struct {
	Label     string
	Value     float64
	Low, High float64 // interval; both equal to Value = none
	Note      string  // on the right; may be empty
}

func (d Dots) check() (drawing, error) {
	if len(d.Rows) == 0 {
		return nil, fmt.Errorf("dots: no rows")
	}
	r := rowPlot{title: d.Title, subtitle: d.Subtitle, notes: d.Notes, axis: true,
		plot: newRows(len(d.Rows), d.X)}
	for _, m := range d.Marks {
		if !finite(m) {
			return nil, fmt.Errorf("dots: mark is %v", m)
		}
	}
	for i, row := range d.Rows {
		if !finite(row.Value) || !finite(row.Low) || !finite(row.High) || row.Low > row.Value ||
			row.Value > row.High {
			return nil, fmt.Errorf("dots: row %d: %v (%v to %v): want finite numbers in order", i+1, row.Value,
				row.Low, row.High)
		}
		r.rows = append(r.rows, rowText{row.Label, row.Note, 0})
	}
	r.plot.Add(rowGrid(d.Marks), dotPlotter(d.Rows))
	r.plot.Y.Min, r.plot.Y.Max = -0.5, float64(len(d.Rows))-0.5
	widen(&r.plot.X)
	room := (r.plot.X.Max - r.plot.X.Min) / 50 // so that no interval ends at the edge
	r.plot.X.Min, r.plot.X.Max = r.plot.X.Min-room, r.plot.X.Max+room
	return r, nil
}

// A dotPlotter draws the dots with their intervals.
type dotPlotter []Dot

// Plot draws a line and a dot for each row.
func (d dotPlotter) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	line := draw.LineStyle{Color: seriesColors[0], Width: 1.6}
	dot := draw.GlyphStyle{Color: seriesColors[0], Radius: 3.4, Shape: draw.CircleGlyph{}}
	for i, row := range d {
		h := y(rowAt(i, len(d)))
		c.StrokeLine2(line, x(row.Low), h, x(row.High), h)
		c.DrawGlyph(dot, vg.Point{X: x(row.Value), Y: h})
	}
}

// DataRange returns the range of the intervals.
func (d dotPlotter) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax = d[0].Low, d[0].High
	for _, row := range d {
		xmin, xmax = min(xmin, row.Low), max(xmax, row.High)
	}
	return xmin, xmax, 0, float64(len(d) - 1)
}
