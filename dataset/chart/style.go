package chart

import (
	"image/color"

	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Text and line colours of all charts.
var (
	ink   = color.RGBA{0x22, 0x26, 0x2b, 0xff} // titles, numbers
	faint = color.RGBA{0x6b, 0x72, 0x7b, 0xff} // coordinates, scales
	rule  = color.RGBA{0xe3, 0xe6, 0xe9, 0xff} // grid lines
	paper = color.RGBA{0xff, 0xff, 0xff, 0xff}
)

const margin = vg.Length(20)

// letters returns a text style of a size in points, centred at its point.
func letters(size float64, c color.Color) text.Style {
	return text.Style{
		Color:   c,
		Font:    font.Font{Typeface: plot.DefaultFont.Typeface, Variant: "Sans", Size: vg.Points(size)},
		XAlign:  text.XCenter,
		YAlign:  text.YCenter,
		Handler: plot.DefaultTextHandler,
	}
}

func bold(s text.Style) text.Style {
	s.Font.Weight = stdfont.WeightBold
	return s
}

// leftAligned aligns text so that it starts at its point.
func leftAligned(s text.Style) text.Style {
	s.XAlign = text.XLeft
	return s
}

// rightAligned aligns text so that it ends at its point.
func rightAligned(s text.Style) text.Style {
	s.XAlign = text.XRight
	return s
}

// fill paints a rectangle.
func fill(c *draw.Canvas, r vg.Rectangle, with color.Color) {
	c.SetColor(with)
	c.Fill(r.Path())
}

// rectangle returns the rectangle with its lower left corner at x, y.
func rectangle(x, y, width, height vg.Length) vg.Rectangle {
	return vg.Rectangle{Min: vg.Point{X: x, Y: y}, Max: vg.Point{X: x + width, Y: y + height}}
}

// Text sizes of titles and subtitles.
const (
	titleSize    = 15.0
	subtitleSize = 10.5
)

// headHeight returns the space for a title and a subtitle, either of which may be empty.
func headHeight(title, subtitle string) vg.Length {
	h := vg.Length(0)
	if title != "" {
		h += 24
	}
	if subtitle != "" {
		h += 17
	}
	return h
}

// drawHead draws title and subtitle at the upper left of c, starting at x.
func drawHead(c *draw.Canvas, x vg.Length, title, subtitle string) {
	y := c.Max.Y - margin
	if title != "" {
		fillFitting(c, bold(letters(titleSize, ink)), vg.Point{X: x, Y: y - 8}, title)
		y -= 24
	}
	if subtitle != "" {
		fillFitting(c, letters(subtitleSize, faint), vg.Point{X: x, Y: y - 5}, subtitle)
	}
}

// fillFitting draws text to the right of at. If it would leave the canvas, the letters shrink.
func fillFitting(c *draw.Canvas, s text.Style, at vg.Point, txt string) {
	if room, need := c.Max.X-margin-at.X, s.Width(txt); need > room {
		s.Font.Size *= room / need
	}
	c.FillText(leftAligned(s), at, txt)
}
