package chart

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A rowPlot is a plot of rows, with the first row on top, a label before each row and a note after it. Row i
// is at the height rowAt(i, n) of the plot's Y axis.
type rowPlot struct {
	title, subtitle string
	notes           string // heading of the notes
	rows            []rowText
	legend          func(c *draw.Canvas, at vg.Point) // drawn above the rows; nil = none
	plot            *plot.Plot
	axis            bool // whether to draw an axis below
}

type rowText struct {
	label, note string
	indent      int
}

const (
	rowsWidth  = vg.Length(640)
	rowHeight  = vg.Length(18)
	rowIndent  = vg.Length(9)
	axisHeight = vg.Length(44) // numbers and name below the rows
	aboveRows  = vg.Length(20) // for the legend and the name of the notes
	widestRow  = vg.Length(250)
)

func rowAt(i, n int) float64 { return float64(n - 1 - i) }

// newRows creates an empty plot for n rows.
func newRows(n int, x string) *plot.Plot {
	p := plot.New()
	styleAxes(p, x, "")
	p.HideY()
	p.Y.Min, p.Y.Max = -0.5, float64(n)-0.5
	p.Y.Padding = 0
	return p
}

func labelStyle() (label, note text.Style) {
	return leftAligned(letters(10, ink)), rightAligned(letters(9.5, faint))
}

func (r rowPlot) size() (width, height vg.Length) {
	height = 2*margin + headHeight(r.title, r.subtitle) + rowHeight*vg.Length(len(r.rows))
	if r.above() {
		height += aboveRows
	}
	if r.axis {
		height += axisHeight
	}
	return rowsWidth, height
}

func (r rowPlot) above() bool { return r.notes != "" || r.legend != nil }

// widths returns the widths of labels and notes, including the gaps to the plot.
func (r rowPlot) widths() (labels, notes vg.Length) {
	label, note := labelStyle()
	if r.notes != "" {
		notes = note.Width(r.notes) + 12
	}
	for _, t := range r.rows {
		labels = max(labels, label.Width(t.label)+rowIndent*vg.Length(t.indent)+12)
		if t.note != "" {
			notes = max(notes, note.Width(t.note)+12)
		}
	}
	return min(labels, widestRow), min(notes, widestRow/2)
}

func (r rowPlot) draw(c draw.Canvas) {
	fill(&c, c.Rectangle, paper)
	drawHead(&c, margin, r.title, r.subtitle)
	top := c.Max.Y - margin - headHeight(r.title, r.subtitle)
	labels, notes := r.widths()
	_, noteStyle := labelStyle()
	if r.above() {
		if r.legend != nil {
			r.legend(&c, vg.Point{X: margin + labels, Y: top - aboveRows/2})
		}
		c.FillText(noteStyle, vg.Point{X: c.Max.X - margin, Y: top - aboveRows/2}, r.notes)
		top -= aboveRows
	}
	inner := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
		Min: vg.Point{X: margin + labels, Y: margin}, Max: vg.Point{X: c.Max.X - margin - notes, Y: top},
	}}
	r.plot.Draw(inner)
	r.drawTexts(&c, r.plot.DataCanvas(inner))
}

// drawTexts draws labels and notes at the heights of their rows.
func (r rowPlot) drawTexts(c *draw.Canvas, data draw.Canvas) {
	_, y := r.plot.Transforms(&data)
	labels, _ := r.widths()
	label, note := labelStyle()
	for i, t := range r.rows {
		height := y(rowAt(i, len(r.rows))) + 0.8
		x := margin + rowIndent*vg.Length(t.indent)
		c.FillText(label, vg.Point{X: x, Y: height}, shortened(label, t.label, margin+labels-8-x))
		c.FillText(note, vg.Point{X: c.Max.X - margin, Y: height}, t.note)
	}
}

// shortened cuts text that is wider than room and appends an ellipsis.
func shortened(s text.Style, txt string, room vg.Length) string {
	if s.Width(txt) <= room {
		return txt
	}
	runes := []rune(txt)
	for n := len(runes) - 1; n > 0; n-- {
		if cut := string(runes[:n]) + "…"; s.Width(cut) <= room {
			return cut
		}
	}
	return "…"
}

// A rowGrid draws a faint vertical line at every tick of the X axis, and dashed lines at marks.
type rowGrid []float64

// Plot draws the lines.
func (g rowGrid) Plot(c draw.Canvas, p *plot.Plot) {
	x, _ := p.Transforms(&c)
	for _, t := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
		if t.Value >= p.X.Min && t.Value <= p.X.Max {
			c.StrokeLine2(draw.LineStyle{Color: rule, Width: 0.8}, x(t.Value), c.Min.Y, x(t.Value), c.Max.Y)
		}
	}
	for _, m := range g {
		c.StrokeLine2(dashed, x(m), c.Min.Y, x(m), c.Max.Y)
	}
}

// DataRange makes the plot wide enough to show the marks.
func (g rowGrid) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax = math.Inf(1), math.Inf(-1)
	for _, m := range g {
		xmin, xmax = min(xmin, m), max(xmax, m)
	}
	return xmin, xmax, math.Inf(1), math.Inf(-1)
}
