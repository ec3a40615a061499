package chart

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Lines is a plot of several curves over one axis, such as the scores of agents over the games they learned
// from.
type Lines struct {
	Title    string // may be empty
	Subtitle string // smaller, below the title; may be empty
	X, Y     string // labels of the axes, with the unit; may be empty
	Series   []Series
	Low      float64 // with High, the range of the Y axis; both 0 = fit the series
	High     float64
	Marks    []float64 // heights at which a dashed line crosses the plot, such as 0.5
	Diagonal bool      // add a dashed line where Y is X
	Breaks   []Break   // where something starts, such as a phase of training
}

// A Break is a place on the X axis that is marked with a vertical dashed line.
type Break struct {
	At   float64
	Name string // above the line; may be empty
}

// A Series is one curve, optionally with an interval. All numbers are finite.
type Series struct {
	Name      string
	X, Y      []float64 // the points in the order of joining; equally many X and Y, at least one
	Low, High []float64 // the interval around each Y; both nil = none
}

// seriesColors are those colours of Okabe and Ito that are dark enough for lines on white, strongest first.
// The eighth series repeats the first colour with a dashed line.
var seriesColors = [...]color.RGBA{
	{0x00, 0x72, 0xb2, 0xff}, {0xd5, 0x5e, 0x00, 0xff}, {0x00, 0x9e, 0x73, 0xff}, {0xcc, 0x79, 0xa7, 0xff},
	{0xe6, 0x9f, 0x00, 0xff}, {0x56, 0xb4, 0xe9, 0xff}, {0x22, 0x26, 0x2b, 0xff},
}

func (l Lines) check() (drawing, error) {
	if err := l.checkNumbers(); err != nil {
		return nil, fmt.Errorf("lines: %w", err)
	}
	p, err := l.plot()
	if err != nil {
		return nil, fmt.Errorf("lines: %w", err)
	}
	return linePlot{l, p}, nil
}

func (l Lines) checkNumbers() error {
	if len(l.Series) == 0 {
		return fmt.Errorf("no series")
	}
	for _, v := range append([]float64{l.Low, l.High}, l.Marks...) {
		if !finite(v) {
			return fmt.Errorf("range or mark is %v", v)
		}
	}
	for _, b := range l.Breaks {
		if !finite(b.At) {
			return fmt.Errorf("break %q is at %v", b.Name, b.At)
		}
	}
	if l.Low > l.High {
		return fmt.Errorf("range from %v to %v", l.Low, l.High)
	}
	for _, s := range l.Series {
		if err := s.check(); err != nil {
			return fmt.Errorf("series %q: %w", s.Name, err)
		}
	}
	return nil
}

func (s Series) check() error {
	n := len(s.X)
	if n == 0 || len(s.Y) != n {
		return fmt.Errorf("%d x, %d y: want equally many, at least one", n, len(s.Y))
	}
	if len(s.Low) != len(s.High) || s.Low != nil && len(s.Low) != n {
		return fmt.Errorf("%d low, %d high for %d points", len(s.Low), len(s.High), n)
	}
	for _, values := range [][]float64{s.X, s.Y, s.Low, s.High} {
		for i, v := range values {
			if !finite(v) {
				return fmt.Errorf("point %d holds %v", i+1, v)
			}
		}
	}
	return nil
}

// plot creates the plot inside the axes.
func (l Lines) plot() (*plot.Plot, error) {
	p := plot.New()
	styleAxes(p, l.X, l.Y)
	p.Add(grid{})
	if l.Low < l.High {
		p.Y.Min, p.Y.Max = l.Low, l.High
	}
	for _, y := range l.Marks {
		p.Add(mark(y))
	}
	if l.Diagonal {
		p.Add(diagonal{})
	}
	for _, b := range l.Breaks {
		p.Add(b)
	}
	for i, s := range l.Series { // so that all bands are below all lines
		if err := s.addBand(p, i); err != nil {
			return nil, err
		}
	}
	for i, s := range l.Series {
		if err := s.addLine(p, i); err != nil {
			return nil, err
		}
	}
	if l.Low < l.High {
		p.Y.Min, p.Y.Max = l.Low, l.High
	}
	if p.X.Min == p.X.Max {
		countAxis(&p.X, 1, l.Series[0].X)
	}
	widen(&p.X)
	widen(&p.Y)
	return p, nil
}

// widen extends an axis if all values on it are equal, apart from rounding.
func widen(a *plot.Axis) {
	if size := max(math.Abs(a.Min), math.Abs(a.Max)); a.Max-a.Min <= size*1e-9 {
		d := max(size/10, 0.5)
		a.Min, a.Max = a.Min-d, a.Max+d
	}
}

func (s Series) addBand(p *plot.Plot, i int) error {
	n := len(s.X)
	switch {
	case s.Low == nil:
		return nil
	case n == 1: // a band would have no width
		return s.addBar(p, i)
	}
	outline := make(plotter.XYs, 2*n)
	for i := range n {
		outline[i] = plotter.XY{X: s.X[i], Y: s.High[i]}
		outline[2*n-1-i] = plotter.XY{X: s.X[i], Y: s.Low[i]}
	}
	band, err := plotter.NewPolygon(outline)
	if err != nil {
		return err
	}
	band.LineStyle.Width = 0
	band.Color = faded(seriesColors[i%len(seriesColors)])
	p.Add(band)
	return nil
}

// addBar draws the interval of a single point.
func (s Series) addBar(p *plot.Plot, i int) error {
	bar, err := plotter.NewLine(plotter.XYs{{X: s.X[0], Y: s.Low[0]}, {X: s.X[0], Y: s.High[0]}})
	if err != nil {
		return err
	}
	bar.LineStyle = draw.LineStyle{Color: seriesColors[i%len(seriesColors)], Width: 1.6}
	p.Add(bar)
	return nil
}

// faded returns a nearly transparent c.
func faded(c color.RGBA) color.Color { return color.NRGBA{c.R, c.G, c.B, 0x30} }

func (s Series) addLine(p *plot.Plot, i int) error {
	points := make(plotter.XYs, len(s.X))
	for i := range s.X {
		points[i] = plotter.XY{X: s.X[i], Y: s.Y[i]}
	}
	line, dots, err := plotter.NewLinePoints(points)
	if err != nil {
		return err
	}
	line.LineStyle = draw.LineStyle{Color: seriesColors[i%len(seriesColors)], Width: 1.8}
	if i >= len(seriesColors) {
		line.LineStyle.Dashes = []vg.Length{5, 3}
	}
	p.Add(line)
	if len(points) <= 40 { // more dots would hide the line
		dots.GlyphStyle = draw.GlyphStyle{Color: line.Color, Radius: 2.4, Shape: draw.CircleGlyph{}}
		p.Add(dots)
	}
	return nil
}
