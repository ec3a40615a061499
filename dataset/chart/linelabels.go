package chart

import (
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A linePlot is a checked Lines with its plot.
type linePlot struct {
	Lines
	plot *plot.Plot
}

const (
	plotWidth  = vg.Length(560)
	plotHeight = vg.Length(320)
	headGap    = vg.Length(8)  // between the head and the curves
	nameGap    = vg.Length(8)  // between the end of a curve and its name
	nameHeight = vg.Length(13) // minimum distance between two names
	nameSize   = 10.5
)

func (p linePlot) size() (width, height vg.Length) {
	return plotWidth, plotHeight + p.headHeight()
}

// headHeight returns the space above the curves for any title and subtitle.
func (p linePlot) headHeight() vg.Length {
	if h := headHeight(p.Title, p.Subtitle); h > 0 {
		return h + headGap
	}
	return 0
}

func (p linePlot) draw(c draw.Canvas) {
	fill(&c, c.Rectangle, paper)
	drawHead(&c, margin, p.Title, p.Subtitle)
	inner := draw.Crop(c, margin, -margin-p.nameWidth(), margin, -margin-p.headHeight())
	p.plot.Draw(inner)
	p.drawNames(&c, p.plot.DataCanvas(inner))
}

// nameWidth returns the width that the series names need on the right.
func (p linePlot) nameWidth() vg.Length {
	widest := vg.Length(0)
	for _, s := range p.Series {
		widest = max(widest, bold(letters(nameSize, ink)).Width(s.Name))
	}
	return min(widest+nameGap, plotWidth/2)
}

// A nameTag is the name of a series with its height.
type nameTag struct {
	y      vg.Length
	series int
}

// drawNames draws the name of each series beside the end of its curve, where it is easier to read than in a
// legend. It moves overlapping names apart.
func (p linePlot) drawNames(c *draw.Canvas, data draw.Canvas) {
	_, toY := p.plot.Transforms(&data)
	tags := make([]nameTag, len(p.Series))
	for i, s := range p.Series {
		tags[i] = nameTag{min(max(toY(s.Y[len(s.Y)-1]), data.Min.Y), data.Max.Y), i}
	}
	spread(tags, nameHeight)
	lift(tags, data.Min.Y, nameHeight)
	for _, t := range tags {
		style := leftAligned(bold(letters(nameSize, seriesColors[t.series%len(seriesColors)])))
		c.FillText(style, vg.Point{X: data.Max.X + nameGap, Y: t.y + 0.8}, p.Series[t.series].Name)
	}
}

// spread moves tags apart until neighbours are at least gap apart, keeping their order and the centre of each
// cluster. Clusters that meet are merged.
func spread(tags []nameTag, gap vg.Length) {
	slices.SortStableFunc(tags, func(a, b nameTag) int {
		switch {
		case a.y < b.y:
			return -1
		case a.y > b.y:
			return 1
		}
		return b.series - a.series // the first series is on top
	})
	type crowd struct {
		sum vg.Length // of the desired heights
		n   int
	}
	middle := func(c crowd) vg.Length { return c.sum / vg.Length(c.n) }
	half := func(c crowd) vg.Length { return gap * vg.Length(c.n) / 2 }
	var crowds []crowd
	for _, t := range tags {
		next := crowd{t.y, 1}
		for len(crowds) > 0 {
			last := crowds[len(crowds)-1]
			if middle(last)+half(last) <= middle(next)-half(next) {
				break
			}
			next = crowd{last.sum + next.sum, last.n + next.n}
			crowds = crowds[:len(crowds)-1]
		}
		crowds = append(crowds, next)
	}
	i := 0
	for _, c := range crowds {
		for k := range c.n {
			tags[i].y = middle(c) - half(c) + gap*(vg.Length(k)+0.5)
			i++
		}
	}
}

// lift moves tags up, lowest first, until none is below least and neighbours are at least gap apart.
func lift(tags []nameTag, least, gap vg.Length) {
	for i := range tags {
		tags[i].y = max(tags[i].y, least)
		least = tags[i].y + gap
	}
}
