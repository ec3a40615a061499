package chart

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/outflank/outflank/engine"
)

// A Board is a heat map of one number per square, in the usual orientation of an Othello board: a1 at the
// upper left, files to the right, ranks downwards. Positive values are blue, negative values red, and 0 is
// white. Each square shows its value.
type Board struct {
	Title    string      // may be empty
	Subtitle string      // smaller, below the title; may be empty
	Legend   string      // description of the numbers, next to the colour bar; may be empty
	Values   [64]float64 // by engine.Square, a1 first; finite
	Margins  [64]float64 // shown below the values, as in ± 0.012; finite; 0 = none
	Field    engine.Set  // the squares to draw; 0 = all 64
	Limit    float64     // absolute value with the strongest colour; 0 = the largest absolute value
	Bare     bool        // omit the colour bar
}

// Sizes of a board in points.
const (
	cell   = vg.Length(46)
	coords = vg.Length(20) // to the left of and above the squares
	barGap = vg.Length(22) // between the squares and the colour bar
	bar    = vg.Length(14) // width of the colour bar
	ticks  = vg.Length(46) // to the right of the colour bar, for its numbers
)

var (
	boardLine = color.RGBA{0x2f, 0x3b, 0x36, 0xff} // dark green, as on a real board
	dotRadius = vg.Length(3)
)

func (b Board) check() (drawing, error) {
	if b.Field == 0 {
		b.Field = engine.AllSquares
	}
	var values []float64
	for s := range b.Field.All() {
		if v := b.Values[s]; !finite(v) {
			return nil, fmt.Errorf("board: value of %v is %v", s, v)
		}
		if m := b.Margins[s]; !finite(m) || m < 0 {
			return nil, fmt.Errorf("board: margin of %v is %v", s, m)
		}
		values = append(values, b.Values[s])
	}
	if !finite(b.Limit) || b.Limit < 0 {
		return nil, fmt.Errorf("board: limit %v: want a finite number, 0 or more", b.Limit)
	}
	return heatMap{b, newScale(values, b.Limit)}, nil
}

// A heatMap is a checked Board with its scale.
type heatMap struct {
	Board
	scale scale
}

func (m heatMap) size() (width, height vg.Length) {
	width = margin + coords + 8*cell + margin
	if !m.Bare {
		width += barGap + bar + ticks
	}
	height = margin + headHeight(m.Title, m.Subtitle) + coords + 8*cell + margin
	return width, height
}

func (m heatMap) draw(c draw.Canvas) {
	fill(&c, c.Rectangle, paper)
	left := margin + coords
	drawHead(&c, left, m.Title, m.Subtitle)
	top := c.Max.Y - margin - headHeight(m.Title, m.Subtitle) - coords
	drawCoords(&c, left, top)
	for s := range m.Field.All() {
		m.drawSquare(&c, squareAt(left, top, s), m.Values[s], m.Margins[s])
	}
	m.drawLines(&c, left, top)
	if !m.Bare {
		m.drawBar(&c, left+8*cell+barGap, top)
	}
}

// squareAt returns the rectangle of square s on a board with the given upper left corner.
func squareAt(left, top vg.Length, s engine.Square) vg.Rectangle {
	return rectangle(left+vg.Length(s.File())*cell, top-vg.Length(s.Rank()+1)*cell, cell, cell)
}

func drawCoords(c *draw.Canvas, left, top vg.Length) {
	style := letters(10.5, faint)
	for i := range 8 {
		middle := (vg.Length(i) + 0.5) * cell
		c.FillText(style, vg.Point{X: left + middle, Y: top + coords/2 - 1}, string(rune('a'+i)))
		c.FillText(style, vg.Point{X: left - coords/2 - 1, Y: top - middle}, string(rune('1'+i)))
	}
}

func (m heatMap) drawSquare(c *draw.Canvas, r vg.Rectangle, v, margin float64) {
	background := m.scale.color(v)
	fill(c, r, background)
	middle := r.Min.Add(r.Max).Scale(0.5)
	if margin > 0 {
		below := vg.Point{X: middle.X, Y: middle.Y - 9}
		c.FillText(letters(8.5, readableOn(background)), below, "± "+m.scale.marginText(margin))
		middle.Y += 5
	}
	c.FillText(letters(11, readableOn(background)), middle, m.scale.text(v))
}

// drawLines draws the outlines of the squares of the field. On a whole board, it also draws the four dots of
// a real board and a frame.
func (m heatMap) drawLines(c *draw.Canvas, left, top vg.Length) {
	thin := draw.LineStyle{Color: boardLine, Width: 0.7}
	for s := range m.Field.All() {
		r := squareAt(left, top, s)
		c.StrokeLines(thin, []vg.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}, r.Min})
	}
	if m.Field != engine.AllSquares {
		return
	}
	dot := draw.GlyphStyle{Color: boardLine, Radius: dotRadius, Shape: draw.CircleGlyph{}}
	for _, f := range [2]vg.Length{2, 6} {
		for _, r := range [2]vg.Length{2, 6} {
			c.DrawGlyphNoClip(dot, vg.Point{X: left + f*cell, Y: top - r*cell})
		}
	}
	frame := rectangle(left, top-8*cell, 8*cell, 8*cell)
	c.SetLineStyle(draw.LineStyle{Color: boardLine, Width: 1.6})
	c.Stroke(frame.Path())
}

// drawBar draws the colours with their values, centred beside the board.
func (m heatMap) drawBar(c *draw.Canvas, x, top vg.Length) {
	const height = 6 * cell
	bottom := top - 7*cell
	at := func(v float64) vg.Length {
		return bottom + height*vg.Length((v-m.scale.low)/(m.scale.high-m.scale.low))
	}
	const steps = 138 // of 2 points
	for i := range steps {
		v := m.scale.low + (m.scale.high-m.scale.low)*(float64(i)+0.5)/steps
		// Each step extends under the next, so that no background shows between them.
		y := bottom + height*vg.Length(i)/steps
		fill(c, rectangle(x, y, bar, bottom+height-y), m.scale.color(v))
	}
	thin := draw.LineStyle{Color: boardLine, Width: 0.7}
	c.SetLineStyle(thin)
	outline := rectangle(x, bottom, bar, height)
	c.Stroke(outline.Path())
	for _, v := range m.scale.ticks() {
		c.StrokeLine2(thin, x+bar, at(v), x+bar+4, at(v))
		c.FillText(leftAligned(letters(9.5, faint)), vg.Point{X: x + bar + 7, Y: at(v) + 0.8}, m.scale.tickText(v))
	}
	c.FillText(leftAligned(letters(9.5, faint)), vg.Point{X: x, Y: top - cell/2}, m.Legend)
}
