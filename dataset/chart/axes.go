package chart

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// styleAxes gives the axes of p a plain style, with small labels and thin lines below the curves.
func styleAxes(p *plot.Plot, x, y string) {
	p.BackgroundColor = paper
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.LineStyle.Width = 0
		a.Padding = 4
		a.Label.TextStyle.Font = letters(10.5, ink).Font
		a.Label.TextStyle.Color = ink
		a.Tick.Label.Font = letters(9.5, faint).Font
		a.Tick.Label.Color = faint
		a.Tick.Length = 0
		a.Tick.Marker = roundTicks{}
	}
	thin := draw.LineStyle{Color: faint, Width: 0.8}
	p.X.LineStyle, p.X.Tick.LineStyle, p.X.Tick.Length = thin, thin, 4
	p.X.Label.Text, p.Y.Label.Text = x, y
	p.X.Label.Padding, p.Y.Label.Padding = 6, 8
}

// roundTicks marks an axis at four to nine round numbers, with labels in the package's number format. gonum
// itself often marks only two or three.
type roundTicks struct{ whole bool } // only whole numbers

// Ticks returns the ticks of an axis from low to high.
func (r roundTicks) Ticks(low, high float64) []plot.Tick {
	step := roundStep((high - low) / 6)
	if r.whole {
		step = max(1, step)
	}
	var ticks []plot.Tick
	for i := math.Ceil(low/step - 1e-9); i*step <= high+step*1e-9; i++ {
		ticks = append(ticks, plot.Tick{Value: i * step, Label: tickLabel(i*step, high-low)})
	}
	return ticks
}

// roundStep returns a number near x that is 1, 2 or 5 times a power of ten.
func roundStep(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	switch f := x / power; {
	case f < 1.5:
		return power
	case f < 3.5:
		return 2 * power
	case f < 7.5:
		return 5 * power
	}
	return 10 * power
}

// tickLabel formats a tick of an axis, given the axis's length.
func tickLabel(v, length float64) string {
	if math.Abs(v) < length*1e-9 {
		return "0"
	}
	switch a := max(math.Abs(v), length); {
	case a >= 1e12 || length < 1e-6:
		return minus(strconv.FormatFloat(v, 'g', 3, 64))
	case a >= 1e4:
		return minus(shortThousands(v))
	}
	return minus(strconv.FormatFloat(math.Round(v*1e9)/1e9, 'f', -1, 64))
}

// shortThousands formats a round number with k, M or G.
func shortThousands(v float64) string {
	for _, u := range [...]struct {
		size float64
		name string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if math.Abs(v) >= u.size {
			return strconv.FormatFloat(math.Round(v/u.size*1e4)/1e4, 'f', -1, 64) + u.name
		}
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// countAxis prepares an axis for whole numbers, such as years or plies: if all values are whole, it marks
// only whole numbers and covers at least ten steps.
func countAxis(a *plot.Axis, step float64, values []float64) {
	for _, v := range values {
		if v != math.Trunc(v) {
			return
		}
	}
	a.Tick.Marker = roundTicks{whole: true}
	if room := 10*step - (a.Max - a.Min); room > 0 {
		a.Min, a.Max = a.Min-room/2, a.Max+room/2
	}
}

// A grid draws horizontal lines that help readers compare heights.
type grid struct{}

// Plot draws a line at every tick of the Y axis.
func (grid) Plot(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	for _, t := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		if t.Value >= p.Y.Min && t.Value <= p.Y.Max {
			c.StrokeLine2(draw.LineStyle{Color: rule, Width: 0.8}, c.Min.X, y(t.Value), c.Max.X, y(t.Value))
		}
	}
}

// dashed is the style of reference lines.
var dashed = draw.LineStyle{Color: faint, Width: 0.9, Dashes: []vg.Length{4, 3}}

// A mark is a dashed line across the plot at a height.
type mark float64

// Plot draws the line.
func (m mark) Plot(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	c.StrokeLine2(dashed, c.Min.X, y(float64(m)), c.Max.X, y(float64(m)))
}

// DataRange makes the plot high enough to show the line.
func (m mark) DataRange() (xmin, xmax, ymin, ymax float64) {
	return math.Inf(1), math.Inf(-1), float64(m), float64(m)
}

// Plot draws the line, if it is within the plot, with its name.
func (b Break) Plot(c draw.Canvas, p *plot.Plot) {
	if b.At < p.X.Min || b.At > p.X.Max {
		return
	}
	toX, _ := p.Transforms(&c)
	x := toX(b.At)
	c.StrokeLine2(dashed, x, c.Min.Y, x, c.Max.Y)
	// The name is above the plot.
	c.FillText(leftAligned(letters(captionSize, faint)), vg.Point{X: x, Y: c.Max.Y + 8}, b.Name)
}

// A diagonal is a dashed line where Y is X.
type diagonal struct{}

// Plot draws the line as far as both axes extend.
func (diagonal) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	low, high := max(p.X.Min, p.Y.Min), min(p.X.Max, p.Y.Max)
	if low < high {
		c.StrokeLine2(dashed, x(low), y(low), x(high), y(high))
	}
}
