package chart

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Captioned is a chart with a line below it that describes its data.
type Captioned struct {
	Chart
	Caption string // "" = none
}

const (
	captionHeight = vg.Length(22)
	captionSize   = 9.0
)

func (c Captioned) check() (drawing, error) {
	d, err := c.Chart.check()
	if err != nil || c.Caption == "" {
		return d, err
	}
	return captioned{d, c.Caption}, nil
}

// A captioned is a drawing with its caption.
type captioned struct {
	drawing
	caption string
}

func (c captioned) size() (width, height vg.Length) {
	width, height = c.drawing.size()
	return width, height + captionHeight
}

func (c captioned) draw(on draw.Canvas) {
	fill(&on, on.Rectangle, paper)
	c.drawing.draw(draw.Crop(on, 0, 0, captionHeight, 0))
	fillFitting(&on, letters(captionSize, faint),
		vg.Point{X: on.Min.X + margin, Y: on.Min.Y + captionHeight/2 + 2}, c.caption)
}
