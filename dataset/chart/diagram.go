package chart

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/outflank/outflank/engine"
)

// A Diagram is a position as shown in books and programs: discs on a green board of any shape, with
// coordinates. On the hexagonal lattice, the cells are hexagons, and each rank is shifted half a cell to the
// right of the rank above. Holes are grey.
type Diagram struct {
	Title    string                   // may be empty
	Subtitle string                   // smaller, below the title; may be empty
	Position engine.Position          // on a board with at least one square
	Marked   engine.Set               // squares whose discs get a ring, such as the last move
	Texts    map[engine.Square]string // on empty squares, such as values of moves; at most four letters fit
	Best     engine.Set               // squares whose texts are emphasised
	Paper    bool                     // white with black lines, for print, instead of green
	Width    float64                  // of the picture in points, 100 to 2000; 0 = as wide as other boards
}

// Colours of a diagram. White on the green has a contrast of 5.3 : 1.
var (
	felt      = color.RGBA{0x1d, 0x7a, 0x4f, 0xff}
	feltLine  = color.RGBA{0x0f, 0x4a, 0x2f, 0xff}
	hole      = color.RGBA{0xd6, 0xd8, 0xd4, 0xff}
	blackDisc = color.RGBA{0x14, 0x18, 0x1a, 0xff}
	whiteDisc = color.RGBA{0xf7, 0xf7, 0xf2, 0xff}
	ringMark  = color.RGBA{0xff, 0xd5, 0x4a, 0xff}
)

func (d Diagram) check() (drawing, error) {
	b := d.Position.Board
	if b.Shape.Field == 0 {
		return nil, errors.New("diagram: the board has no squares")
	}
	if d.Width != 0 && !(d.Width >= 100 && d.Width <= 2000) {
		return nil, fmt.Errorf("diagram: width %v: want 100 to 2000 points, or 0", d.Width)
	}
	p := picture{Diagram: d, squares: wholeField(b.Shape)}
	p.hexagonal = b.Shape.Lattice == engine.Hexagonal
	p.left, p.right, p.bottom = math.Inf(1), math.Inf(-1), math.Inf(-1)
	p.top = math.Inf(1)
	for s := range p.squares.All() {
		x, y := p.place(s)
		p.left, p.right = min(p.left, x), max(p.right, x)
		p.top, p.bottom = min(p.top, y), max(p.bottom, y)
	}
	p.cell = float64(cell)
	if d.Width != 0 {
		width, _ := p.size()
		p.cell *= (d.Width - 2*float64(margin)) / float64(width-2*margin)
	}
	return p, nil
}

// wholeField returns the squares of the board from which a shape was cut, including its holes.
func wholeField(sh engine.Shape) engine.Set {
	base, _, _ := strings.Cut(sh.String(), "-")
	whole, err := engine.ParseShape(base)
	if err != nil {
		return sh.Field
	}
	return whole.Field | sh.Field
}

// A picture is a checked Diagram. Coordinates are in cells, downwards.
type picture struct {
	Diagram
	squares                  engine.Set // squares to draw
	hexagonal                bool
	left, right, top, bottom float64 // of the centres of squares
	cell                     float64 // in points
}

// place returns the centre of a square.
func (p *picture) place(s engine.Square) (x, y float64) {
	x, y = float64(s.File()), float64(s.Rank())
	if p.hexagonal {
		return x + y/2, y * math.Sqrt(3) / 2
	}
	return x, y
}

// rim is the space around the squares for coordinates, in cells: half a cell plus the height of a letter.
const rim = 0.95

func (p picture) size() (width, height vg.Length) {
	width = 2*margin + vg.Length(p.cell*(p.right-p.left+2*rim))
	height = 2*margin + headHeight(p.Title, p.Subtitle) + vg.Length(p.cell*(p.bottom-p.top+2*rim))
	return width, height
}

// at converts coordinates to a point on the canvas.
func (p *picture) at(c *draw.Canvas, x, y float64) vg.Point {
	top := c.Max.Y - margin - headHeight(p.Title, p.Subtitle)
	return vg.Point{X: c.Min.X + margin + vg.Length(p.cell*(x-p.left+rim)),
		Y: top - vg.Length(p.cell*(y-p.top+rim))}
}

func (p picture) draw(c draw.Canvas) {
	fill(&c, c.Rectangle, paper)
	drawHead(&c, c.Min.X+margin, p.Title, p.Subtitle)
	for s := range p.squares.All() {
		p.drawCell(&c, s)
	}
	p.drawCoordinates(&c)
}

// drawCell draws a square with its contents.
func (p *picture) drawCell(c *draw.Canvas, s engine.Square) {
	x, y := p.place(s)
	middle := p.at(c, x, y)
	face := p.outline(middle)
	c.SetColor(felt)
	if p.Paper {
		c.SetColor(paper)
	}
	if !p.Position.Board.Shape.Field.Has(s) {
		c.SetColor(hole)
	}
	c.Fill(face)
	c.SetLineStyle(draw.LineStyle{Color: feltLine, Width: vg.Length(0.03 * p.cell)})
	c.Stroke(face)
	switch {
	case p.Position.Discs(engine.Black).Has(s):
		p.drawDisc(c, middle, blackDisc, p.Marked.Has(s))
	case p.Position.Discs(engine.White).Has(s):
		p.drawDisc(c, middle, whiteDisc, p.Marked.Has(s))
	case p.Texts[s] != "":
		p.drawText(c, middle, p.Texts[s], p.Best.Has(s))
	}
}

// outline returns the outline of a cell.
func (p *picture) outline(middle vg.Point) (path vg.Path) {
	corners, radius, turn := 4, math.Sqrt2/2, math.Pi/4
	if p.hexagonal {
		corners, radius, turn = 6, 1/math.Sqrt(3), math.Pi/6
	}
	for i := range corners {
		a := turn + 2*math.Pi*float64(i)/float64(corners)
		at := middle.Add(vg.Point{X: vg.Length(p.cell * radius * math.Cos(a)),
			Y: vg.Length(p.cell * radius * math.Sin(a))})
		if i == 0 {
			path.Move(at)
		} else {
			path.Line(at)
		}
	}
	path.Close()
	return path
}

func (p *picture) drawDisc(c *draw.Canvas, middle vg.Point, with color.Color, marked bool) {
	round := circle(middle, vg.Length(0.4*p.cell))
	c.SetColor(with)
	c.Fill(round)
	c.SetLineStyle(draw.LineStyle{Color: blackDisc, Width: vg.Length(0.03 * p.cell)})
	c.Stroke(round)
	if marked {
		c.SetLineStyle(draw.LineStyle{Color: ringMark, Width: vg.Length(0.07 * p.cell)})
		c.Stroke(circle(middle, vg.Length(0.14*p.cell)))
	}
}

func circle(middle vg.Point, radius vg.Length) (path vg.Path) {
	path.Move(vg.Point{X: middle.X + radius, Y: middle.Y})
	path.Arc(middle, radius, 0, 2*math.Pi)
	path.Close()
	return path
}

func (p *picture) drawText(c *draw.Canvas, middle vg.Point, text string, best bool) {
	style := bold(letters(0.3*p.cell, paper))
	if p.Paper {
		style.Color = ink
	}
	if best {
		style.Color = ringMark
	}
	if room, need := vg.Length(0.9*p.cell), style.Width(text); need > room {
		style.Font.Size *= room / need
	}
	c.FillText(style, middle, text)
}

// drawCoordinates draws letters above and numbers beside the board or, on the hexagonal lattice, at the ends
// of the lines.
func (p *picture) drawCoordinates(c *draw.Canvas) {
	style := letters(0.28*p.cell, faint)
	ranks, files := map[int]bool{}, map[int]bool{}
	for s := range p.squares.All() { // in rank order, so that the first square of each rank and file is nearest
		x, y := p.place(s)
		if !ranks[s.Rank()] {
			ranks[s.Rank()] = true
			c.FillText(style, p.at(c, x-0.72, y), string(rune('1'+s.Rank())))
		}
		if !files[s.File()] {
			files[s.File()] = true
			if p.hexagonal {
				x, y = x-0.38, y+0.06
			}
			c.FillText(style, p.at(c, x, y-0.72), string(rune('a'+s.File())))
		}
	}
}
