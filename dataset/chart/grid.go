package chart

import (
	"fmt"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Grid shows several charts in one picture, row by row.
type Grid struct {
	Title    string  // may be empty
	Subtitle string  // smaller, below the title; may be empty
	Columns  int     // charts per row, at least 1
	Scale    float64 // scaling factor for the charts; 0 = 1
	Charts   []Chart // at least one
}

// A panel is a checked Grid.
type panel struct {
	Grid
	parts         []drawing
	width, height vg.Length // of the largest part, scaled
}

func (g Grid) check() (drawing, error) {
	if g.Columns < 1 || len(g.Charts) == 0 {
		return nil, fmt.Errorf("grid: %d columns, %d charts: want at least one", g.Columns, len(g.Charts))
	}
	if g.Scale == 0 {
		g.Scale = 1
	}
	if !(g.Scale > 0 && g.Scale <= 4) {
		return nil, fmt.Errorf("grid: scale %v: want more than 0, at most 4", g.Scale)
	}
	p := panel{Grid: g}
	for i, c := range g.Charts {
		d, err := c.check()
		if err != nil {
			return nil, fmt.Errorf("grid: chart %d: %w", i+1, err)
		}
		width, height := d.size()
		p.parts = append(p.parts, d)
		p.width = max(p.width, width*vg.Length(g.Scale))
		p.height = max(p.height, height*vg.Length(g.Scale))
	}
	return p, nil
}

func (p panel) size() (width, height vg.Length) {
	columns := min(p.Columns, len(p.parts))
	rows := (len(p.parts) + p.Columns - 1) / p.Columns
	return p.width * vg.Length(columns), p.height*vg.Length(rows) + p.headHeight()
}

// headHeight returns the space above the charts, with a margin if there is a title.
func (p panel) headHeight() vg.Length {
	if h := headHeight(p.Title, p.Subtitle); h > 0 {
		return margin + h
	}
	return 0
}

func (p panel) draw(c draw.Canvas) {
	fill(&c, c.Rectangle, paper)
	drawHead(&c, margin, p.Title, p.Subtitle)
	top := c.Max.Y - p.headHeight()
	for i, d := range p.parts {
		width, height := d.size()
		x := c.Min.X + p.width*vg.Length(i%p.Columns)
		y := top - p.height*vg.Length(i/p.Columns) - height*vg.Length(p.Scale)
		c.Push()
		c.Translate(vg.Point{X: x, Y: y})
		c.Canvas.Scale(p.Scale, p.Scale)
		d.draw(draw.Canvas{Canvas: c.Canvas, Rectangle: rectangle(0, 0, width, height)})
		c.Pop()
	}
}
