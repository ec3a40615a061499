package chart

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Bars shows how wholes divide into parts, such as the wins, draws and losses of openings. Each whole is a
// row; the first row is on top.
type Bars struct {
	Title    string    // may be empty
	Subtitle string    // smaller, below the title; may be empty
	Parts    [3]string // names of the parts, drawn dark, grey and light
	Notes    string    // heading of the notes; may be empty
	Rows     []Bar     // at least one
}

// A Bar is a whole with its three parts. All bars have the same width.
type Bar struct {
	Label  string
	Indent int        // indentation of the label, in steps
	Parts  [3]float64 // finite, 0 or more, not all 0
	Note   string     // on the right; may be empty
}

// partColors are the colours of black's discs, of draws and of white's discs.
var partColors = [3]color.RGBA{{0x30, 0x36, 0x3d, 0xff}, {0xa8, 0xb0, 0xb8, 0xff}, {0xf3, 0xf4, 0xf5, 0xff}}

func (b Bars) check() (drawing, error) {
	if len(b.Rows) == 0 {
		return nil, fmt.Errorf("bars: no rows")
	}
	r := rowPlot{title: b.Title, subtitle: b.Subtitle, notes: b.Notes, legend: b.drawLegend,
		plot: newRows(len(b.Rows), "")}
	for i, row := range b.Rows {
		sum := 0.0
		for _, v := range row.Parts {
			if !finite(v) || v < 0 {
				return nil, fmt.Errorf("bars: row %d: a part is %v: want 0 or more", i+1, v)
			}
			sum += v
		}
		if sum == 0 || !finite(sum) {
			return nil, fmt.Errorf("bars: row %d: the parts sum up to %v", i+1, sum)
		}
		r.rows = append(r.rows, rowText{row.Label, row.Note, row.Indent})
	}
	r.plot.HideX()
	r.plot.Add(barPlotter(b.Rows))
	r.plot.X.Padding = 0
	r.plot.Y.Min, r.plot.Y.Max = -0.5, float64(len(b.Rows))-0.5
	return r, nil
}

// drawLegend draws the names of the parts.
func (b Bars) drawLegend(c *draw.Canvas, at vg.Point) {
	style := leftAligned(letters(9.5, faint))
	for i, name := range b.Parts {
		box := rectangle(at.X, at.Y-4, 8, 8)
		fill(c, box, partColors[i])
		outline(c, box)
		at.X += 12
		c.FillText(style, at, name)
		at.X += style.Width(name) + 14
	}
}

func outline(c *draw.Canvas, r vg.Rectangle) {
	c.SetLineStyle(draw.LineStyle{Color: faint, Width: 0.6})
	c.Stroke(r.Path())
}

// A barPlotter draws bars of equal width.
type barPlotter []Bar

// Plot draws the bars, with the share of each part that is wide enough for it.
func (b barPlotter) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	c.StrokeLine2(dashed, x(0.5), c.Min.Y, x(0.5), c.Max.Y)
	for i, row := range b {
		h := y(rowAt(i, len(b)))
		sum, at := row.Parts[0]+row.Parts[1]+row.Parts[2], 0.0
		for k, v := range row.Parts {
			left, right := x(at/sum), x((at+v)/sum)
			at += v
			fill(&c, rectangle(left, h-6.5, right-left, 13), partColors[k])
			if right-left > 24 {
				text := minus(fmt.Sprintf("%.0f %%", 100*v/sum))
				c.FillText(letters(8.5, readableOn(partColors[k])), vg.Point{X: (left + right) / 2, Y: h + 0.8}, text)
			}
		}
		outline(&c, rectangle(x(0), h-6.5, x(1)-x(0), 13))
	}
}

// DataRange returns the range of shares.
func (b barPlotter) DataRange() (xmin, xmax, ymin, ymax float64) {
	return 0, 1, 0, float64(len(b) - 1)
}
